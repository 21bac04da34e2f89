import { randomUUID } from 'node:crypto';
import { ApiError, type ClientInput, todoType, withdraw } from '@holdfast/contract';
import { devToken } from '@holdfast/devnet/contracts';
import { registerAccount } from '@holdfast/devnet/names';
import { newTestMember, raw } from '@holdfast/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findDrift, freezeAsset, unfreezeAsset } from '../../ledger/service.ts';
import { idOf } from '../../ledger/test/assets.ts';
import { type Flow, startFlow, stranger, until } from '../../test/flow.ts';

let flow: Flow;
const operator = newTestMember('approver-2', 'approver');
beforeAll(async () => {
  flow = await startFlow({ others: [operator], threshold: 1 }, (chains) =>
    // An operator may allow less than Bitcoin's nodes relay.
    chains.map((chain) => ({
      ...chain,
      assets: chain.assets.map((a) => (a.symbol === 'BTC' ? { ...a, minWithdraw: '1' } : a)),
    })),
  );
  await Promise.all([flow.fund('ETH', '10'), flow.fund('USDC', '500')]);
  await flow.mine('evm', 4);
  await until('coins', async () => (await flow.available('ETH')) === '10' && (await flow.available('USDC')) === '500');
});
afterAll(() => flow?.close());

type Ask = ClientInput<typeof withdraw.create>;
const ask = (change: Partial<Ask> = {}): Ask => ({
  request_id: randomUUID(),
  sub_wallet_id: flow.installed.subWalletId,
  symbol: 'ETH',
  address_to: stranger.evm,
  amount: '0.1',
  ...change,
});
/** The refusal's code; 0 when it was not refused. */
const codeOf = async (work: Promise<unknown>): Promise<number> =>
  work.then(
    () => 0,
    (error: unknown) => {
      if (error instanceof ApiError) return error.code;
      throw error;
    },
  );
