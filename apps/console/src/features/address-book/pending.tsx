import type { contract, Output } from '@holdfast/contract';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { changeText, type Say } from '../../lib/change-text.ts';
import { useApi } from '../../lib/query.ts';
import { Button } from '../../ui/button.tsx';
import { RelativeTime } from '../../ui/display.tsx';
import { useDrawers } from '../../ui/drawers.tsx';
import { StatusPill } from '../../ui/feedback.tsx';
import { Card } from '../../ui/layout.tsx';
import { proposalView } from './view.ts';

const most = 5;

type Listed = Output<typeof contract.addressBook.auditList>['list'][number];
type Translate = ReturnType<typeof useTranslation<['translation', 'whiteAddress', 'tools']>>['t'];

function titleOf(t: Translate, { mode, token, added, removed, payee }: Listed): string {
  if (token) return t(token.taken_out ? 'whiteAddress:token.remove' : 'whiteAddress:token.add', token);
  if (mode === '')
    return changeText(t as unknown as Say, { added: String(added), removed: String(removed), payee }) ?? '';
  return t(mode === 'on' ? 'whiteAddress:mode.on' : 'whiteAddress:mode.off');
}

/** Changes of the address book that wait for a decision; nothing when none does. */
export function Pending(): ReactNode {
  const { t } = useTranslation(['translation', 'whiteAddress', 'tools']);
  const { push } = useDrawers();
  const { data } = useApi('addressBook', 'auditList', { open: 1, page_size: most }, { quiet: true });
  if (!data || data.list.length === 0) return null;
  return (
    <Card flush title={t('whiteAddress:pending', { count: data.total })}>
      <ul>
        {data.list.map((change) => (
          <li
            key={change.audit_id}
            className="flex flex-wrap items-center gap-x-4 gap-y-1 border-line2 border-t px-4 py-2.5"
          >
            <span className="min-w-40 flex-1">
              <span className="font-medium">{titleOf(t, change)}</span>{' '}
              <bdi className="text-mut">
                {change.initiator_name} · <RelativeTime when={change.created_at} />
              </bdi>
            </span>
            <StatusPill tone={proposalView(change.status).tone} text={t(proposalView(change.status).text)} />
            <Button size="sm" onClick={() => push('bookChange', String(change.audit_id))}>
              {t('whiteAddress:look')}
            </Button>
          </li>
        ))}
      </ul>
      {data.total > most && (
        <Link
          to="/mpc/center/todo"
          className="block border-line2 border-t px-4 py-2.5 text-acc hover:underline focus-visible:underline"
        >
          {t('whiteAddress:pendingAll')}
        </Link>
      )}
    </Card>
  );
}
