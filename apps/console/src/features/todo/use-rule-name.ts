import type { WorkspaceOp } from '@holdfast/policy';
import { useTranslation } from 'react-i18next';
import type { TodoItem } from '../../lib/inbox-item.ts';
import { ruleName } from '../../lib/rule.ts';
import { useWalletNames } from '../../lib/wallet-names.ts';

const about = {
  members: 'tools:op.team',
  strategies: 'tools:op.strategy',
  addressBook: 'tools:op.addressBook',
  keys: 'tools:todo.ruleKeys',
  keyMaterial: 'tools:todo.kind.keyMaterial',
  api: 'tools:op.program',
} as const satisfies Record<WorkspaceOp, string>;
const isOp = (id: string): id is WorkspaceOp => Object.hasOwn(about, id);

/** Which rule asks for a decision: of the workspace by what it is about, of a wallet by its name. */
export function useRuleName(): (rule: TodoItem['rule']) => string {
  const { t } = useTranslation(['translation', 'tools']);
  const walletName = useWalletNames();
  return (rule) => {
    const wallet = rule?.level === 'basic' ? walletName(rule.id) : undefined;
    if (wallet !== undefined) return t('tools:todo.ruleWallet', { name: wallet });
    // A change that touches several parts goes by the rule of each.
    const ops = rule?.level === 'workspace' ? rule.id.split(',').filter(isOp) : [];
    if (ops.length === 0) return ruleName(t, rule);
    return t('tools:todo.ruleWorkspace', { what: ops.map((op) => t(about[op])).join(', ') });
  };
}
