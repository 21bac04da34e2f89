import { workspaceOps } from '@holdfast/policy';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useWalletNames } from '../../lib/wallet-names.ts';

const known = [
  'basicSave',
  'basicDelete',
  'higherSave',
  'higherDelete',
  'higherSort',
  'workspaceSave',
  'workspaceDelete',
  'save',
  'import',
  'signProtect',
  'unfreeze',
] as const;
const everyWallet = '*';

/** What a proposal is about, in one line: wallets and operations by the names that people know. */
export function useSubjectText(): (subject: Readonly<Record<string, string>>) => string {
  const { t } = useTranslation(['translation', 'strategyEngine']);
  const walletName = useWalletNames();
  return useCallback(
    (subject) => {
      const action = known.find((one) => one === subject.action);
      const { name = '', wallet: id = '' } = subject;
      const op = workspaceOps.find((one) => one === subject.op);
      if (!action) return t('strategyEngine:change.other');
      if (action === 'basicSave' && id === everyWallet) return t('strategyEngine:change.defaultSave');
      const wallet = walletName(id) ?? id;
      return t(`strategyEngine:change.${action}`, { name, wallet, op: op ? t(`strategyEngine:op.${op}`) : '' });
    },
    [t, walletName],
  );
}
