import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFlowText } from '../../lib/rule-words.ts';
import { useWalletNames } from '../../lib/wallet-names.ts';
import { Button } from '../../ui/button.tsx';
import { useDrawers } from '../../ui/drawers.tsx';
import { Card } from '../../ui/layout.tsx';
import { WalletSelect } from '../../ui/wallet-select.tsx';
import type { Rules } from './use-rules.ts';

/** Who approves where no senior rule speaks: the default, and sub-wallets with a flow of their own. */
export function BasicCard({ rules, mayEdit }: { rules: Rules; mayEdit: boolean }): ReactNode {
  const { t } = useTranslation(['translation', 'strategyEngine']);
  const say = useFlowText();
  const { push } = useDrawers();
  const { strategies } = rules.policy;
  const walletName = useWalletNames();
  const nameOf = (wallet: string): string =>
    wallet === '*' ? t('strategyEngine:basic.default') : (walletName(wallet) ?? wallet);
  return (
    <Card
      title={t('strategyEngine:basic.title')}
      aside={
        <Link to="/mpc/center/strategyEngine/basic/log" className="text-acc underline-offset-2 hover:underline">
          {t('strategyEngine:log.link')}
        </Link>
      }
    >
      <p className="mb-2 text-mut">{t('strategyEngine:basic.about')}</p>
      <ul className="grid gap-2">
        {strategies.map((flow) => (
          <li key={flow.wallet} className="flex flex-wrap items-center gap-2 rounded-lg border border-line px-3 py-2">
            <span className="min-w-[min(100%,14rem)] flex-1 break-words">
              <bdi className="font-medium">{nameOf(flow.wallet)}</bdi>{' '}
              <span className="text-mut">{say(rules.naming, flow)}</span>
            </span>
            {mayEdit && (
              <span className="flex gap-1">
                <Button size="sm" onClick={() => push('rule', 'basic', flow.wallet)}>
                  {t('strategyEngine:edit')}
                </Button>
                {flow.wallet !== '*' && (
                  <Button size="sm" variant="ghost" onClick={() => push('rule', 'dropBasic', flow.wallet)}>
                    {t('strategyEngine:drop')}
                  </Button>
                )}
              </span>
            )}
          </li>
        ))}
      </ul>
      {mayEdit && (
        <WalletSelect
          className="mt-2 max-w-72"
          value={null}
          aria-label={t('strategyEngine:basic.own')}
          placeholder={t('strategyEngine:basic.own')}
          except={strategies.map(({ wallet }) => Number(wallet))}
          onChange={(id) => id !== null && push('rule', 'basic', String(id))}
        />
      )}
    </Card>
  );
}
