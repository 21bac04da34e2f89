import { familyOf, takesMemo } from '@holdfast/chains';
import type { BatchPayee, SubWalletId } from '@holdfast/contract';
import { fromUnits } from '@holdfast/money';
import { bookInForce } from '@holdfast/policy';
import { addressPoisoning } from '../../address-poisoning.ts';
import type { OrderOutput } from '../../orders/service.ts';
import { Refusal, refuse } from '../../refuse.ts';
import {
  amountOf,
  checkDestination,
  type DestinationCheck,
  knownAddresses,
  type WithdrawService,
} from '../withdraw/service.ts';
import type { BatchDeps, Who } from './deps.ts';
import { paidBefore } from './queries.ts';
import { duplicatesAmong, oddRows, type Read } from './rules.ts';

/** Looks at the rows of a batch: what each says, what is wrong with it, and what somebody should see before it is paid. */

export type BatchCoin = ReturnType<WithdrawService['coinOf']>;
export interface Fault {
  readonly row: number;
  readonly field: 'address' | 'memo' | 'amount';
  readonly refusal: Refusal;
  /** Of an address: why it cannot be one that is paid. */
  readonly address: Unreadable | null;
  readonly link: Link | null;
}
export interface Looked {
  readonly faults: readonly Fault[];
  readonly duplicates: readonly (readonly number[])[];
  readonly whiteMisses: readonly number[];
  readonly cooling: readonly { readonly row: number; readonly from: Date }[];
  readonly alike: readonly { readonly row: number; readonly to: readonly string[] }[];
  readonly firstTimes: readonly number[];
  readonly unseen: readonly number[];
  /** Of the sound rows, in order. */
  readonly outputs: readonly OrderOutput[];
  /** Of every row: as the book calls its payee, and whose address it is where it is ours. */
  readonly named: readonly Named[];
}
export interface Named {
  readonly label: string;
  readonly own: SubWalletId | null;
}
export const nobody: Named = { label: '', own: null };

/** From where, and whether a contract pays. */
export interface LookedFor {
  readonly from: SubWalletId;
  readonly byContract: boolean;
}

type Unreadable = Omit<Extract<DestinationCheck, { ok: false }>, 'ok'>;
/** Why a payment link is not read for the coin; '' for one that could be. */
type Link = Pick<ReturnType<WithdrawService['paymentLink']>, 'fault' | 'network' | 'coin'>;
/** Why a row's payee cannot be paid. */
interface Nowhere {
  readonly refusal: Refusal;
  readonly address: Unreadable | null;
  readonly link: Link | null;
}
/** Something else than what stands as the address is wrong. */
const noText = { address: null, link: null };
interface Destination {
  readonly address: string;
  readonly theirs: Awaited<ReturnType<BatchDeps['watch']['addressOf']>>;
}

/** What an address that is none says as a payment link; null where it is no link. */
function linkIn({ withdraws }: BatchDeps, { chain, asset }: BatchCoin, text: string): Link | null {
  const name = { symbol: asset.symbol, chain_id: chain.id, contract_address: asset.contract };
  const { fault, network, coin } = withdraws.paymentLink(name, text);
  return fault === 'unknown' ? null : { fault, network, coin };
}

/** Where a row pays to, or why it cannot. */
async function destinationOf(
  deps: BatchDeps,
  { workspaceId }: Who,
  coin: BatchCoin,
  { from, byContract }: LookedFor,
  { address: text }: BatchPayee,
): Promise<Destination | Nowhere> {
  const { catalog, watch } = deps;
  const { chain, asset } = coin;
  const checked = checkDestination(catalog, chain, text);
  if (!checked.ok) {
    const { ok: _, ...address } = checked;
    const name = checked.reason === 'network' ? 'addressOfOtherNetwork' : 'invalidAddress';
    return { refusal: refuse(name, { network: chain.name }), address, link: linkIn(deps, coin, text) };
  }
  const theirs = await watch.addressOf(chain, checked.address);
  const ours = theirs?.workspaceId === workspaceId ? theirs : undefined;
  if (ours?.subWalletId === from) return { refusal: refuse('transferToSelf', {}), ...noText };
  // What a contract passes on inside a transaction no block shows as a payment.
  if (ours && byContract && asset.contract === '') return { refusal: refuse('batchOwnPayee', {}), ...noText };
  return { address: checked.address, theirs: ours };
}

/** @throws Refusal for one that is not to be paid */
function unitsOf({ chain, asset }: BatchCoin, { amount }: BatchPayee, to: string | undefined): bigint {
  if (!/^\d+(\.\d+)?$/.test(amount)) throw refuse('amountError', {});
  const units = amountOf(amount, asset);
  const least = to === undefined ? 0n : familyOf(chain).leastPayment(chain, to);
  if (units < least) throw refuse('belowMinimum', { min: fromUnits(least, asset.decimals), symbol: asset.symbol });
  return units;
}

