import type { ChainFacts, Movement, StakeDone } from '@holdfast/devnet';
import type { AskedPayment, BookedOrder, Books, ChangedRules, Decided, MadeDeposit } from './facts.ts';

export interface Evidence {
  readonly asked: readonly AskedPayment[];
  readonly made: readonly MadeDeposit[];
  readonly books: Books;
  readonly chain: ChainFacts;
  readonly decided: readonly Decided[];
  readonly rules: ChangedRules;
  /** By coin, what a deposit has at least to be credited; smaller ones are kept apart (a coin of a jetton's notice on TON). */
  readonly minimums: ReadonlyMap<string, bigint>;
}

/** Statuses from which an order does not move (domain.md 4.4). */
const final = new Set([2000, 2100, 2200, 2201, 2202, 2300, 2400]);
const done = 2000;
const credited = 2000;

function group<T>(items: Iterable<T>, keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    groups.set(key, [...(groups.get(key) ?? []), item]);
  }
  return groups;
}
const tell = ({ units, symbol, address, txid }: Movement): string => `${units} ${symbol} to ${address} in ${txid}`;

function* checkOrder(order: BookedOrder, asked: AskedPayment | undefined): Generator<string> {
  if (!final.has(order.status)) yield `order ${order.id} is stuck at ${order.status} ${order.subStatus}`;
  else if (order.status !== done) yield `order ${order.id} was accepted but ended ${order.status} ${order.subStatus}`;
  if (!asked) yield `order ${order.id} was never asked for`;
  else if (asked.refused !== undefined)
    yield `request ${order.requestId} was refused (${asked.refused}) but is order ${order.id}`;
  else if (
    asked.units !== order.units ||
    asked.payee !== order.payee ||
    asked.symbol !== order.symbol ||
    (asked.stake?.kind ?? '') !== order.stake
  )
    yield `order ${order.id} is not what ${order.requestId} asked for`;
}

/** Every request that was accepted is one order, and no other orders exist. */
export function* checkOrders({ asked, books }: Evidence): Generator<string> {
  const byRequest = group(books.orders, ({ requestId }) => requestId);
  const byId = new Map(books.orders.map((order) => [order.id, order]));
  for (const each of asked) {
    const orders = byRequest.get(each.requestId) ?? [];
    if (orders.length > 1) yield `request ${each.requestId} became ${orders.length} orders`;
    if (each.otherIds.length > 0)
      yield `request ${each.requestId} was answered with several orders: ${[each.orderId, ...each.otherIds]}`;
    if (each.orderId !== undefined && !byId.has(each.orderId)) yield `order ${each.orderId} was accepted and is lost`;
    if (each.orderId === undefined && each.refused === undefined) yield `request ${each.requestId} never got an answer`;
  }
  const requests = new Map(asked.map((each) => [each.requestId, each]));
  for (const order of books.orders) yield* checkOrder(order, requests.get(order.requestId));
}

/** Every order is paid once, exactly, to its payee; nothing else leaves. */
export function* checkPayments({ asked, books, chain }: Evidence): Generator<string> {
  const paid = group(chain.payments, ({ address, symbol }) => `${address} ${symbol}`);
  const ordered = new Map<string, AskedPayment>();
  for (const each of asked)
    if (each.orderId !== undefined && !each.stake) ordered.set(`${each.payee} ${each.symbol}`, each);
  for (const [key, each] of ordered) {
    const payments = paid.get(key) ?? [];
    const [payment] = payments;
    if (!payment) yield `order ${each.orderId} (${each.units} ${each.symbol} to ${each.payee}) was not paid: lost`;
    else if (payments.length > 1)
      yield `order ${each.orderId} was paid ${payments.length} times: ${payments.map(({ txid }) => txid)}`;
    else if (payment.units !== each.units) yield `order ${each.orderId} of ${each.units} was paid as ${tell(payment)}`;
  }
  for (const [key, payments] of paid)
    if (!ordered.has(key)) for (const each of payments) yield `nobody ordered ${tell(each)}`;
  const onChain = new Set(chain.payments.map(({ txid }) => txid));
  for (const { id, txid, status, stake } of books.orders)
    if (stake === '' && status === done && !onChain.has(txid))
      yield `order ${id} counts as paid by ${txid}, which paid nothing`;
  for (const txid of chain.failed) yield `our transaction ${txid} failed on the chain`;
  for (const [account, gaps] of chain.nonceGaps) yield `${account} left out the nonces ${gaps}`;
}

const spell = ({ kind, account, to, resource, units }: Omit<StakeDone, 'txid'>): string =>
  `${kind} of ${units} for ${resource || 'any resource'} by ${account}${to === '' ? '' : ` to ${to}`}`;

