import type { WorkspaceId } from '@holdfast/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/index.ts';
import { type SetUp, setUp } from '../../../test/set-up.ts';
import { createBackTest } from './past.ts';

let server: TestServer;
let fixture: SetUp;
beforeAll(async () => {
  server = await startTestServer({ realSigners: 'here' });
  fixture = await setUp(server.place);
});
afterAll(() => server.close());

const hour = 3_600_000;
const entry = 'e'.repeat(64);

interface Given {
  readonly hoursAgo: number;
  readonly status?: number;
  readonly usd?: string;
  readonly entry?: string;
  readonly path?: string;
  readonly workspace?: number;
  readonly kind?: string;
}

/** Rows that only have to be there: nothing has to add up. */
async function insertOrder({ hoursAgo, status = 2000, usd, ...to }: Given): Promise<void> {
  const client = await server.database.pool.connect();
  const intent = {
    asset: { symbol: 'ETH', contract: '', decimals: '18' },
    outputs: [{ address: 'to', amount: '1500000000000000000', memo: '', entry: to.entry ?? '', path: to.path ?? '' }],
  };
  try {
    await client.query("set session_replication_role = 'replica'");
    await client.query(
      `insert into orders (workspace_id, sub_wallet_id, kind, request_id, request_hash, status, sub_status, chain, asset_id, amount, address_from,
        address_to, outputs, fee_asset_id, max_fee, fee_plan, initiator_user, initiator, intent_id, intent, digest, raw, txid, expires_at, created_at,
        quotes, value_cents, fee_cents)
      values ($1, $2, $8, gen_random_uuid()::text, repeat('a', 64), $3, 'x', 'evm:31337', (select id from assets where symbol = 'ETH'), 1500000000000000000, 'own', 'to',
        '[{"address":"to","amount":"1500000000000000000","memo":""}]', (select id from assets where symbol = 'ETH'), 1,
        '{}', 1, 'm', gen_random_uuid(), $4, repeat('b', 64), 'raw', 'tx', now(), now() - make_interval(hours => $5), $6, $7, $7)`,
      [
        to.workspace ?? fixture.workspaceId,
        fixture.subWalletId,
        status,
        JSON.stringify(intent),
        hoursAgo,
        JSON.stringify(usd ? ['1999.5', usd].map((each) => ({ contract: '', usd: each })) : []),
        usd ? 1 : null,
        to.kind ?? 'withdraw',
      ],
    );
  } finally {
    await client.query("set session_replication_role = 'origin'");
    client.release();
  }
}

describe('past payments', () => {
  beforeAll(async () => {
    await server.database.pool.query(
      `insert into book_entries (workspace_id, hash, chains, address, memo, assets, label, since, removed_at)
       values ($1, $2, '{evm:31337}', 'to', '', '{}', 'Payee', now() - interval '50 hours', now() - interval '5 hours')`,
      [fixture.workspaceId, entry],
    );
    for (const given of [
      { hoursAgo: 1, usd: '2000.25', path: 'm/60/1/0/0' },
      { hoursAgo: 2, status: 2100, entry },
      { hoursAgo: 20, entry },
      { hoursAgo: 60, entry },
      { hoursAgo: 24 * 8 },
      { hoursAgo: 24 * 100 },
      { hoursAgo: 1, workspace: Number(fixture.workspaceId) + 999 },
    ])
      await insertOrder(given);
  });

  it('of these days and this workspace come newest first, as the rules saw them then', async () => {
    const { list, ...rest } = await fixture.api.backTest.list({ days: 7 });
    expect(rest).toEqual({ total: 4, truncated: false, next: '' });
    const [own, refused, listed, early] = list;
    expect(own).toMatchObject({ max_fee: '1', fee_decimals: 18, fee_price: '2000.25' });
    expect(own).toMatchObject({ price: '2000.25', counted: true, symbol: 'ETH', decimals: 18, contract: '' });
    expect(own?.outputs).toEqual([{ amount: '1500000000000000000', entry: '', own: true, listed_ms: null }]);
    expect(refused).toMatchObject({ status: 2100, counted: false, price: '', fee_price: '' });
    // Taken out of the book three hours before; listed for thirty hours; not yet in it.
    expect(refused?.outputs[0]?.listed_ms).toBeNull();
    expect(Math.round((listed?.outputs[0]?.listed_ms ?? 0) / hour)).toBe(30);
    expect(early?.outputs[0]?.listed_ms).toBeNull();
    expect((await fixture.api.backTest.list({ days: 90 })).total).toBe(5);
    await expect(fixture.api.backTest.list({ days: 91 })).rejects.toThrow();
  });

  it('are calls and what else is signed too, with all of it', async () => {
    const other = (Number(fixture.workspaceId) + 998) as WorkspaceId;
    await insertOrder({ hoursAgo: 1, usd: '2000.25', workspace: other, kind: 'call' });
    await insertOrder({ hoursAgo: 2, workspace: other });
    const client = await server.database.pool.connect();
    await client.query("set session_replication_role = 'replica'");
    await client.query(
      `insert into book_entries (workspace_id, hash, chains, address, memo, assets, label, since, methods)
       values ($1, repeat('f', 64), '{evm:31337}', 'to', '', '{}', 'Contract', now() - interval '31 hours', '{stake(uint256 shares)}')`,
      [other],
    );
    await client.query("set session_replication_role = 'origin'");
    client.release();
    const service = createBackTest({ db: server.database.db, clock: () => new Date() });
    const [call, payment] = (await service.past(other, { days: 7, page_size: 10 })).list;
    expect(JSON.parse(call?.intent ?? '')).toMatchObject({ asset: { symbol: 'ETH' } });
    const agreed = [{ contract: 'to', methods: ['stake(uint256 shares)'] }];
    expect(call).toMatchObject({ prices: { '': '2000.25' }, agreed });
    expect(Math.round((call?.agreed[0]?.ms ?? 0) / hour)).toBe(30);
    expect(payment).toMatchObject({ intent: '', prices: {}, agreed: [] });
  });

  it('come page by page, each once', async () => {
    const seen: number[] = [];
    let cursor: string | undefined;
    for (let page = 0; page < 10 && cursor !== ''; page++) {
      const { list, next } = await fixture.api.backTest.list({ days: 90, page_size: 2, cursor });
      expect(list.length).toBeLessThanOrEqual(2);
      seen.push(...list.map(({ order_id }) => order_id));
      cursor = next;
    }
    const all = await fixture.api.backTest.list({ days: 90 });
    expect(seen).toEqual(all.list.map(({ order_id }) => order_id));
  });

  it('end at the most that are given, whatever a cursor says', async () => {
    const ask = { days: 90, page_size: 5_000 };
    const first = await fixture.api.backTest.list({ ...ask, page_size: 1 });
    const [micros, id] = first.next.split('.');
    const near = await fixture.api.backTest.list({ ...ask, cursor: `${micros}.${id}.99998` });
    expect([near.list.length, near.next]).toEqual([2, '']);
    const beyond = await fixture.api.backTest.list({ ...ask, cursor: `${micros}.${id}.100000` });
    expect([beyond.list.length, beyond.next]).toEqual([0, '']);
  });

  it('of another workspace are its own', async () => {
    const service = createBackTest({ db: server.database.db, clock: () => new Date() });
    const other = (Number(fixture.workspaceId) + 999) as WorkspaceId;
    const { list } = await service.past(other, { days: 7, page_size: 10 });
    expect(list).toHaveLength(1);
  });
});
