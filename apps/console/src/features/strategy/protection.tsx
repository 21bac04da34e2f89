import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api.ts';
import { usePermission } from '../../lib/permission.ts';
import { useApi } from '../../lib/query.ts';
import { Button } from '../../ui/button.tsx';
import { useDrawers } from '../../ui/drawers.tsx';
import { Banner } from '../../ui/feedback.tsx';
import { Propose } from '../../ui/propose.tsx';
import type { Rules } from './use-rules.ts';

/** Whether who asks for a payment is left out of its approvals, as the signers hold it; an owner can ask for the other. */
export function ProtectionCard(): ReactNode {
  const { t } = useTranslation(['translation', 'strategyEngine']);
  const drawers = useDrawers();
  const may = usePermission('signProtect.edit');
  const { data } = useApi('strategy', 'signProtect', {}, { quiet: true });
  if (!data) return null;
  return (
    <section className="grid gap-2 rounded-lg border border-line p-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="font-semibold">{t('strategyEngine:protect.title')}</h2>
        {may && (
          <span className="flex flex-wrap gap-2">
            {data.scope !== 'all' && (
              <Button size="sm" onClick={() => drawers.push('rule', 'protect', 'on')}>
                {t('strategyEngine:protect.on')}
              </Button>
            )}
            {data.scope !== 'none' && (
              <Button size="sm" onClick={() => drawers.push('rule', 'protect', 'off')}>
                {t('strategyEngine:protect.off')}
              </Button>
            )}
          </span>
        )}
      </div>
      <p className="text-mut">{t(`strategyEngine:protect.${data.scope}`)}</p>
      {data.solo_mode && <p className="text-mut">{t('strategyEngine:protect.solo')}</p>}
    </section>
  );
}

/** `rule:protect:on`, `rule:protect:off`: asks for it in every flow that payments go by. */
export function ProtectionForm({ rules, on }: { rules: Rules; on: boolean }): ReactNode {
  const { t } = useTranslation(['translation', 'strategyEngine']);
  const drawers = useDrawers();
  const title = t(on ? 'strategyEngine:protect.on' : 'strategyEngine:protect.off');
  return (
    <Propose
      danger={!on}
      submit={t('strategyEngine:propose')}
      backText={t('common.cancel')}
      onBack={() => drawers.pop()}
      run={(remark) => api.strategy.saveSignProtect({ sign_protect: on, version: rules.policy.version, remark })}
      told={({ instant }) => ({
        title: t('strategyEngine:proposed', { name: title }),
        text: t(instant ? 'strategyEngine:proposedInstant' : 'strategyEngine:proposedText'),
      })}
    >
      <h3 className="font-semibold text-xl">{title}</h3>
      <p className="text-mut">{t(on ? 'strategyEngine:protect.onText' : 'strategyEngine:protect.offText')}</p>
      {!on && <Banner tone="warn">{t('strategyEngine:protect.offWarning')}</Banner>}
    </Propose>
  );
}