/** What was asked to be done with stake was done once, as it was asked for; nothing else was done with it. */
export function* checkStakes({ asked, books, chain }: Evidence): Generator<string> {
  const stakes = group(chain.stakes ?? [], ({ txid }) => txid);
  const requests = new Map(asked.map((each) => [each.requestId, each]));
  const used = new Set<string>();
  for (const { id, requestId, txid, stake, status } of books.orders) {
    const wanted = requests.get(requestId);
    if (stake === '' || status !== done || !wanted?.stake) continue;
    const made = stakes.get(txid) ?? [];
    const [one] = made;
    const told = spell({ ...wanted.stake, units: wanted.units });
    if (!one) yield `order ${id} (${told}) was not made: lost`;
    else if (made.length > 1 || used.has(txid)) yield `order ${id} (${told}) shares ${txid} with another`;
    else if (spell(one) !== told) yield `order ${id} (${told}) was made as ${spell(one)}`;
    used.add(txid);
  }
  for (const [txid, made] of stakes)
    if (!used.has(txid)) for (const one of made) yield `nobody ordered ${spell(one)} in ${txid}`;
}

/** What arrived was credited once, or kept apart where it is too small, and nothing was credited that did not arrive. */
export function* checkDeposits({ made, books, chain, minimums }: Evidence): Generator<string> {
  const keyOf = (m: Movement): string => `${m.txid} ${m.symbol} ${m.address} ${m.units}`;
  const arrived = group(chain.receipts, keyOf);
  const booked = group(books.deposits, keyOf);
  for (const [key, movements] of arrived) {
    const deposits = booked.get(key) ?? [];
    if (deposits.length < movements.length) yield `lost deposit: ${key}`;
    for (const { symbol, units, status, subStatus } of deposits)
      if (units < (minimums.get(symbol) ?? 0n) ? subStatus !== 'below_minimum' : status !== credited)
        yield `deposit ${key} is at ${status} ${subStatus}`;
  }
  for (const [key, deposits] of booked)
    if (deposits.length > (arrived.get(key)?.length ?? 0))
      yield `deposit booked ${deposits.length} times, arrived ${arrived.get(key)?.length ?? 0} times: ${key}`;
  const seen = new Set(
    [...chain.receipts, ...(chain.given ?? [])].map((m) => `${m.txid} ${m.symbol} ${m.address} ${m.units}`),
  );
  for (const { txid, symbol, address, units } of made)
    if (txid !== undefined && !seen.has(`${txid} ${symbol} ${address} ${units}`))
      yield `the faucet's ${txid} is not on the chain`;
}

/** The books are the chain, address by address; nothing is held or frozen any more. */
export function* checkBalances({ books, chain }: Evidence): Generator<string> {
  for (const key of new Set([...books.balances.keys(), ...chain.balances.keys()])) {
    const [booked, held] = [books.balances.get(key) ?? 0n, chain.balances.get(key) ?? 0n];
    if (booked !== held) yield `${key}: the books say ${booked}, the chain ${held} (${booked - held})`;
  }
  for (const [key, units] of books.locked) if (units !== 0n) yield `${key}: ${units} still held for orders`;
  for (const symbol of books.frozen) yield `${symbol} was frozen`;
  if (books.laneHoles > 0) yield `${books.laneHoles} nonces were given back and not used again`;
}

/**
 * No signer signed an intent twice outside its conflict class: all transactions of an intent share the nonce, or at least one input common to
 * all of them, so that at most one can be mined; and no nonce or input serves two intents.
 */
export function* checkConflicts({ decided }: Evidence): Generator<string> {
  for (const [signer, all] of group(decided, (each) => each.signer)) {
    for (const [intent, decisions] of group(all, (each) => each.intent)) {
      const [first, ...others] = decisions;
      const common = (first?.keys ?? []).filter((key) => others.every(({ keys }) => keys.includes(key)));
      if (common.length === 0) yield `signer ${signer} signed intent ${intent} outside its conflict class`;
    }
    const owner = new Map<string, string>();
    for (const { intent, keys } of all)
      for (const key of keys) {
        const other = owner.get(key);
        if (other !== undefined && other !== intent) yield `signer ${signer} signed ${key} for two intents`;
        owner.set(key, intent);
      }
  }
}

/** However often a payment was asked for again under other rules, a signer decided it under one intent. */
export function* checkRequests({ decided }: Evidence): Generator<string> {
  for (const [signer, all] of group(decided, (each) => each.signer))
    for (const [request, decisions] of group(all, (each) => each.request)) {
      const intents = new Set(decisions.map(({ intent }) => intent));
      if (intents.size > 1) yield `signer ${signer} signed request ${request} as ${intents.size} intents`;
    }
}

/** Each change of the rules reached both signers, and they have the same ones. */
export function* checkRules({ rules: { taken, versions } }: Evidence): Generator<string> {
  if (new Set(versions).size !== 1) yield `the signers have the rules ${versions.join(' and ')}`;
  for (const version of versions)
    if (Number(version) < 1 + taken) yield `a signer has the rules ${version} after ${taken} changes`;
}

export const checks = {
  orders: checkOrders,
  payments: checkPayments,
  stake: checkStakes,
  deposits: checkDeposits,
  balances: checkBalances,
  'conflict classes': checkConflicts,
  'asked again': checkRequests,
  rules: checkRules,
} as const;
