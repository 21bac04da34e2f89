import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/index.ts';
import { setUp } from '../../../test/set-up.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ realSigners: 'processes' });
});
afterAll(() => server.close());

test('set-up with two real signers ends in a workspace whose addresses both have signed for', async () => {
  const fixture = await setUp(server.place);
  expect(await server.api().setup.status({})).toMatchObject({ stage: 'ready', problem: '' });
  const { rows } = await server.database.pool.query('select chain, attestations from addresses order by chain, branch');
  expect(rows.map(({ chain, attestations }) => [chain, Object.keys(attestations)])).toEqual([
    ['bitcoin:regtest', ['1', '2']],
    ['bitcoin:regtest', ['1', '2']],
    ['evm:31337', ['1', '2']],
  ]);
  await server.real?.signers[1]?.kill();
  const second = { wallet_id: fixture.workspaceId, sub_wallet_name: 'Second' };
  await expect(fixture.api.wallet.createSubWallet(second)).rejects.toMatchObject({ code: 300020 });
  await server.real?.signers[1]?.start();
  expect((await fixture.api.wallet.createSubWallet(second)).addresses).toHaveLength(3);
});
