import { type OrderId, todoType } from '@holdfast/contract';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { exactAmount } from '../../lib/amount.ts';
import { api } from '../../lib/api.ts';
import { drawnPayees } from '../../lib/drawn-payees.ts';
import { useFollowed } from '../../lib/followed.ts';
import { isAskersAlone, isDecided, keyOf, readKey, type TodoItem, wantsOtherPage } from '../../lib/inbox-item.ts';
import { lazyScreen } from '../../lib/lazy.ts';
import { numbered } from '../../lib/numbered.ts';
import { useApi } from '../../lib/query.ts';
import { ApprovalLink } from '../../ui/approval-link.tsx';
import { DigestWords } from '../../ui/digest-words.tsx';
import { AddressBlocks } from '../../ui/display.tsx';
import { DrawerBody, type DrawerProps } from '../../ui/drawers.tsx';
import { Banner, EmptyState, ErrorState, Skeleton } from '../../ui/feedback.tsx';
import { Honest } from '../../ui/honest.tsx';
import { useScreen } from '../../ui/use-screen.ts';
import { ApprovalQr } from './approval-qr.tsx';
import { refusing } from './view.ts';
import { WorthNow } from './worth-now.tsx';

const RefuseWay = lazyScreen(() => import('./refuse-way.tsx'));
const ChangeApproval = lazyScreen(() => import('./change-approval.tsx'));
const Decided = lazyScreen(() => import('./decided.tsx'));

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

function Waiting(): ReactNode {
  return (
    <DrawerBody>
      <Skeleton className="h-7 w-2/3" />
      <Skeleton className="h-44 w-full" />
    </DrawerBody>
  );
}

function PaymentApproval({ id }: { id: number }): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  const { data, error, refetch } = useApi(
    'todo',
    'info',
    { item_type: todoType.withdraw, item_id: id },
    { quiet: true },
  );
  const waits = data !== undefined && !isDecided(data);
  const session = useApproval(id, data?.intent_hash ?? '', waits);
  const failed = error ?? (waits ? session.error : null);
  if (failed) return <ErrorState error={failed} onRetry={() => void Promise.all([refetch(), session.refetch()])} />;
  if (!data) return <Waiting />;
  if (!waits || !data.payment)
    return (
      <Suspense fallback={<Waiting />}>
        <Decided item={data} />
      </Suspense>
    );
  const { symbol, amount } = data.payment;
  const opened = (): void => useFollowed.getState().follow(keyOf(data), data.state);
  return (
    <DrawerBody>
      <div className="grid gap-1">
        <h3 className="font-semibold text-xl">{t('todo.signTitle')}</h3>
        <p className="text-mut">{t('todo.signText')}</p>
      </div>
      {data.asked_again && <Banner tone="warn">{t('tools:todo.askedAgain')}</Banner>}
      {!data.initiator_signed && !data.solo_mode && data.nodes.length > 0 && (
        <Banner>{t(isAskersAlone(data) ? 'todo.turn.alone' : 'todo.turn.initiate')}</Banner>
      )}
      <ApprovalLink
        url={session.data?.approval_url ?? ''}
        className="w-full"
        otherPage={wantsOtherPage(data)}
        item={keyOf(data)}
        onOpen={opened}
      />
      <section className="grid gap-2 rounded-lg border border-line p-3.5">
        <strong className="font-semibold text-lg tabular-nums">
          {exactAmount(amount)} {symbol}
        </strong>
        <WorthNow payment={data.payment} />
        <Payees payment={data.payment} />
      </section>
      <DigestWords words={data.digest_words} hash={data.intent_hash} />
      {session.data && (
        <OtherDevice>
          <ApprovalQr
            qrcId={session.data.qrc_id}
            content={session.data.content}
            expireAt={session.data.expire_at}
            otherPage={wantsOtherPage(data)}
            onRenew={() => void session.refetch()}
          />
        </OtherDevice>
      )}
    </DrawerBody>
  );
}

/** Each by name and remark, and of several with what they get. Of very many the rest stands in the inbox, and on the signer's page. */
function Payees({ payment: { outputs, symbol } }: { payment: NonNullable<TodoItem['payment']> }): ReactNode {
  const { t } = useTranslation();
  const more = outputs.length - drawnPayees;
  return (
    <>
      {outputs.length > 1 && <span>{t('tx.payees', { count: outputs.length })}</span>}
      {numbered(outputs.slice(0, drawnPayees)).map(({ item: { address, amount, label, remark }, at }) => (
        <div key={at} className="grid gap-0.5">
          <span className="min-w-0 break-words empty:hidden">
            {label !== '' && <Honest className="font-medium" text={label} />}
            {remark !== '' && (
              <span className="text-mut">
                {label !== '' && ' · '}
                <Honest text={remark} />
              </span>
            )}
          </span>
          <span className="flex flex-wrap justify-between gap-x-3">
            <AddressBlocks className="flex-1" address={address} />
            {outputs.length > 1 && (
              <span className="tabular-nums">
                {exactAmount(amount)} {symbol}
              </span>
            )}
          </span>
        </div>
      ))}
      {more > 0 && <span className="text-mut">{t('tx.payeesMore', { count: more })}</span>}
    </>
  );
}

/** A phone is mostly the device that scans: what it would show to another one is unfolded there by who wants it. */
function OtherDevice({ children }: { children: ReactNode }): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  if (useScreen() !== 'sm') return children;
  return (
    <details className="grid gap-2">
      <summary className="cursor-pointer py-2.5 text-mut">{t('tools:todo.signElsewhere')}</summary>
      {children}
    </details>
  );
}

/** An approval session: it gives links, never a decision. Opened once per look, not again at every focus of the window; but again once something else is signed under the same number, as rules that changed have it. */
function useApproval(id: number, hash: string, enabled: boolean) {
  return useQuery({
    queryKey: ['approval', id, hash],
    queryFn: () => api.withdraw.audit({ withdraw_id: id as OrderId }),
    enabled,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    meta: { quiet: true },
  });
}
