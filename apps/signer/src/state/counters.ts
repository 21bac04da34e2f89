import { assetKey } from '@holdfast/policy';
import { type Decision, dropsPayment, paymentOf } from './entries.ts';
import { addRecent } from './recent.ts';
import { type SignerState, type Spending, velocityWindowMs } from './state.ts';

/** What this signer counts of the payments that it let through: for its operator's limits of a day, and for the windows of the rules. */

const chainOf = ({ asset }: Decision): string => asset.slice(0, asset.indexOf('|'));

/** `wallet|chain`: one budget for fees. */
export const feeCounterOf = (wallet: string, chain: string): string => `${wallet}|${chain}`;

/** Where a payment adds to the day, and how much. Decisions older than fees' counting have none. */
function lines(state: SignerState, decision: Decision, at: number): [Map<string, Spending[]>, string, Spending][] {
  const { wallet, asset } = decision;
  const id = paymentOf(decision);
  const [amount, fee] = [BigInt(decision.amount), BigInt(decision.fee ?? 0)];
  const coin = assetKey(chainOf(decision), '');
  const rows = decision.batch ? { payments: decision.batch.rows } : {};
  const paid: Spending = { id, at, amount: asset === coin ? amount + fee : amount, ...rows };
  if (decision.fee === undefined) return [[state.spent, `${wallet}|${asset}`, paid]];
  const besides: [Map<string, Spending[]>, string, Spending][] =
    asset === coin ? [] : [[state.spent, `${wallet}|${coin}`, { id, at, amount: fee, feeOnly: true }]];
  for (const other of decision.beside ?? [])
    besides.push([state.spent, `${wallet}|${other.asset}`, { id, at, amount: BigInt(other.amount) }]);
  return [
    [state.spent, `${wallet}|${asset}`, paid],
    ...besides,
    [state.fees, feeCounterOf(wallet, chainOf(decision)), { id, at, amount: fee }],
  ];
}

const centsOf = (text: string | undefined): bigint | undefined => (text === undefined ? undefined : BigInt(text));

/**
 * A row counts as its whole batch, which members decided on as one: its others have room from then on.
 * Whoever drops a payment may still see it made: as much counts on as that one pays, and the fee of what is to take its place.
 */
function counted(state: SignerState, decision: Decision): Decision {
  if (decision.batch) return { ...decision, amount: decision.batch.amount, fee: decision.batch.fee };
  const first = dropsPayment(decision) ? state.decided.get(paymentOf(decision)) : undefined;
  if (!first) return decision;
  const { amount, asset, cents, initiator, beside } = first;
  const { cents: _, ...own } = decision;
  return { ...own, amount, asset, ...(initiator && { initiator }), ...(cents && { cents }), ...(beside && { beside }) };
}

export function count(state: SignerState, decided: Decision, at: number): void {
  const decision = counted(state, decided);
  for (const [counters, name, spending] of lines(state, decision, at))
    addRecent(counters, name, spending, (other) => other.at > at - velocityWindowMs);
  const { wallet, asset, initiator: member = '', fee, feeCents } = decision;
  const id = paymentOf(decision);
  const cost = { asset: assetKey(chainOf(decision), ''), units: BigInt(fee ?? 0), cents: centsOf(feeCents) };
  const paid = { id, at, wallet, member, asset, units: BigInt(decision.amount), cents: centsOf(decision.cents) };
  const beside = decision.beside?.map((one) => ({
    asset: one.asset,
    units: BigInt(one.amount),
    cents: centsOf(one.cents),
  }));
  state.spendings.add({ ...paid, ...(fee === undefined ? {} : { fee: cost }), ...(beside && { beside }) });
}

const bidsKept = 50;

/** Of what was signed alone: a server opens sessions as it likes. A payment whose fee is raised counts once. */
export function noteBid(state: SignerState, id: string): void {
  const decision = state.decided.get(id);
  if (decision?.bid === undefined) return;
  const chain = chainOf(decision);
  const payment = paymentOf(decision);
  const others = (state.bids.get(chain) ?? []).filter((one) => one.id !== payment);
  state.bids.set(chain, [...others, { id: payment, bid: BigInt(decision.bid) }].slice(-bidsKept));
}

/** It is never made, or counted anew, so no counter counts it any more. @param id of the payment, or of the batch */
export function uncount(state: SignerState, id: string): void {
  const decision = state.decided.get(id) ?? state.decided.get(state.batches.get(id)?.row ?? '');
  if (!decision) return;
  state.spendings.drop(id);
  for (const [counters, name] of lines(state, decision, 0)) {
    const others = (counters.get(name) ?? []).filter((spending) => spending.id !== id);
    counters.set(name, others);
  }
}
