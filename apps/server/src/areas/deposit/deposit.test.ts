import { publicKeysOf } from '@holdfast/channel';
import { ApiError } from '@holdfast/contract';
import { AddressNotProven, addressesIn, createAddressGuard } from '@holdfast/policy';
import { raw } from '@holdfast/testkit';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Installed, install, startTestServer, type TestServer } from '../../../test/index.ts';
import { stoppedBy } from '../../coin-stops.ts';
import { freezeAsset, unfreezeAsset } from '../../ledger/service.ts';
import { idOf } from '../../ledger/test/assets.ts';

let server: TestServer;
let installed: Installed;
beforeAll(async () => {
  server = await startTestServer();
  installed = await install(server);
});
afterAll(() => server?.close());

const codeOf = async (work: Promise<unknown>): Promise<number> =>
  work.then(
    () => 0,
    (error: unknown) => (error instanceof ApiError ? error.code : Promise.reject(error as Error)),
  );
const at = (symbol: string) => ({ sub_wallet_id: installed.subWalletId, symbol });

/** A deposit as the watcher would write it down. */
async function deposit(symbol: string, amount: bigint, minutesAgo: number): Promise<number> {
  const { address_id, chain_id, address } = await installed.api.deposit.address(at(symbol));
  const { rows } = await sql<{ id: number }>`
    insert into deposits (workspace_id, sub_wallet_id, address_id, chain, txid, idx, asset_id, amount, address_from, address_to, needed, status, sub_status,
      height, block_hash, created_at)
    values (${installed.workspaceId}, ${installed.subWalletId}, ${address_id}, ${chain_id}, ${`tx${Math.random()}`}, 0, ${await idOf(server.database.db, symbol)}, ${amount.toString()}::numeric,
      'sender', ${address}, 3, 2000, 'credited', 5, 'hash', now() - make_interval(mins => ${minutesAgo})) returning id`.execute(
    server.database.db,
  );
  return rows[0]?.id ?? 0;
}

describe('deposit addresses', () => {
  it('are one per account chain, many on Bitcoin, and change addresses are never handed out', async () => {
    const { api } = installed;
    const eth = await api.deposit.address(at('ETH'));
    expect((await api.deposit.address(at('USDC'))).address).toBe(eth.address);
    expect((await api.deposit.createAddress({ ...at('ETH'), num: 3 })).list.map(({ address }) => address)).toEqual([
      eth.address,
    ]);
    const made = await api.deposit.createAddress({ ...at('BTC'), num: 3, label: 'invoices' });
    expect(new Set(made.list.map(({ address }) => address)).size).toBe(3);
    expect(
      made.list.every(({ addr_type, path }) => addr_type === 1 && path.startsWith(`m/0/${installed.subWalletId}/0/`)),
    ).toBe(true);
    const all = await api.deposit.addresses({ ...at('BTC') });
    expect(all.list.filter(({ addr_type }) => addr_type === 2)).toHaveLength(1);
    expect((await api.deposit.addresses({ ...at('BTC'), keyword: 'invo' })).total).toBe(3);
    expect((await api.deposit.address(at('BTC'))).addr_type).toBe(1);
    expect(await codeOf(api.deposit.createAddress({ ...at('BTC'), num: 101 }))).toBe(200066);
  });
  it('say so when deposits have stopped, and are shown all the same', async () => {
    const { db } = server.database;
    await freezeAsset(db, installed.workspaceId, await idOf(db, 'USDC'), 'test', {});
    expect(await installed.api.deposit.address(at('USDC'))).toMatchObject({ deposit_suspended: true });
    expect(await installed.api.deposit.info(at('USDC'))).toMatchObject({
      enable_deposit: false,
      enableDeposit: false,
      tips: ['Transfers of USDC are suspended'],
    });
    const listed = async () => {
      const { list } = await installed.api.wallet.coinsAsset({ sub_wallet_id: installed.subWalletId });
      return list.map(({ symbol, open, enable_deposit }) => [symbol, open, enable_deposit]);
    };
    expect(await listed()).toContainEqual(['USDC', true, false]);
    await unfreezeAsset(db, installed.workspaceId, await idOf(db, 'USDC'));
    // No chain runs here.
    expect(await installed.api.deposit.info(at('USDC'))).toMatchObject({
      enable_deposit: false,
      tips: [expect.stringContaining('cannot be reached')],
    });
  });
  it('take a name of at most 50 characters, as hostile text', async () => {
    const { address_id } = await installed.api.deposit.address(at('ETH'));
    await installed.api.deposit.updateLabel({ address_id, label: '<b>"main"</b> %_' });
    expect((await installed.api.deposit.addresses({ ...at('ETH'), keyword: '%_' })).list[0]?.address_label).toBe(
      '<b>"main"</b> %_',
    );
    expect((await installed.api.deposit.addresses({ ...at('ETH'), keyword: '%x' })).total).toBe(0);
  });
});

