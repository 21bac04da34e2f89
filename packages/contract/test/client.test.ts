import { expect, test } from 'vitest';
import { ApiError, client, contract, type Request } from '../src/index.ts';

const recording = (reply: unknown) => {
  const sent: Request[] = [];
  const api = client(contract.wallet, async (request) => {
    sent.push(request);
    return reply;
  });
  return { sent, api };
};
const empty = { code: 0, msg: 'success', data: { list: [], total: 0 } };
const walletId = 7 as never;

test('a call sends what the contract says, leaves out what was not given, and decodes the reply', async () => {
  const { sent, api } = recording({
    code: 0,
    msg: 'success',
    data: { list: [{ time: 1_700_000_000_000, asset_usd: '1.5' }] },
  });
  const { list } = await api.history({ wallet_id: walletId, start: new Date(5), end: undefined });
  expect(sent.map(({ method, path, form }) => [method, path, form.toString()])).toEqual([
    ['GET', '/api/mpc/wallets/history', 'wallet_id=7&start=5'],
  ]);
  expect(list).toEqual([{ time: new Date(1_700_000_000_000), asset_usd: '1.5' }]);
});

test('a field the contract does not have is never sent', async () => {
  const { sent, api } = recording(empty);
  await api.allSubWallets({ wallet_id: walletId, admin: '1' } as never);
  expect(sent[0]?.form.toString()).toBe('wallet_id=7');
});

test('any code but 0 rejects, with the code, its name, the text and the data; a code as text counts too', async () => {
  for (const code of [110909, '110909'])
    await expect(recording({ code, msg: 'Please log in again', data: { a: 1 } }).api.asset({})).rejects.toMatchObject({
      name: 'ApiError',
      code: 110909,
      refusal: 'notLoggedIn',
      message: 'Please log in again',
      data: { a: 1 },
    });
  expect(new ApiError(999_999, 'new', null).refusal).toBeUndefined();
});

test('a reply that breaks the contract is an error, not data', async () => {
  for (const reply of [
    null,
    '<html>',
    { code: 0 },
    { code: 0, msg: '', data: { list: [{ time: 'soon', asset_usd: 1 }] } },
  ])
    await expect(recording(reply).api.history({ wallet_id: walletId })).rejects.toThrow();
});

test("each endpoint's time limit travels with the request; ten seconds unless said otherwise", async () => {
  const { sent, api } = recording(empty);
  await api.allSubWallets({ wallet_id: walletId });
  await api.createSubWallet({ wallet_id: walletId, sub_wallet_name: 'a' }).catch(() => undefined);
  expect(sent.map(({ timeoutMs }) => timeoutMs)).toEqual([10_000, 30_000]);
});

const depositReply = {
  ...{
    address_id: '1',
    symbol: 'ETH',
    address: '0x1',
    memo: '',
    addr_type: 1,
    addr_form: '',
    address_label: '',
    is_common: '1',
  },
  ...{ qr_text: '0x1', text: '0x1', deposit_suspended: '0', chain_id: 'evm:1', path: 'm/60/7/0/0', verify_url: '' },
  proof: { deployment: '', key_group: '', attestations: [] },
};
test.each(['text', 'qr_text'])(
  'a deposit address with another %s is no reply: that is what people copy and scan',
  async (field) => {
    const ask = { sub_wallet_id: 7 as never, symbol: 'ETH' };
    const told = (data: object) =>
      client(contract.deposit, async () => ({ code: 0, msg: 'success', data })).address(ask);
    await expect(told(depositReply)).resolves.toMatchObject({ text: '0x1' });
    await expect(told({ ...depositReply, [field]: '0x2' })).rejects.toThrow('are the address');
  },
);