const create = (change: Partial<Ask>) => codeOf(flow.api.withdraw.create(ask(change)));
/** As a client that checks nothing itself would send it. */
async function createRaw(change: Partial<Ask>): Promise<number> {
  const body = new URLSearchParams(
    Object.entries(ask(change)).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const reply = await raw(flow.server.url, withdraw.create.path, {
    method: 'POST',
    token: flow.installed.token,
    headers,
    body,
  });
  return reply.json().code;
}

describe('bad input gets a clear refusal and leaves nothing behind', () => {
  it.each([
    ['a wrong checksum', { address_to: '0x70997970C51812dc3A010C7d01b50e0d17dc79c8' }, 110055],
    ['another network’s address', { address_to: stranger.bitcoin }, 300031],
    [
      'an address of another Bitcoin network',
      { symbol: 'BTC', address_to: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4' },
      300031,
    ],
    ['too many decimals', { symbol: 'USDC', amount: '1.0000001' }, 110161],
    ['less than the minimum', { amount: '0.0000001' }, 110078],
    ['more than the maximum', { amount: '100000' }, 110087],
    ['more than available', { amount: '10.5' }, 100011],
    ['nothing left for the fee', { amount: '10' }, 120403],
    ['no number', { amount: '1e3' }, 110005],
    ['a negative amount', { amount: '-1' }, 110005],
    ['an unknown coin', { symbol: 'DOGE' }, 120202],
    ['an unknown sub-wallet', { sub_wallet_id: 999_999 as never }, 200005],
    ['a memo on a chain without memos', { memo: 'hello' }, 100004],
    ['a source that is not the wallet’s', { from: stranger.evm }, 100004],
    ['a lower fee cap than needed', { max_fee: '0.000000001' }, 300030],
    ['a remark that is too long', { remark: 'x'.repeat(201) }, 100004],
  ] as const)('%s → %s', async (_name, change, code) => {
    expect(await createRaw(change as Partial<Ask>)).toBe(code);
    const dry = { ...ask(change as Partial<Ask>) };
    if (
      !('remark' in change) &&
      !('from' in change) &&
      !('max_fee' in change) &&
      code !== 110005 &&
      code !== 120202 &&
      code !== 200005
    )
      expect((await flow.api.withdraw.limitCheck(dry)).reason_code).toBe(code);
    expect(await flow.available('ETH')).toBe('10');
  });
  it.each(['ETH', 'USDC'])('%s to the contract of a token, where it would be lost → 110055', async (symbol) => {
    const { contract } = devToken;
    const lost = ask({ symbol, amount: '2', address_to: contract });
    expect(await codeOf(flow.api.withdraw.create(lost))).toBe(110055);
    expect((await flow.api.withdraw.limitCheck(lost)).reason_code).toBe(110055);
  });
  it('says while it is written that an address is a token’s contract, or of which other network it is', async () => {
    const facts = (address: string) => flow.api.withdraw.addressInfo({ symbol: 'ETH', address });
    expect(await facts(devToken.contract)).toMatchObject({ valid: false, reason: 'token', token: 'USDC', network: '' });
    const { coin_net: network } = await flow.api.withdraw.info({ ...ask(), symbol: 'BTC' });
    expect(await facts(stranger.bitcoin)).toMatchObject({ valid: false, reason: 'network', network });
    expect(await facts(`0x${'0'.repeat(40)}`)).toMatchObject({ valid: false, reason: 'zero', network: '', token: '' });
    expect(await facts('Supplier')).toMatchObject({ valid: false, reason: 'format', network: '', token: '' });
  });
  it('reads a payment link for the coin that it is of, and for no other', async () => {
    const link = `ethereum:${stranger.evm}@31337?value=1.5e18`;
    const read = (symbol: string) => flow.api.withdraw.addressLink({ symbol, link });
    expect(await read('ETH')).toMatchObject({ fault: '', payee: stranger.evm, amount: '1.5' });
    const ether = {
      network: 'Ethereum (devnet)',
      coin: { symbol: 'ETH', chain_id: 'evm:31337', contract_address: '' },
    };
    expect(await read('USDC')).toMatchObject({ fault: 'coin', payee: '', amount: null, ...ether });
    expect(await read('BTC')).toMatchObject({ fault: 'network', payee: '', amount: null, ...ether });
  });
  it('says which account the network has registered by a name, and the name beside an address; nothing of networks without a register', async () => {
    await registerAccount((method, ...params) => flow.rpc('evm', method, ...params), 'supplier.eth', stranger.evm);
    await flow.mine('evm', 1);
    const [found, none] = [
      { name: 'supplier.eth', address: stranger.evm, register: true },
      { name: '', address: '', register: true },
    ];
    const registered = (symbol: string, named: string) => flow.api.withdraw.addressName({ symbol, named });
    expect(await registered('USDC', 'Supplier.eth')).toEqual(found);
    expect(await registered('ETH', stranger.evm.toLowerCase())).toEqual(found);
    expect(await registered('ETH', 'nobody.eth')).toEqual(none);
    expect(await registered('BTC', 'supplier.eth')).toEqual({ ...none, register: false });
    expect((await flow.api.withdraw.addressInfo({ symbol: 'ETH', address: 'supplier.eth' })).valid).toBe(false);
    expect(await create({ address_to: 'supplier.eth' })).toBe(110055);
  });
  it('less Bitcoin than nodes relay to that kind of address → 110078', async () => {
    const dust = { symbol: 'BTC', address_to: 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn' };
    expect(await create({ ...dust, amount: '0.00000545' })).toBe(110078);
    expect(await create({ ...dust, amount: '0.00000546' })).toBe(100011);
  });
  it('the wallet’s own address → 3040006', async () => {
    const { address } = await flow.api.deposit.address({ sub_wallet_id: flow.installed.subWalletId, symbol: 'ETH' });
    expect(await create({ address_to: address })).toBe(3040006);
    expect(await create({ address_to: address.toLowerCase() })).toBe(3040006);
  });
  it('no coin for the fee of a token → 120403', async () => {
    const { sub_wallet_id } = await flow.api.wallet.createSubWallet({
      wallet_id: flow.installed.workspaceId,
      sub_wallet_name: 'Tokens only',
    });
    const address = (await flow.api.deposit.address({ sub_wallet_id, symbol: 'USDC' })).address;
    await flow.api.sandbox.fund({ symbol: 'USDC', amount: '50', address });
    await flow.mine('evm', 4);
    await until(
      'tokens',
      async () => (await flow.api.withdraw.symbolBalance({ sub_wallet_id, symbol: 'USDC' })).normal_balance === '50',
    );
    expect(await create({ sub_wallet_id, symbol: 'USDC', amount: '5' })).toBe(120403);
  });
  it('a payment that no decisions could ever allow → 300002', async () => {
    const { pool } = flow.server.database;
    const rename = (to: string, from: string) =>
      pool.query('update members set member_id = $1 where member_id = $2', [to, from]);
    // In the rules this member may approve, but not ask for payments.
    await rename(operator.id, flow.installed.owner.id);
    try {
      const denied = ask();
      expect(await codeOf(flow.api.withdraw.create(denied))).toBe(300002);
      expect(await flow.api.withdraw.limitCheck(denied)).toMatchObject({
        pass: false,
        reason_code: 300002,
        reason: 'The rules do not allow this: whoever asks may not ask for transactions here',
      });
    } finally {
      await rename(flow.installed.owner.id, operator.id);
    }
    expect(await flow.available('ETH')).toBe('10');
  });
  it('a frozen asset → 110227', async () => {
    const { db } = flow.server.database;
    await freezeAsset(db, flow.installed.workspaceId, await idOf(db, 'ETH'), 'test', {});
    expect(await create({})).toBe(110227);
    expect(await create({ symbol: 'USDC', amount: '2' })).toBe(110227);
    const { subWalletId: sub_wallet_id, workspaceId: wallet_id } = flow.installed;
    const { list } = await flow.api.wallet.coinsAsset({ sub_wallet_id });
    // A token's fee is paid in the coin that stopped.
    const said = list.map((row) => [row.symbol, row.enable_deposit, row.enable_withdraw]);
    expect(said).toEqual(
      expect.arrayContaining([
        ['ETH', false, false],
        ['USDC', true, false],
        ['BTC', true, true],
      ]),
    );
    expect(await flow.api.withdraw.info({ sub_wallet_id, symbol: 'USDC' })).toMatchObject({
      ...{ enable_withdraw: false, disabled_reason: 'frozen' },
    });
    const { support_main_chain } = await flow.api.wallet.openCoin({ wallet_id });
    expect(support_main_chain.map((row) => [row.symbol, row.enable_deposit, row.enable_withdraw])).toEqual(
      expect.arrayContaining([
        ['ETH', false, false],
        ['BTC', true, true],
      ]),
    );
    await unfreezeAsset(db, flow.installed.workspaceId, await idOf(db, 'ETH'));
  });
});

describe('a request id', () => {
  it('gives the same order for the same body and 110088 for another, for ever', async () => {
    const first = ask({ amount: '1' });
    const made = await flow.api.withdraw.create(first);
    expect(await flow.api.withdraw.create(first)).toMatchObject({
      withdraw_id: made.withdraw_id,
      duplicated: true,
      approval_url: made.approval_url,
    });
    expect(await codeOf(flow.api.withdraw.create({ ...first, amount: '2' }))).toBe(110088);
    expect(
      await codeOf(flow.api.withdraw.create({ ...first, address_to: '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC' })),
    ).toBe(110088);
    await flow.server.restart();
    expect(await flow.api.withdraw.create(first)).toMatchObject({ withdraw_id: made.withdraw_id, duplicated: true });
    await flow.api.withdraw.cancel({ withdraw_id: made.withdraw_id });
    expect(await flow.api.withdraw.create(first)).toMatchObject({
      withdraw_id: made.withdraw_id,
      duplicated: true,
      status: 2200,
    });
  });
  it('pressed many times at once makes one order', async () => {
    const same = ask({ amount: '1' });
    const made = await Promise.all(Array.from({ length: 20 }, () => flow.api.withdraw.create(same)));
    expect(new Set(made.map(({ withdraw_id }) => withdraw_id)).size).toBe(1);
    expect(made.filter(({ duplicated }) => !duplicated)).toHaveLength(1);
    await flow.api.withdraw.cancel({ withdraw_id: made[0]?.withdraw_id as never });
  });
});

describe('two tabs', () => {
  it('withdrawing the whole balance at once: one passes, 99 are refused, nothing is lost', async () => {
    const all = { symbol: 'USDC', amount: '500' } as const;
    const codes = await Promise.all(Array.from({ length: 100 }, () => create(all)));
    expect(codes.filter((code) => code === 0)).toHaveLength(1);
    expect(codes.filter((code) => code === 100011)).toHaveLength(99);
    const open = await flow.api.transaction.list({ symbol: 'USDC', type: 2, status: 1000 });
    expect(open.list).toHaveLength(1);
    await flow.api.withdraw.cancel({ withdraw_id: open.list[0]?.id as never });
    expect(await flow.available('USDC')).toBe('500');
    expect(await findDrift(flow.server.database.db)).toEqual([]);
  });
});

describe('decisions', () => {
  it('a refusal ends the order with 2100 and releases the hold', async () => {
    const { withdraw_id } = await flow.api.withdraw.create(ask({ amount: '3' }));
    await flow.decide(withdraw_id, flow.installed.owner, 'initiate');
    await flow.decide(withdraw_id, operator, 'refuse');
    await until('the refusal', async () => (await flow.status(withdraw_id)) === 2100);
    expect(await flow.available('ETH')).toBe('10');
    expect(await codeOf(flow.api.withdraw.audit({ withdraw_id }))).toBe(300028);
  });
  it('a refusal that says why is told in exactly the words that were signed; in others it is nobody’s', async () => {
    const { withdraw_id } = await flow.api.withdraw.create(ask({ amount: '3' }));
    const words = 'wrong <b>invoice</b>';
    await flow.decide(withdraw_id, operator, 'refuse', { remark: words, changed: 'all fine' });
    await flow.decide(withdraw_id, operator, 'refuse', { changed: 'all fine' });
    await flow.decide(withdraw_id, flow.installed.owner, 'initiate');
    await flow.decide(withdraw_id, operator, 'refuse', { remark: words });
    await until('the refusal', async () => (await flow.status(withdraw_id)) === 2100);
    const { decisions, timeline } = await flow.api.transaction.detail({ id: withdraw_id, type: 2 });
    const told = [
      { decision: 'initiate', remark: '', remark_signed: false },
      { id: operator.id, decision: 'refuse', remark: words, remark_signed: true },
    ];
    expect(decisions).toMatchObject(told);
    expect(timeline.flatMap(({ sub_status, detail }) => (detail.remark ? [[sub_status, detail.remark]] : []))).toEqual([
      ['refuse', words],
    ]);
    const item = await flow.api.todo.info({ item_type: todoType.withdraw, item_id: withdraw_id });
    expect(item.decisions).toMatchObject(told);
  });
  it('the initiator alone does not pass where another must approve; a stranger’s or altered decision counts for nothing', async () => {
    const { withdraw_id } = await flow.api.withdraw.create(ask({ amount: '0.2' }));
    await flow.decide(withdraw_id, flow.installed.owner, 'approve');
    await flow.decide(withdraw_id, flow.installed.owner, 'initiate');
    await flow.decide(withdraw_id, newTestMember('approver-2', 'approver'), 'approve');
    await flow.decide(withdraw_id, newTestMember('nobody', 'owner'), 'approve');
    await until(
      'the owner’s decision',
      async () => (await flow.api.todo.list({})).list.find(({ item_id }) => item_id === withdraw_id)?.initiator_signed,
    );
    expect(await flow.status(withdraw_id)).toBe(1000);
    const link = await flow.api.withdraw.audit({ withdraw_id });
    expect(link.approval_url).toMatch(/\/#\/i\/[0-9a-f-]{36}\?digest=[0-9a-f]{64}&return=http/);
    expect((await flow.api.qrc.status({ qrc_id: link.qrc_id })).status).toBe(2);
    await flow.decide(withdraw_id, operator, 'approve');
    await until('the payment', async () => (await flow.status(withdraw_id)) === 1200);
    expect(await codeOf(flow.api.withdraw.cancel({ withdraw_id }))).toBe(300029);
  });
  it('what a signer refuses for good ends with 2200 and gives coins and nonce back', async () => {
    const before = await flow.available('ETH');
    for (const signer of flow.server.signers) signer.refuse('sign.open', 'callbackDenied');
    const refused = await flow.api.withdraw.create(ask({ amount: '0.3' }));
    await flow.decide(refused.withdraw_id, flow.installed.owner, 'initiate');
    await flow.decide(refused.withdraw_id, operator);
    await until('the refusal', async () => (await flow.status(refused.withdraw_id)) === 2200);
    for (const signer of flow.server.signers) signer.refuse('sign.open', undefined);
    expect(await flow.available('ETH')).toBe(before);
    expect((await flow.api.transaction.chains({})).list.every(({ lane_holes }) => lane_holes === 0)).toBe(true);
  });
  it('waits while a signer is away and goes on with the same plan when it is back', async () => {
    const signer = flow.server.signers[1];
    signer?.setDown(true);
    const { withdraw_id } = await flow.api.withdraw.create(ask({ amount: '0.4' }));
    await flow.decide(withdraw_id, flow.installed.owner, 'initiate').catch(() => undefined);
    signer?.setDown(false);
    await flow.decide(withdraw_id, flow.installed.owner, 'initiate');
    await flow.decide(withdraw_id, operator);
    await until('the payment', async () => (await flow.status(withdraw_id)) === 1200);
  });
});

describe('unknown ids', () => {
  it('answer as if they did not exist', async () => {
    expect(await codeOf(flow.api.withdraw.cancel({ withdraw_id: 999_999 as never }))).toBe(210003);
    expect(await codeOf(flow.api.transaction.detail({ id: 999_999, type: 2 }))).toBe(210003);
    expect(await codeOf(flow.api.transaction.detail({ id: 999_999, type: 1 }))).toBe(300027);
    expect(await codeOf(flow.api.deposit.addRemark({ deposit_id: 999_999 as never, remark: 'x' }))).toBe(300027);
    expect(await codeOf(flow.api.deposit.updateLabel({ address_id: 999_999 as never, label: 'x' }))).toBe(300026);
    expect(await codeOf(flow.api.qrc.status({ qrc_id: 'f'.repeat(32) }))).toBe(300028);
  });
});
