import { type OrderId, todoType } from '@holdfast/contract';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, CircleX } from 'lucide-react';
import { type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { exactAmount } from '../../lib/amount.ts';
import { api } from '../../lib/api.ts';
import { useFollowed } from '../../lib/followed.ts';
import { asksOtherPage, readKey } from '../../lib/inbox-item.ts';
import { lazyScreen } from '../../lib/lazy.ts';
import { useApi } from '../../lib/query.ts';
import { ApprovalLink } from '../../ui/approval-link.tsx';
import { Button } from '../../ui/button.tsx';
import { DigestWords } from '../../ui/digest-words.tsx';
import { AddressBlocks } from '../../ui/display.tsx';
import { DrawerBody, type DrawerProps, useDrawers } from '../../ui/drawers.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../ui/feedback.tsx';
import { ApprovalQr } from './approval-qr.tsx';
import { awaitingApproval, refusing } from './view.ts';

const withdrawType = 2;

const RefuseWay = lazyScreen(() => import('./refuse-way.tsx'));
const ChangeApproval = lazyScreen(() => import('./change-approval.tsx'));

/** `approve:<order>` or `approve:p<change>`, and with `:refuse` the way to refuse it: the way to the approval page, on this device or by its QR code on another. */
export default function ApproveDrawer({ args }: DrawerProps): ReactNode {
  const { t } = useTranslation();
  const key = readKey(args[0]);
  if (!key) return <EmptyState title={t('tx.notFound')} />;
  if (args[1] === refusing)
    return (
      <Suspense fallback={<Skeleton className="m-5 h-44" />}>
        <RefuseWay of={key} />
      </Suspense>
    );
  if (key.item_type === todoType.withdraw) return <PaymentApproval id={key.item_id} />;
  return (
    <Suspense fallback={<Skeleton className="m-5 h-44" />}>
      <ChangeApproval of={key} />
    </Suspense>
  );
}

function PaymentApproval({ id }: { id: number }): ReactNode {
  const order = useApi('transaction', 'detail', { type: withdrawType, id }, { quiet: true });
  const session = useApproval(id, order.data?.status === awaitingApproval);
  const { t } = useTranslation();
  const error = order.error ?? session.error;
  if (error) return <ErrorState error={error} onRetry={() => void Promise.all([order.refetch(), session.refetch()])} />;
  if (!order.data)
    return (
      <DrawerBody>
        <Skeleton className="h-7 w-2/3" />
        <Skeleton className="h-44 w-full" />
      </DrawerBody>
    );
  const { evidence, amount, symbol_alias, outputs, status, approvals, decisions } = order.data;
  const open = approvals.filter(({ approved, threshold }) => approved.length < threshold).map(({ kind }) => kind);
  const otherPage = asksOtherPage({ open, decisions });
  const opened = (): void => useFollowed.getState().follow(String(id), awaitingApproval);
  if (status !== awaitingApproval) return <Decided id={id} status={status} />;
  return (
    <DrawerBody>
      <div className="grid gap-1">
        <h3 className="font-semibold text-xl">{t('todo.signTitle')}</h3>
        <p className="text-mut">{t('todo.signText')}</p>
      </div>
      <ApprovalLink
        url={session.data?.approval_url ?? ''}
        className="w-full"
        otherPage={otherPage}
        item={String(id)}
        onOpen={opened}
      />
      <section className="grid gap-2 rounded-lg border border-line p-3.5">
        <strong className="font-semibold text-lg tabular-nums">
          {exactAmount(amount)} {symbol_alias}
        </strong>
        {outputs.map(({ address }) => (
          <AddressBlocks key={address} address={address} />
        ))}
      </section>
      <DigestWords words={evidence.digest_words} hash={evidence.intent_digest} />
      {session.data && (
        <ApprovalQr
          qrcId={session.data.qrc_id}
          content={session.data.content}
          expireAt={session.data.expire_at}
          onRenew={() => void session.refetch()}
        />
      )}
    </DrawerBody>
  );
}

/** An approval session: it gives links, never a decision. Opened once per look, not again at every focus of the window. */
function useApproval(id: number, enabled: boolean) {
  return useQuery({
    queryKey: ['approval', id],
    queryFn: () => api.withdraw.audit({ withdraw_id: id as OrderId }),
    enabled,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    meta: { quiet: true },
  });
}

const refusedFrom = 2100;

function Decided({ id, status }: { id: number; status: number }): ReactNode {
  const { t } = useTranslation();
  const drawers = useDrawers();
  const refused = status >= refusedFrom;
  return (
    <EmptyState
      icon={refused ? <CircleX size={18} aria-hidden /> : <CircleCheck size={18} aria-hidden />}
      title={t(refused ? 'todo.endedTitle' : 'todo.approvedTitle')}
      text={t(refused ? 'todo.endedText' : 'todo.approvedText')}
      action={
        <Button variant="primary" onClick={() => drawers.replace('transaction', String(withdrawType), String(id))}>
          {t('todo.seeTransaction')}
        </Button>
      }
    />
  );
}
