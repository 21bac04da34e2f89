import { startSlate } from '@holdfast/testkit/chain';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { install, startTestServer } from '../../../test/index.ts';

/** Addresses of so many wallets take longer than a request goes on with them. */
const many = 1_500;
const limits = { minWithdraw: '1', maxWithdraw: '1000000000000', minDeposit: '1' };
const coin = { symbol: 'TON', name: 'TON', decimals: 9, contract: '', ...limits };
const ton = {
  ...{ id: 'ton:-3', family: 'ton', name: 'TON', baseSymbol: 'TON', rpcUrl: 'http://127.0.0.1:9', maxFee: '500000000' },
  confirmations: { deposit: 1, withdraw: 1 },
  assets: [coin],
};

test('a network is opened for more wallets than a request has time for: it says how far it is, a server goes on, also after a restart, and all have addresses then', async () => {
  const slate = startSlate();
  const all = [slate.chain, ton] as never;
  const server = await startTestServer({ chains: all, config: { chains: [slate.chain] } });
  try {
    const { token, workspaceId: wallet_id } = await install(server);
    await sql`insert into sub_wallets (workspace_id, name, type, status, created_by)
      select workspace_id, 'Wallet ' || n, type, 'active', created_by from sub_wallets, generate_series(1, ${many}) n`.execute(
      server.database.db,
    );
    await server.restart(all);
    const { wallet } = server.api({ token });
    const network = async () => (await server.api({ token }).wallet.openCoin({ wallet_id })).support_main_chain.at(-1);
    expect(await wallet.setOpenCoin({ wallet_id, chain_id: ton.id, open: true })).toEqual({ opening: true });
    const before = await network();
    expect(before).toMatchObject({ if_open_chain: false, opening: true, opening_progress: { of: many + 1 } });
    expect(before?.opening_progress?.made).toBeGreaterThan(0);
    await server.restart();
    await expect.poll(async () => (await network())?.if_open_chain, { timeout: 240_000, interval: 1_000 }).toBe(true);
    const { rows } = await sql<{
      n: number;
    }>`select count(distinct sub_wallet_id)::int as n from addresses where chain = ${ton.id}`.execute(
      server.database.db,
    );
    expect(rows[0]?.n).toBe(many + 1);
  } finally {
    await server.close();
  }
}, 300_000);
