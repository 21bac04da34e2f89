import { parsePolicy, paysAlone } from '@holdfast/policy';
import { UserRoundX } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { usePermission } from '../../lib/permission.ts';
import { useApi } from '../../lib/query.ts';
import { AlertBar } from '../../ui/alert-bar.tsx';
import { Button } from '../../ui/button.tsx';
import { useDrawers } from '../../ui/drawers.tsx';

/** Who pays alone by the rules in force, and the way to two approvals. */
export default function PaysAlone(): ReactNode {
  const { t } = useTranslation(['translation', 'strategyEngine']);
  const document = useApi('strategy', 'policy', {}, { quiet: true }).data?.document;
  const mayEdit = usePermission('strategy.edit');
  const alone = useMemo(() => (document === undefined ? undefined : paysAlone(parsePolicy(document))), [document]);
  if (!alone) return null;
  return (
    <AlertBar icon={UserRoundX} actions={mayEdit && <RequireTwo wallet={alone.wallet} />}>
      {t('strategyEngine:alone.text', { names: alone.names.join(t('strategyEngine:meaning.join')) })}
    </AlertBar>
  );
}

function RequireTwo({ wallet }: { wallet: string }): ReactNode {
  const { t } = useTranslation(['translation', 'strategyEngine']);
  const { push } = useDrawers();
  return (
    <Button size="sm" variant="danger" onClick={() => push('rule', 'basic', wallet, 'anyTwo')}>
      {t('strategyEngine:alone.require')}
    </Button>
  );
}
