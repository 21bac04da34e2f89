import { isOrderType, payeeText } from '@holdfast/contract';
import { formatNumber } from '@holdfast/money';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { about } from '../../lib/about.ts';
import { exactAmount } from '../../lib/amount.ts';
import { itemId } from '../../lib/item-id.ts';
import { listJoin } from '../../lib/list-join.ts';
import { useApi } from '../../lib/query.ts';
import { useSession } from '../../lib/session.ts';
import { absoluteTime } from '../../lib/time.ts';
import type { DrawerProps } from '../../ui/drawers.tsx';
import { Banner, EmptyState, ErrorState, Skeleton } from '../../ui/feedback.tsx';
import { Detail } from '../../ui/layout.tsx';
import { isFinal } from './days.ts';
import { PrintBody } from './print-body.tsx';
import { statusView, type Transaction } from './view.ts';

/** `receipt:<type>:<id>` of one transaction. */
export default function ReceiptDrawer({ args }: DrawerProps): ReactNode {
  const { t } = useTranslation();
  const [type, id] = [itemId(args[0]), itemId(args[1])];
  const named = type > 0 && id > 0;
  const { data, error, refetch } = useApi('transaction', 'detail', { type, id }, { quiet: true, enabled: named });
  return (
    <PrintBody printable={named && data !== undefined}>
      {!named && <EmptyState title={t('tx.notFound')} />}
      {named && data && <Sheet transaction={data} />}
      {named && !data && error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {named && !data && !error && <Skeleton className="h-60 w-full" />}
    </PrintBody>
  );
}

/** Everybody who approved, each once, by their names. */
const approversOf = ({ approvals }: Transaction): string[] => {
  const members = approvals.flatMap(({ members: asked, approved }) =>
    asked.filter(({ member_id }) => approved.includes(member_id)),
  );
  return [...new Map(members.map(({ member_id, name }) => [member_id, name])).values()];
};

/** Who paid whom, what and when, with what the chain says of it: every character of it. */
function Sheet({ transaction }: { transaction: Transaction }): ReactNode {
  const { t } = useTranslation();
  const { type, id, evidence, real_fee, fee_symbol, outputs, symbol_alias, note, remark, memo, worth_usd } =
    transaction;
  const isOrder = isOrderType(type);
  const walletId = useSession((state) => state.walletId);
  const user = useApi('user', 'info', {}, { quiet: true }).data;
  const workspace = user?.wallets.find(({ wallet_id }) => wallet_id === walletId)?.wallet_name ?? '';
  const facts: readonly (readonly [string, string])[] = [
    [t('tx.column.status'), t(statusView(type, transaction.status).text)],
    [t('common.amount'), `${exactAmount(transaction.amount)} ${symbol_alias}`],
    ...(transaction.nft?.items ?? []).map(({ collection, contract_address, token_id, amount }): [string, string] => [
      t('nft.collection'),
      `${collection || t('nft.unnamed')} · #${token_id}${amount === '1' ? '' : ` × ${amount}`} · ${contract_address}`,
    ]),
    [t('tx.worthThen'), worth_usd === null ? '' : `$${formatNumber(worth_usd)}`],
    [t('common.network'), transaction.coin_net],
    [t('tx.receipt.workspace'), workspace],
    [t('common.subWallet'), transaction.sub_wallet_name],
    [t('tx.from'), transaction.address_from],
    ...outputs.map((output): [string, string] => [
      t('tx.to'),
      outputs.length === 1
        ? output.address
        : payeeText({ ...output, amount: `${exactAmount(output.amount)} ${symbol_alias}` }),
    ]),
    // Of several each has its own beside its address.
    [t('tx.column.counterparty'), outputs.length === 1 ? transaction.counterparty_label : ''],
    [t('withdraw.memo'), outputs.length === 1 ? memo : ''],
    [t('tx.batch'), transaction.batch_name],
    [
      t('tx.feePaid'),
      isOrder && real_fee !== null
        ? `${exactAmount(real_fee)} ${fee_symbol}${about(transaction.fee_worth_usd ?? '')}`
        : '',
    ],
    [t('tx.txid'), evidence.txid],
    [t('tx.receipt.block'), evidence.block_height === null ? '' : `${evidence.block_height} · ${evidence.block_hash}`],
    [t('tx.created'), absoluteTime(transaction.created_at)],
    [t('tx.receipt.last'), absoluteTime(transaction.updated_at)],
    [t('tx.initiator'), transaction.initiator_name],
    [t('tx.receipt.approvedBy'), approversOf(transaction).join(listJoin())],
    [t('common.remark'), remark],
    [t('tx.note.text'), note],
  ];
  return (
    <article data-print className="grid gap-4">
      <h3 className="font-semibold text-xl tracking-tight">
        {t(isOrder ? 'tx.receipt.payment' : 'tx.receipt.deposit', { id })}
      </h3>
      {!isFinal(transaction) && <Banner tone="warn">{t('tx.receipt.notFinal')}</Banner>}
      <dl className="rounded-lg border border-line px-3.5 py-1.5 tabular-nums">
        {facts
          .filter(([, text]) => text !== '')
          .map(([name, text]) => (
            <Detail key={`${name} ${text}`} name={name}>
              <bdi className="break-all">{text}</bdi>
            </Detail>
          ))}
      </dl>
    </article>
  );
}
