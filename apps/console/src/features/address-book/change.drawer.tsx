import { proposalStatus, todoType } from '@holdfast/contract';
import { useMutation } from '@tanstack/react-query';
import { Minus, Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api.ts';
import { itemId } from '../../lib/item-id.ts';
import { listJoin } from '../../lib/list-join.ts';
import { queryClient, useApi } from '../../lib/query.ts';
import { ApprovalLink } from '../../ui/approval-link.tsx';
import { ApprovalNodes, nodesOf } from '../../ui/approval-nodes.tsx';
import { Button } from '../../ui/button.tsx';
import { confirm } from '../../ui/confirm.tsx';
import { Decisions } from '../../ui/decisions.tsx';
import { DigestWords } from '../../ui/digest-words.tsx';
import { AddressBlocks, RelativeTime } from '../../ui/display.tsx';
import { DrawerBody, type DrawerProps, useDrawers } from '../../ui/drawers.tsx';
import { EmptyState, ErrorState, Skeleton, StatusPill } from '../../ui/feedback.tsx';
import { Honest } from '../../ui/honest.tsx';
import { Detail } from '../../ui/layout.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { type Audit, chainNames, isPending, proposalView } from './view.ts';

/** `my_action` of an item that waits for whoever looks. */
const canDecide = 1;

/** `bookChange:<proposal>`: what would change, who has decided, who is left, and where to decide. */
export default function ChangeDrawer({ args }: DrawerProps): ReactNode {
  const { t } = useTranslation(['translation', 'whiteAddress']);
  const id = itemId(args[0]);
  const change = useApi(
    'addressBook',
    'auditDetail',
    { audit_id: id },
    { quiet: true, enabled: id > 0, refetchInterval: 5_000 },
  );
  if (id === 0) return <EmptyState title={t('whiteAddress:notFound')} />;
  if (change.error && !change.data) return <ErrorState error={change.error} onRetry={() => void change.refetch()} />;
  if (!change.data)
    return (
      <DrawerBody>
        <Skeleton className="h-7 w-2/3" />
        <Skeleton className="h-44 w-full" />
      </DrawerBody>
    );
  return <Change change={change.data} />;
}

function Change({ change }: { change: Audit }): ReactNode {
  const { t } = useTranslation(['translation', 'whiteAddress']);
  const pending = isPending(change.status);
  const view = proposalView(change.status);
  const { push } = useDrawers();
  // As the inbox has it: whose turn it is, and who asked.
  const of = { item_type: todoType.addressBook, item_id: change.audit_id };
  const item = useApi('todo', 'info', of, { quiet: true, enabled: change.status === proposalStatus.open }).data;
  const mine = pending && item?.my_action === canDecide;
  /** Also as long as it is not known whose turn it is: the signer's page knows. */
  const maySign = pending && (item === undefined || mine);
  const buttons = (
    <>
      {pending && item?.can_cancel && <Revoke id={change.audit_id} />}
      {mine && (
        <Button variant="danger" onClick={() => push('approve', `p${change.audit_id}`, 'refuse')}>
          {t('whiteAddress:refuse')}
        </Button>
      )}
    </>
  );
  return (
    <DrawerBody footer={(mine || (pending && item?.can_cancel)) && buttons}>
      <div className="flex items-center justify-between gap-3">
        <StatusPill tone={view.tone} text={t(view.text)} />
        {maySign && <ApprovalLink url={change.approval_url} />}
      </div>
      <dl>
        <Detail name={t('whiteAddress:initiator')}>
          <bdi>{change.initiator_name}</bdi> · <RelativeTime when={change.created_at} />
        </Detail>
        {pending && (
          <Detail name={t('whiteAddress:expires')}>
            <RelativeTime when={change.expire_at} />
          </Detail>
        )}
        {change.remark && (
          <Detail name={t('common.remark')}>
            <Honest text={change.remark} />
          </Detail>
        )}
      </dl>
      <Mode change={change} />
      <Payees change={change} />
      <Tokens change={change} />
      {change.nodes.length > 0 && <ApprovalNodes nodes={nodesOf(change.nodes)} />}
      <Decisions decisions={change.decisions} />
      {pending && <DigestWords words={change.digest_words} hash={change.digest} />}
      {maySign && (
        <section className="grid justify-items-center gap-3 rounded-lg border border-line bg-bg p-4 text-center">
          <p className="text-mut">{t('todo.qr.text')}</p>
          <QrCode text={change.approval_url} label={t('todo.qr.label')} />
        </section>
      )}
    </DrawerBody>
  );
}

function Mode({ change: { mode } }: { change: Audit }): ReactNode {
  const { t } = useTranslation(['translation', 'whiteAddress']);
  if (!mode) return null;
  const on = mode.mode === 'on';
  return (
    <section className="grid gap-0.5 rounded-lg border border-line p-3">
      <strong className="font-medium">{t(on ? 'whiteAddress:mode.on' : 'whiteAddress:mode.off')}</strong>
      <span className="text-mut">
        {t(on ? 'whiteAddress:mode.onText' : 'whiteAddress:mode.offText', { count: mode.cooling_hours })}
      </span>
      {mode.waits_hours > 0 && (
        <span className="text-warn">{t('whiteAddress:mode.countsAfter', { count: mode.waits_hours })}</span>
      )}
    </section>
  );
}

function Payees({ change: { add, remove } }: { change: Audit }): ReactNode {
  const { t } = useTranslation(['translation', 'whiteAddress']);
  const chains = useApi('addressBook', 'mainChains', {}, { quiet: true }).data?.list ?? [];
  return (
    <ul className="grid gap-2">
      {add.map((entry) => (
        <li key={`${entry.address} ${entry.memo}`} className="grid gap-1.5 rounded-lg border border-line p-3">
          <span className="flex items-center gap-2">
            <Plus size={13} className="text-ok" role="img" aria-label={t('whiteAddress:added')} />
            <Honest className="font-medium" text={entry.label} />
            <span className="ml-auto text-mut text-xs">{chainNames(entry.chains, chains)}</span>
          </span>
          <AddressBlocks address={entry.address} />
          <span className="text-mut text-xs">
            {entry.symbols.length > 0 ? entry.symbols.join(listJoin()) : t('whiteAddress:anyCoin')}
            {entry.memo && <bdi> · {entry.memo}</bdi>}
          </span>
        </li>
      ))}
      {remove.map((entry) => (
        <li key={entry.id} className="grid gap-1.5 rounded-lg border border-line p-3">
          <span className="flex items-center gap-2">
            <Minus size={13} className="text-bad" role="img" aria-label={t('whiteAddress:removed')} />
            <Honest className="font-medium" text={entry.label} />
          </span>
          {entry.address && <AddressBlocks address={entry.address} />}
        </li>
      ))}
    </ul>
  );
}

/** Tokens that would be paid with, or no more. */
function Tokens({ change: { tokens } }: { change: Audit }): ReactNode {
  const { t } = useTranslation(['translation', 'whiteAddress']);
  const chains = useApi('addressBook', 'mainChains', {}, { quiet: true }).data?.list ?? [];
  if (tokens.length === 0) return null;
  return (
    <ul className="grid gap-2">
      {tokens.map(({ chain, contract, symbol, decimals, taken_out: gone }) => (
        <li key={`${chain} ${contract}`} className="grid gap-1.5 rounded-lg border border-line p-3">
          <span className="flex items-center gap-2">
            <span className="font-medium">
              {t(gone ? 'whiteAddress:token.remove' : 'whiteAddress:token.add', { symbol })}
            </span>
            <span className="ml-auto text-mut text-xs">{chainNames([chain], chains)}</span>
          </span>
          <AddressBlocks address={contract} />
          {!gone && <span className="text-mut text-xs">{t('whiteAddress:token.decimals', { count: decimals })}</span>}
        </li>
      ))}
    </ul>
  );
}

function Revoke({ id }: { id: number }): ReactNode {
  const { t } = useTranslation(['translation', 'whiteAddress']);
  const revoke = useMutation({
    mutationFn: () => api.addressBook.auditRevoke({ audit_id: id }),
    onSuccess: () =>
      Promise.all(['addressBook', 'todo'].map((area) => queryClient.invalidateQueries({ queryKey: [area] }))),
  });
  const ask = async (): Promise<void> => {
    const { result } = await confirm({
      type: 'remove',
      title: t('whiteAddress:revokeTitle'),
      content: t('whiteAddress:revokeText'),
      confirmText: t('whiteAddress:revoke'),
    });
    if (result === 'confirm') revoke.mutate();
  };
  return (
    <Button busy={revoke.isPending} onClick={() => void ask()}>
      {t('whiteAddress:revoke')}
    </Button>
  );
}
