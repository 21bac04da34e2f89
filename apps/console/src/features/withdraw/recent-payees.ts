import { type contract, filterMost, type Output, orderStatus, transactionType } from '@holdfast/contract';
import { formatAmount } from '@holdfast/money';
import { type UseQueryResult, useQueries } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { apiQuery, useApi } from '../../lib/query.ts';
import { relativeTime } from '../../lib/time.ts';
import { type CoinName, useWalletCoin } from '../../lib/wallets.ts';
import type { Payee } from '../../ui/payee-picker.tsx';

type Row = Output<typeof contract.transaction.list>['list'][number];
type Detail = Output<typeof contract.transaction.detail>;
type Who = Pick<Payee, 'address' | 'memo'>;

/** So many of the newest payments are looked at. */
const lookedAt = 100;
/** More are not recent, and nobody reads them. */
const mostRecent = 5;
/** So many are looked at more closely, since some may be left out then. */
const mostDetails = 8;
/** `withdraw_source`: a member asked in a browser. Whom a program pays, its customers have named: anybody could bring a look-alike in by it. */
const byMember = 3;

/** Behind one address of an exchange stand many: each memo is a payee of its own. */
export const payeeKey = ({ address, memo }: Who): string => `${address} ${memo}`;

interface RecentPayee extends Who {
  /** The last order that paid it. */
  readonly id: number;
  /** What the team's book calls it; '' where it does not list it. */
  readonly label: string;
  readonly amount: string;
  readonly symbol: string;
  readonly when: Date;
  /** Of what was looked at. */
  readonly times: number;
}

/** A member asked for it, one payee outside of the workspace got it, and it is final. The row of a batch has no name here, and is paid by a batch again. */
const isPayment = (row: Row): boolean =>
  row.type === transactionType.withdraw &&
  row.status === orderStatus.done &&
  row.direction === 'out' &&
  row.stake === null &&
  row.nft === null &&
  row.outputs.length === 1 &&
  row.withdraw_source === byMember &&
  !row.counterparty_own;

/** Everybody whom these orders paid, each once, the last paid first. What came in counts for nothing: whoever sends something would be offered by it. */
export function recentlyPaid(rows: readonly Row[]): RecentPayee[] {
  const paid = rows
    .filter(isPayment)
    .sort((a, b) => b.updated_at.getTime() - a.updated_at.getTime())
    .map(({ id, address_to: address, memo, counterparty_label: label, amount, symbol, updated_at: when }) => ({
      ...{ id, address, memo, label, amount, symbol, when },
    }));
  return [...Map.groupBy(paid, payeeKey).values()].flatMap(([last, ...earlier]) =>
    last ? [{ ...last, times: earlier.length + 1 }] : [],
  );
}

/** By label or address, as the books are searched. */
export function isNamed({ label, address }: Pick<RecentPayee, 'label' | 'address'>, keyword: string): boolean {
  const part = keyword.toLowerCase();
  return label.toLowerCase().includes(part) || address.toLowerCase().includes(part);
}

/** Undefined until all are known, so that none moves from under a finger. */
const allOf = (results: UseQueryResult<Detail>[]): readonly Detail[] | undefined =>
  results.some(({ isPending }) => isPending) ? undefined : results.flatMap(({ data }) => data ?? []);

/**
 * Those of them whose last order was made on this chain and is no refund: that goes to whoever paid in, so that dust of a look-alike would get in by it. The
 * list tells neither. One that cannot be looked at is left out.
 */
function useConfirmed(payees: readonly RecentPayee[], chain: string): readonly RecentPayee[] {
  const details = useQueries({
    queries: payees.map(({ id }) =>
      apiQuery('transaction', 'detail', { type: transactionType.withdraw, id }, { quiet: true }),
    ),
    combine: allOf,
  });
  const sound = new Set(
    details?.filter(({ refunds, evidence }) => refunds === null && evidence.chain_id === chain).map(({ id }) => id),
  );
  return payees.filter(({ id }) => sound.has(id));
}

/** The newest payments in the coin's network, in as many of its coins as can be asked for at once: its own first. */
function useNewest({ symbol, chain_id }: CoinName): readonly Row[] {
  const { coins } = useWalletCoin([]);
  const others = coins.filter((one) => one.chain_id === chain_id).map((one) => one.symbol);
  const asked = {
    type: transactionType.withdraw,
    status: orderStatus.done,
    symbol: [...new Set([symbol, ...others])].slice(0, filterMost),
    chain_id,
    page_no: 1,
    page_size: lookedAt,
  };
  const isKnown = coins.length > 0;
  return useApi('transaction', 'list', asked, { quiet: true, enabled: isKnown }).data?.list ?? [];
}

interface Asked {
  readonly coin: CoinName;
  /** Of a label or an address; '' for all. */
  readonly keyword: string;
  /** Who is offered already; undefined until that is known, and then nobody is offered here either. */
  readonly above: readonly Who[] | undefined;
  /** Whom the rules let be paid. */
  readonly isPayable: (payee: Who) => boolean;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** The last whom members had paid in a coin's network, but for those who are offered above: by orders alone, never by what the chain shows. */
export function useRecentPayees({ coin, keyword, above, isPayable, now }: Asked): readonly Payee[] {
  const { t } = useTranslation(['translation', 'whiteAddress']);
  const offered = new Set(above?.map(payeeKey));
  const fitting = recentlyPaid(useNewest(coin)).filter(
    (payee) => above !== undefined && isNamed(payee, keyword) && !offered.has(payeeKey(payee)) && isPayable(payee),
  );
  const confirmed = useConfirmed(fitting.slice(0, mostDetails), coin.chain_id).slice(0, mostRecent);
  return confirmed.map(({ id, address, memo, label, amount, symbol, when, times }) => {
    const last = [`${formatAmount(amount)} ${symbol}`, relativeTime(when, now)];
    const often = times > 1 ? [t('whiteAddress:recent.times', { count: times })] : [];
    return { key: String(id), label, address, memo, paid: [...last, ...often].join(' · ') };
  });
}
