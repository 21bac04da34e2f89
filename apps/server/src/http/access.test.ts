import { raw } from '@holdfast/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Installed, install, startTestServer, type TestServer } from '../../test/index.ts';

let server: TestServer;
let fixture: Installed;
let other: number;
beforeAll(async () => {
  server = await startTestServer();
  fixture = await install(server);
  const made = { wallet_id: fixture.workspaceId, sub_wallet_name: 'Other', sub_wallet_type: 1, app_show_status: 1 };
  other = (await fixture.api.wallet.createSubWallet(made as never)).sub_wallet_id;
});
afterAll(() => server.close());

/** What the only member is from now on. */
const become = (role: string, wallets: { wallet: string; role: string }[]) =>
  server.database.pool.query('update members set role = $1, wallets = $2', [role, JSON.stringify(wallets)]);
const inOther = (role: string) => [{ wallet: String(other), role }];
const post = async (path: string, form: Readonly<Record<string, string | number>>): Promise<number> => {
  const body = new URLSearchParams(
    Object.entries(form).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  return (await raw(server.url, path, { method: 'POST', token: fixture.token, headers, body })).json().code;
};
const noPermission = 200004;
/** The rights on the wallet that is selected have changed. */
const selectionInvalid = 200125;
const rename = (subWallet: number) =>
  post('/api/mpc/wallet/update/alias', { wallet_id: fixture.workspaceId, sub_wallet_id: subWallet, alias: 'Name' });
const withdraw = (subWallet: number) =>
  post('/api/mpc/sub_wallet/withdraw', {
    request_id: 'access',
    sub_wallet_id: subWallet,
    symbol: 'ETH',
    address_to: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
    amount: '1',
  });
const addressIn = async (subWallet: number): Promise<number> => {
  const { rows } = await server.database.pool.query<{ id: number }>(
    'select id from addresses where sub_wallet_id = $1 order by id limit 1',
    [subWallet],
  );
  return rows[0]?.id ?? 0;
};
const label = async (subWallet: number) =>
  post('/api/mpc/sub_wallet/update/address_label', { address_id: await addressIn(subWallet), label: 'Name' });

test('a viewer who is operator of one sub-wallet does there, and only there, what operators do', async () => {
  await become('viewer', inOther('operator'));
  expect([await rename(other), await rename(fixture.subWalletId)]).toEqual([0, selectionInvalid]);
  expect([await label(other), await label(fixture.subWalletId)]).toEqual([0, selectionInvalid]);
  expect(await withdraw(fixture.subWalletId)).toBe(selectionInvalid);
  expect([noPermission, selectionInvalid]).not.toContain(await withdraw(other));
});

test('an operator who is a viewer of one sub-wallet changes nothing there, and everything elsewhere as before', async () => {
  await become('operator', inOther('viewer'));
  expect([await rename(other), await rename(fixture.subWalletId)]).toEqual([selectionInvalid, 0]);
  expect([await label(other), await label(fixture.subWalletId)]).toEqual([selectionInvalid, 0]);
  expect(await withdraw(other)).toBe(selectionInvalid);
  expect([noPermission, selectionInvalid]).not.toContain(await withdraw(fixture.subWalletId));
});

test('a role in a sub-wallet opens nothing that is about the workspace', async () => {
  await become('viewer', inOther('operator'));
  const alias = { wallet_id: fixture.workspaceId, alias: 'Name' };
  expect(await post('/api/mpc/wallet/update/alias', alias)).toBe(noPermission);
  expect(await post('/api/mpc/signing/freeze', { reason: 'r' })).toBe(noPermission);
  // A rule's sub-wallet is no scope: rules are of the workspace, and an admin may change them whatever they are there.
  const rule = { sub_wallet_id: other, version: '1' };
  expect(await post('/api/mpc/strategy/basic/delete', rule)).toBe(noPermission);
  await become('admin', inOther('viewer'));
  expect(await post('/api/mpc/strategy/basic/delete', rule)).not.toBe(noPermission);
});

test('who loses a role in one wallet while it is selected is told that, and who never had one is told no more than before', async () => {
  await become('viewer', inOther('operator'));
  expect(await rename(other)).toBe(0);
  await become('operator', inOther('viewer'));
  expect(await rename(other)).toBe(selectionInvalid);
  await become('viewer', []);
  expect(await rename(other)).toBe(noPermission);
});

test('the console is told per sub-wallet what the member may do', async () => {
  await become('viewer', inOther('operator'));
  const viewer = await fixture.api.user.permissions({});
  expect(viewer.permissions).not.toContain('withdraw.create');
  expect(viewer.sub_wallets.map(({ sub_wallet_id }) => sub_wallet_id)).toEqual([other]);
  expect(viewer.sub_wallets[0]?.permissions).toEqual(expect.arrayContaining(['withdraw.create', 'withdraw.cancel']));
  await become('operator', inOther('viewer'));
  const operator = await fixture.api.user.permissions({});
  expect(operator.permissions).toContain('withdraw.create');
  expect(operator.sub_wallets[0]?.permissions).not.toContain('withdraw.create');
});

test('what the workspace does not have answers alike, whatever roles the member has in sub-wallets', async () => {
  for (const role of ['viewer', 'operator'])
    for (const there of ['viewer', 'operator']) {
      await become(role, inOther(there));
      const codes = [await rename(999_998), await rename(999_999)];
      expect(codes[0]).toBe(codes[1]);
      const address = await post('/api/mpc/sub_wallet/update/address_label', { address_id: 999_999, label: 'x' });
      expect(address === noPermission).toBe(role === 'viewer');
    }
});
