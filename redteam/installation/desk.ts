import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Approval, Decision, Intent } from '@holdfast/policy';
import { parseIntent } from '@holdfast/policy';
import { fetchIntent, sendApproval } from '@holdfast/signer-ui/signer-api';
import { decide } from '@holdfast/testkit/signer';
import { type Crew, type Fixture, payees } from '../fixture.ts';
import type { Installation, Stall } from './installation.ts';
import { sanction } from './truth.ts';

export type Name = keyof Crew;

/** Waits until `look` gives something. @throws Error with what it was waiting for */
export async function until<T>(what: string, look: () => Promise<T | undefined | false>, limitMs = 60_000): Promise<T> {
  const end = Date.now() + limitMs;
  for (;;) {
    const found = await look();
    if (found !== undefined && found !== false) return found;
    if (Date.now() > end) throw new Error(`waited ${limitMs} ms for ${what}`);
    await sleep(40);
  }
}

/** The intent as a signer's own page shows it, as soon as it does. */
export function shownAt(fixture: Pick<Fixture, 'pair'>, intentId: string, signer = 0): Promise<Intent> {
  const url = (): string => fixture.pair.places[signer]?.url ?? '';
  return until('the approval page', () =>
    fetchIntent(url(), intentId).then(
      ({ intent }) => parseIntent(intent),
      () => undefined,
    ),
  );
}

/** A member reads the page of the first signer and decides there. */
export async function decideOnPage(
  fixture: Pick<Fixture, 'pair' | 'crew'>,
  intentId: string,
  who: Name,
  decision: Decision = 'approve',
): Promise<Approval> {
  const approval = decide(await shownAt(fixture, intentId), fixture.crew[who], decision);
  await sendApproval(fixture.pair.places[0]?.url ?? '', approval);
  return approval;
}

const idOf = (url: string): string => /#\/i\/([0-9a-f-]{36})/.exec(url)?.[1] ?? '';

/** The first asks, all others agree, at the page an approval link leads to. */
export async function decideAtPage(
  fixture: Pick<Fixture, 'pair' | 'crew'>,
  url: string,
  [first, ...others]: readonly [Name, ...Name[]],
): Promise<void> {
  await decideOnPage(fixture, idOf(url), first, 'initiate');
  for (const who of others) await decideOnPage(fixture, idOf(url), who);
}

/** A payment that Omar asked for. */
export interface Order {
  readonly id: number;
  readonly intentId: string;
  readonly intent: Intent;
  readonly digest: string;
  readonly stall: Stall;
}
export interface Wanted {
  readonly symbol?: string;
  readonly amount?: string;
  readonly to?: string;
}

/** Omar (or who has his session) asks for a payment through the API. @returns it, and the hash of the rules it was made under */
export async function newOrder(
  installation: Installation,
  wanted: Wanted = {},
  stall = installation.stall(),
  who: Name = 'omar',
) {
  const api = await installation.as(who);
  const { withdraw_id } = await api.withdraw.create({
    request_id: randomUUID(),
    sub_wallet_id: stall.id as Parameters<typeof api.withdraw.create>[0]['sub_wallet_id'],
    symbol: wanted.symbol ?? 'ETH',
    address_to: wanted.to ?? payees.evm.address,
    amount: wanted.amount ?? '1',
  });
  const [row] = await installation.sql<{ intent_id: string; digest: string; intent: string }>(
    'select intent_id, digest, intent from orders where id = $1',
    [withdraw_id],
  );
  if (!row) throw new Error('no order');
  const { hash: policy } = parseIntent(row.intent).policy;
  return { id: Number(withdraw_id), intentId: row.intent_id, digest: row.digest, stall, policy };
}

/** The same, as soon as both signers show it. */
export async function placeOrder(installation: Installation, ...ask: [Wanted?, Stall?, Name?]): Promise<Order> {
  const { policy, ...made } = await newOrder(installation, ...ask);
  const intent = await shownAt(installation.fixture, made.intentId);
  await shownAt(installation.fixture, made.intentId, 1);
  if (intent.policy.hash !== policy) throw new Error('a signer shows another intent');
  return { ...made, intent };
}

/** All that the rules ask for: Omar's own word, and Adam's and Anna's. From here on it is lawful. */
export async function agree(installation: Installation, order: Order): Promise<void> {
  sanction(installation.truth, order.intent);
  await decideAtPage(installation.fixture, `#/i/${order.intentId}`, ['omar', 'adam', 'anna']);
  await until('the server to hear of it', async () => (await rowOf(installation, order)).status !== 1000);
}

export interface OrderRow {
  readonly status: number;
  readonly sub_status: string;
  readonly last_error: string;
  readonly failures: number;
  readonly plan: unknown;
  readonly raw: string | null;
  readonly txid: string | null;
}
export async function rowOf({ sql }: Installation, { id }: Pick<Order, 'id'>): Promise<OrderRow> {
  const [row] = await sql<OrderRow>(
    'select status, sub_status, last_error, failures, plan, raw, txid from orders where id = $1',
    [id],
  );
  if (!row) throw new Error(`order ${id} is gone`);
  return row;
}
