import { randomUUID } from 'node:crypto';
import { type OrderId, orderStatus } from '@holdfast/contract';
import { policyHash } from '@holdfast/policy';
import { fixedClock, testChains, totpAt } from '@holdfast/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Installed, install, startTestServer, type TestServer } from '../../../test/index.ts';
import { catalogIn } from '../../ledger/test/assets.ts';
import { fund } from '../../ledger/test/books.ts';
import { createAccept } from '../../orders/accept.ts';
import { makeIntent } from '../../orders/service.ts';
import { requestOf } from '../../orders/test/requests.ts';

const clock = fixedClock(new Date());
let server: TestServer;
let fixture: Installed;
let orderId: OrderId;

/** A withdrawal that waits for decisions. */
async function order(): Promise<OrderId> {
  const { db } = server.database;
  const { workspaceId, subWalletId, document, owner } = fixture;
  const { rows } = await server.database.pool.query('select id from users');
  await fund(db, { workspaceId }, subWalletId, 'ETH', 2n);
  const to = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';
  const intentId = randomUUID();
  const catalog = await catalogIn(db, testChains);
  const books = { catalog, workspaceId, userId: rows[0].id, subWallets: [subWalletId] };
  const request = requestOf(books, {
    keyGroup: fixture.key.id,
    from: to,
    to,
    amount: 1n,
    maxFee: 1n,
    initiator: owner.id,
  });
  const made = makeIntent(
    request,
    { document, text: '', hash: policyHash(document), graceRules: [] },
    intentId,
    clock(),
  );
  const accepted = await createAccept(db)({
    request,
    intentId,
    intent: made.text,
    digest: made.digest,
    expiresAt: made.expiresAt,
    source: 3,
  });
  if (!('id' in accepted)) throw new Error('not accepted');
  return accepted.id;
}
beforeAll(async () => {
  server = await startTestServer({ clock });
  fixture = await install(server);
  orderId = await order();
});
afterAll(() => server.close());

const count = async (query: string): Promise<number> =>
  (await server.database.pool.query(`select count(*)::int as n from ${query}`)).rows[0].n;
const generate = () => fixture.api.qrc.generate({ business_type: 'withdraw', business_id: orderId });

test('a code asked for again is the same code while it has half its time left, and then a new one', async () => {
  const first = await generate();
  expect(await generate()).toEqual(first);
  clock.advance(4 * 60_000);
  expect(await generate()).toEqual(first);
  clock.advance(2 * 60_000);
  const next = await generate();
  expect(next.qrc_id).not.toBe(first.qrc_id);
  for (const { qrc_id } of [first, next])
    expect(await fixture.api.qrc.status({ qrc_id })).toEqual({ qrc_id, status: 0 });
  expect(await count('qrcs')).toBe(2);
});

test('codes that have long expired are removed, and not those one may still ask about', async () => {
  const [{ qrc_id }] = [await generate()];
  clock.advance(23 * 3_600_000);
  await server.restart();
  const api = server.api({ token: await freshToken() });
  expect(await api.qrc.status({ qrc_id })).toEqual({ qrc_id, status: 4 });
  clock.advance(3 * 3_600_000);
  await server.restart();
  await expect.poll(() => count('qrcs')).toBe(0);
});

test('timeline and log tell once that a member opened the approval page, however often they do', async () => {
  const api = server.api({ token: await freshToken() });
  for (let round = 0; round < 3; round++) await api.withdraw.audit({ withdraw_id: orderId });
  expect(await count(`order_events where order_id = ${orderId} and sub_status = 'approval_opened'`)).toBe(1);
  const told = `(select record ->> 'action' as action from audit_outbox union all select action from audit_log) told`;
  expect(await count(`${told} where action = 'withdraw.audit'`)).toBe(1);
  expect(await count(`orders where status = ${orderStatus.awaitingApproval}`)).toBe(1);
});

async function freshToken(): Promise<string> {
  clock.advance(60_000);
  const { email, password, secret } = fixture.account;
  return (await server.api().session.login({ account: email, password, totp: totpAt(secret, clock()) })).open_token;
}
