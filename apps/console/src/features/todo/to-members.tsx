import type { PolicyDocument } from '@holdfast/policy';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type ChangedMeaning, changedMeanings } from '../../lib/changed-meanings.ts';
import { aloneUpTo } from '../../lib/flow-meaning.ts';
import { numbered } from '../../lib/numbered.ts';
import { useWalletNames } from '../../lib/wallet-names.ts';
import { FlowMeaning } from '../../ui/flow-meaning.tsx';

interface ToMembersProps {
  readonly current: PolicyDocument;
  readonly next: PolicyDocument;
}

/** A member who is called otherwise from then on is one: nobody is told that Bob was asked until now, and Robert is. */
const namedAs = (current: PolicyDocument, next: PolicyDocument): PolicyDocument => ({
  ...current,
  members: current.members.map((one) => ({
    ...one,
    name: next.members.find(({ id }) => id === one.id)?.name ?? one.name,
  })),
});

/** What a change of the rules means to those members to whom it means anything. */
export function ToMembers({ current, next }: ToMembersProps): ReactNode {
  const { t } = useTranslation(['translation', 'strategyEngine']);
  const walletName = useWalletNames();
  const told = useMemo(() => {
    const before = namedAs(current, next);
    return changedMeanings(current, next).map((one) => ({
      ...one,
      before: one.flowBefore && { policy: before, flow: one.flowBefore },
    }));
  }, [current, next]);
  const titleOf = ({ rule, wallet }: ChangedMeaning): string => {
    if (rule !== '') return t('strategyEngine:meaning.thenOfRule', { rule });
    if (wallet === '') return t('strategyEngine:meaning.changed');
    return t('strategyEngine:meaning.changedIn', { wallet: walletName(wallet) ?? wallet });
  };
  return numbered(told).map(({ item, at }) => (
    <FlowMeaning
      key={at}
      {...item.scope}
      policy={next}
      flow={item.flow}
      members={item.members}
      before={item.before}
      isDefault={item.rule === '' && item.wallet === ''}
      title={titleOf(item)}
      aloneUpTo={item.rule === '' ? aloneUpTo(next) : undefined}
    />
  ));
}