describe('deposits of a coin are stopped', () => {
  const open = { frozen: false, open: true, chain: { state: 'following', problem: '' } };
  it.each([
    ['while all is well, not at all', {}, ''],
    ['nor by a node that is behind', { chain: { state: 'catching_up', problem: '' } }, ''],
    ['nor before the first block', { chain: undefined }, ''],
    ['by a frozen ledger first of all', { frozen: true, open: false }, 'transfersSuspended'],
    ['by a closed network', { open: false }, 'coinClosed'],
    ['by a node that is away', { chain: { state: 'down', problem: 'timeout' } }, 'chainUnreachable'],
    ['by a node of another network', { chain: { state: 'down', problem: 'wrongNetwork' } }, 'chainWrongNetwork'],
  ] as const)('%s', (_how, differs, why) => expect(stoppedBy({ ...open, ...differs })).toBe(why));
});

describe('a remark', () => {
  it('can be set by POST, and by GET only with the token in its header', async () => {
    const id = await deposit('ETH', 5n, 1);
    const read = async () => (await installed.api.transaction.detail({ id, type: 1 })).remark;
    await installed.api.deposit.addRemark({ deposit_id: id as never, remark: 'rent' });
    expect(await read()).toBe('rent');
    const url = `/api/mpc/deposit/add/remark?deposit_id=${id}&remark=other`;
    expect((await raw(server.url, url)).json().code).toBe(110909);
    expect(await read()).toBe('rent');
    expect((await raw(server.url, url, { token: installed.token })).json().code).toBe(0);
    expect(await read()).toBe('other');
  });
});

describe('notes and tags', () => {
  it('are written and changed by members, found again, and kept apart by kind and workspace', async () => {
    const id = await deposit('ETH', 5n, 1);
    const { saveNote, detail, list, tags } = installed.api.transaction;
    const noted = async () => {
      const { note, tags } = await detail({ id, type: 1 });
      return { note, tags };
    };
    expect(await noted()).toEqual({ note: '', tags: [] });
    await saveNote({ id, type: 1, note: 'first half', tags: ['rent', 'Q4 2026', 'rent'] });
    expect(await noted()).toEqual({ note: 'first half', tags: ['rent', 'Q4 2026'] });
    expect((await list({ tag: 'rent' })).list.map((row) => [row.type, row.id, row.note])).toEqual([
      [1, id, 'first half'],
    ]);
    expect((await list({ tag: 'ren' })).total).toBe(0);
    expect((await tags({})).list).toEqual([
      { tag: 'Q4 2026', count: 1 },
      { tag: 'rent', count: 1 },
    ]);
    await saveNote({ id, type: 1, note: '', tags: [] });
    expect([await noted(), (await tags({})).list]).toEqual([{ note: '', tags: [] }, []]);
    await expect(saveNote({ id: 999_999, type: 2, note: 'x', tags: [] })).rejects.toMatchObject({ code: 210003 });
    await expect(saveNote({ id, type: 1, note: 'x', tags: ['=1+1'] })).rejects.toThrow();
  });
});