function attempt<T>(read: () => T): T | Refusal {
  try {
    return read();
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

function memoFault({ chain }: BatchCoin, memo: string, needed: boolean): Refusal | undefined {
  if (!takesMemo(familyOf(chain), memo)) return refuse('invalidParameters', { field: 'memo' });
  return memo === '' && needed ? refuse('memoNeeded', {}) : undefined;
}

type Entries = Awaited<ReturnType<BatchDeps['book']['findAll']>>;

const addressOf = (place: Destination | Nowhere | undefined): string | undefined =>
  place === undefined || 'refusal' in place ? undefined : place.address;

/** What each row says, and its faults. */
function readRows(
  coin: BatchCoin,
  payees: readonly BatchPayee[],
  places: readonly (Destination | Nowhere)[],
  needsMemo: (address: string) => boolean,
): { readonly faults: Fault[]; readonly read: Read[] } {
  const faults: Fault[] = [];
  const read: Read[] = [];
  for (const [at, payee] of payees.entries()) {
    const row = at + 1;
    const place = places[at];
    const to = addressOf(place);
    const amount = attempt(() => unitsOf(coin, payee, to));
    const memo = memoFault(coin, payee.memo, to !== undefined && needsMemo(to));
    if (place && 'refusal' in place) faults.push({ row, field: 'address', ...place });
    if (amount instanceof Refusal) faults.push({ row, field: 'amount', refusal: amount, ...noText });
    if (memo) faults.push({ row, field: 'memo', refusal: memo, ...noText });
    if (to !== undefined && !(amount instanceof Refusal) && !memo)
      read.push({ row, address: to, memo: payee.memo, amount });
  }
  return { faults, read };
}

/** @throws nothing for a bad row: it is said */
export async function lookAtRows(
  deps: BatchDeps,
  who: Who,
  coin: BatchCoin,
  wanted: LookedFor,
  payees: readonly BatchPayee[],
): Promise<Looked> {
  const { db, book, orders, clock } = deps;
  const { chain, asset } = coin;
  const places = await Promise.all(payees.map((payee) => destinationOf(deps, who, coin, wanted, payee)));
  const addresses = places.map((place) => addressOf(place) ?? '');
  const [needsMemo, entries, known, paid, policy] = await Promise.all([
    book.memoNeeders(who.workspaceId, chain),
    book.findAll(
      who.workspaceId,
      chain,
      asset.contract,
      payees.map(({ memo }, at) => ({ address: addresses[at] ?? '', memo })),
    ),
    knownAddresses(db, who, chain.id),
    paidBefore(db, who, chain.id, [...new Set(addresses)].filter(Boolean)),
    orders.policy(),
  ]);
  const { faults, read } = readRows(coin, payees, places, needsMemo);
  const likeOf = addressPoisoning([...known, ...addresses.filter(Boolean).map((address) => ({ address }))]);
  const alike = read.flatMap(({ row, address }) => {
    const to = [...new Set(likeOf(address).map((one) => one.address))];
    return to.length > 0 ? [{ row, to }] : [];
  });
  const now = clock().getTime();
  const listedFrom = (at: number): number => Number(entries[at]?.effectiveAt ?? Infinity);
  const isListed = (at: number): boolean => listedFrom(at) <= now;
  const listedOnly = bookInForce(policy.document.book, policy.graceRules, now).mode === 'on';
  const ours = (at: number) => {
    const place = places[at];
    return place === undefined || 'refusal' in place ? undefined : place.theirs;
  };
  const duplicates = duplicatesAmong(read);
  const odd = oddRows(
    duplicates,
    alike.map(({ row }) => row),
  );
  return {
    faults,
    duplicates,
    alike,
    whiteMisses: listedOnly
      ? read.flatMap(({ row }) => (isListed(row - 1) || ours(row - 1) !== undefined ? [] : [row]))
      : [],
    cooling: read.flatMap(({ row }) =>
      entries[row - 1] && !isListed(row - 1) && !ours(row - 1) ? [{ row, from: new Date(listedFrom(row - 1)) }] : [],
    ),
    firstTimes: read.flatMap(({ row, address }) => (paid.has(address) ? [] : [row])),
    unseen: [...odd].filter((row) => payees[row - 1]?.seen !== 1).sort((a, b) => a - b),
    outputs: read.map(({ row, address, memo, amount }) => ({
      ...{ address, memo, amount },
      ...listingOf(ours(row - 1), isListed(row - 1) ? entries[row - 1] : undefined),
    })),
    named: payees.map((_, at) => ({ label: entries[at]?.label ?? '', own: ours(at)?.subWalletId ?? null })),
  };
}

/** What the payee is to us: an address of our own, or an active entry of the address book. */
const listingOf = (
  own: Destination['theirs'],
  entry: Entries[number] | undefined,
): Pick<OrderOutput, 'entry' | 'path'> => ({
  entry: own ? '' : (entry?.hash ?? ''),
  path: own?.path ?? '',
});
