import { familyOf, takesMemo } from '@holdfast/chains';
import type { BatchPayee, SubWalletId } from '@holdfast/contract';
import { fromUnits } from '@holdfast/money';
import { bookInForce } from '@holdfast/policy';
import { addressPoisoning } from '../../address-poisoning.ts';
import type { OrderOutput } from '../../orders/service.ts';
import { Refusal, refuse } from '../../refuse.ts';
import { amountOf, checkDestination, knownAddresses, type WithdrawService } from '../withdraw/service.ts';
import type { BatchDeps, Who } from './deps.ts';
import { paidBefore } from './queries.ts';
import { duplicatesAmong, oddRows, type Read } from './rules.ts';

/** Looks at the rows of a batch: what each says, what is wrong with it, and what somebody should see before it is paid. */

export type BatchCoin = ReturnType<WithdrawService['coinOf']>;
export interface Fault {
  readonly row: number;
  readonly field: 'address' | 'memo' | 'amount';
  readonly refusal: Refusal;
}
export interface Looked {
  readonly faults: readonly Fault[];
  readonly duplicates: readonly (readonly number[])[];
  readonly whiteMisses: readonly number[];
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

interface Destination {
  readonly address: string;
  readonly theirs: Awaited<ReturnType<BatchDeps['watch']['addressOf']>>;
}

/** Where a row pays to, or why it cannot. */
async function destinationOf(
  { catalog, watch }: BatchDeps,
  { workspaceId }: Who,
  { chain, asset }: BatchCoin,
  { from, byContract }: LookedFor,
  { address: text }: BatchPayee,
): Promise<Destination | Refusal> {
  const checked = checkDestination(catalog, chain, text);
  if (!checked.ok)
    return refuse(checked.reason === 'network' ? 'addressOfOtherNetwork' : 'invalidAddress', { network: chain.name });
  const theirs = await watch.addressOf(chain, checked.address);
  const ours = theirs?.workspaceId === workspaceId ? theirs : undefined;
  if (ours?.subWalletId === from) return refuse('transferToSelf', {});
  // What a contract passes on inside a transaction no block shows as a payment.
  if (ours && byContract && asset.contract === '') return refuse('batchOwnPayee', {});
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

/** What each row says, and its faults. */
function readRows(
  coin: BatchCoin,
  payees: readonly BatchPayee[],
  places: readonly (Destination | Refusal)[],
  needsMemo: (address: string) => boolean,
): { readonly faults: Fault[]; readonly read: Read[] } {
  const faults: Fault[] = [];
  const read: Read[] = [];
  for (const [at, payee] of payees.entries()) {
    const row = at + 1;
    const place = places[at] ?? refuse('invalidAddress', { network: coin.chain.name });
    const to = place instanceof Refusal ? undefined : place.address;
    const amount = attempt(() => unitsOf(coin, payee, to));
    const memo = memoFault(coin, payee.memo, to !== undefined && needsMemo(to));
    if (place instanceof Refusal) faults.push({ row, field: 'address', refusal: place });
    if (amount instanceof Refusal) faults.push({ row, field: 'amount', refusal: amount });
    if (memo) faults.push({ row, field: 'memo', refusal: memo });
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
  const addresses = places.map((place) => (place instanceof Refusal ? '' : place.address));
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
  const isListed = (at: number): boolean => Number(entries[at]?.effectiveAt ?? Infinity) <= now;
  const listedOnly = bookInForce(policy.document.book, policy.graceRules, now).mode === 'on';
  const ours = (at: number) => {
    const place = places[at];
    return place instanceof Refusal ? undefined : place?.theirs;
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