describe('the transaction list', () => {
  it('pages without gaps or doubles, filters, and counts truly', async () => {
    for (let n = 0; n < 23; n++) await deposit('BTC', BigInt(n + 1), n);
    const pages = [];
    for (const page_no of [1, 2, 3, 4])
      pages.push(await installed.api.transaction.list({ symbol: 'BTC', page_no, page_size: 10 }));
    expect(pages.map(({ list }) => list.length)).toEqual([10, 10, 3, 0]);
    expect(pages[0]).toMatchObject({ total: 23, pageTotal: 3, total_is_bounded: false });
    expect(new Set(pages.flatMap(({ list }) => list.map(({ id }) => id))).size).toBe(23);
    expect((await installed.api.transaction.list({ type: 2 })).total).toBe(0);
    expect((await installed.api.transaction.list({ type: 9 })).total).toBe(0);
    expect(
      (await installed.api.transaction.list({ symbol: 'BTC', start: new Date(Date.now() - 5.5 * 60_000) })).total,
    ).toBe(6);
    expect((await installed.api.transaction.list({ address: 'sender', status: 2000, symbol: 'BTC' })).total).toBe(23);
    expect((await installed.api.transaction.list({ request_id: 'none' })).total).toBe(0);
  });

  it('takes several coins, statuses and wallets, each coin by its own network, and refuses more than ten', async () => {
    const { list } = installed.api.transaction;
    const all = (await list({})).total;
    expect((await list({ symbol: ['BTC', 'ETH'] })).total).toBe(all);
    const placed = { symbol: ['BTC', 'ETH'], chain_id: ['', 'evm:31337'], contract_address: ['', ''] };
    expect((await list(placed)).total).toBe(all);
    expect((await list({ ...placed, chain_id: ['', 'evm:1'] })).total).toBe(23);
    expect((await list({ symbol: ['BTC', 'ETH'], chain_id: 'evm:31337' })).total).toBe(all - 23);
    expect((await list({ status: [1000, 2000], sub_wallet_id: [installed.subWalletId, 999_999 as never] })).total).toBe(
      all,
    );
    expect(await codeOf(list({ ...placed, chain_id: ['', '', ''] }))).toBe(100004);
    const ask = (fields: string) => raw(server.url, `/api/mpc/transaction/list?${fields}`, { token: installed.token });
    expect((await ask('symbol=BTC,ETH&status=2000')).json()).toMatchObject({ data: { total: all } });
    const many = Array.from({ length: 11 }, (_, n) => n + 1).join(',');
    for (const field of ['status', 'sub_wallet_id', 'symbol'])
      expect((await ask(`${field}=${many}`)).json()).toMatchObject({
        code: 100004,
        msg: `Invalid parameter: ${field} (at most 10 values)`,
      });
  });

  it('is searched by an exact amount, and filtered by who asked', async () => {
    const { list } = installed.api.transaction;
    expect((await list({ text: '0.00000017' })).list.map(({ amount }) => amount)).toEqual(['0.00000017']);
    expect((await list({ text: '0.00000017', symbol: 'ETH' })).total).toBe(0);
    expect((await list({ text: '0.000000170' })).total).toBe(1);
    expect((await list({ text: '0.000000017' })).total).toBe(0);
    expect((await list({ initiator: 'm-none' })).total).toBe(0);
  });
});

describe('outside a sandbox', () => {
  it('nobody gets test coins or blocks', async () => {
    expect(
      await codeOf(installed.api.sandbox.fund({ symbol: 'ETH', amount: '1', sub_wallet_id: installed.subWalletId })),
    ).toBe(300033);
    expect(await codeOf(installed.api.sandbox.mine({}))).toBe(300033);
    expect((await installed.api.sandbox.status({})).enabled).toBe(false);
  });
  it('and with every node away, a withdrawal is refused clearly and the chains say so', async () => {
    const ask = {
      ...at('ETH'),
      request_id: 'r1',
      address_to: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
      amount: '1',
    };
    expect(await codeOf(installed.api.withdraw.create(ask))).toBe(300024);
    const { list } = await installed.api.transaction.chains({});
    expect(list.map(({ state }) => state)).toEqual(['down', 'down']);
  });
});

describe('what signers say of an address', () => {
  const pins = () =>
    Object.fromEntries(server.signers.map(({ id, identity }) => [id, publicKeysOf(identity).identity]));

  it('travels with it wherever it is given out, and holds by the signers’ own keys', async () => {
    const { api } = installed;
    const guard = createAddressGuard(pins());
    const made = await api.wallet.createSubWallet({ wallet_id: installed.workspaceId, sub_wallet_name: 'Proven' });
    const replies = [
      made,
      await api.deposit.address(at('ETH')),
      await api.deposit.userAddress({ symbol: 'ETH' }),
      await api.deposit.addresses(at('BTC')),
      await api.deposit.createAddress({ ...at('BTC'), num: 2 }),
      await api.wallet.coinsAsset({ sub_wallet_id: installed.subWalletId }),
      await api.web3.info({ sub_wallet_id: installed.subWalletId, main_chain_symbol: 'ETH' }),
      await api.web3.allowances({ sub_wallet_id: installed.subWalletId }),
    ];
    for (const reply of replies) {
      expect(addressesIn(reply).length).toBeGreaterThan(0);
      expect(() => guard(reply)).not.toThrow();
    }
  });

  it('does not hold for one that was exchanged in the database, or moved to another path, also with all that was said before', async () => {
    const { api } = installed;
    const guard = createAddressGuard(pins());
    const before = await api.deposit.address(at('ETH'));
    const change = (address: string) =>
      sql`update addresses set address = ${address} where id = ${before.address_id}`.execute(server.database.db);
    await change('0x000000000000000000000000000000000000dEaD');
    expect(() => guard({ ...before, address: '0x000000000000000000000000000000000000dEaD' })).toThrow(AddressNotProven);
    await expect(api.deposit.address(at('ETH')).then(guard)).rejects.toThrow(AddressNotProven);
    await expect(api.deposit.addresses(at('ETH')).then(guard)).rejects.toThrow(AddressNotProven);
    await change(before.address);
    await api.deposit.address(at('ETH')).then(guard);
  });
});
