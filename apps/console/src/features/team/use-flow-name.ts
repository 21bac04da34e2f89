import { workspaceOps } from '@holdfast/policy';
import { useTranslation } from 'react-i18next';
import { useWalletNames } from '../../lib/wallet-names.ts';
import type { NamedFlow } from './view.ts';

/** What a flow is called: a rule by its name, a wallet and what workspace rules are about by the names that people know. */
export function useFlowName(): (flow: Pick<NamedFlow, 'level' | 'id' | 'name'>) => string {
  const { t } = useTranslation(['translation', 'teamMember']);
  const walletName = useWalletNames();
  return ({ level, id, name }) => {
    if (name !== '') return name;
    if (level === 'basic' && id === '*') return t('teamMember:flow.default');
    const op = level === 'workspace' ? workspaceOps.find((one) => one === id) : undefined;
    if (op) return t(`teamMember:op.${op}`);
    return (level === 'basic' ? walletName(id) : undefined) ?? id;
  };
}
