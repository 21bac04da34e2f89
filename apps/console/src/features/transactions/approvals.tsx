import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { numbered } from '../../lib/numbered.ts';
import { nodeName } from '../../ui/approval-nodes.tsx';
import type { Transaction } from './view.ts';

/** Who approved and who is left, step by step. */
export function Approvals({ transaction }: { transaction: Transaction }): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  if (transaction.approvals.length === 0) return null;
  return (
    <section className="grid gap-2">
      <h3 className="font-semibold">{t('tx.approvals')}</h3>
      <ul className="overflow-hidden rounded-lg border border-line">
        {numbered(transaction.approvals).map(({ item: node, at }) => (
          <li key={at} className="grid gap-1 border-line2 border-b px-3.5 py-2.5 last:border-b-0">
            <span className="flex justify-between gap-2">
              <bdi className="font-medium">{nodeName(t, node)}</bdi>
              <span className="text-mut tabular-nums">
                {t('tx.approvedOf', { have: node.approved.length, need: node.threshold })}
              </span>
            </span>
            <ul className="flex flex-wrap gap-x-3 gap-y-0.5">
              {node.members.map((member) => {
                const done = node.approved.includes(member.member_id);
                return (
                  <li key={member.member_id} className={done ? 'inline-flex items-center gap-1 text-ok' : 'text-mut'}>
                    {done && <Check size={13} role="img" aria-label={t('tx.hasApproved')} />}
                    <bdi>{member.name}</bdi>
                  </li>
                );
              })}
            </ul>
          </li>
        ))}
      </ul>
    </section>
  );
}
