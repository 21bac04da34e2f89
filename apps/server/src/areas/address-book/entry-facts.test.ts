import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ChainConfig } from '@holdfast/chains';
import { readerOf } from '@holdfast/chains/rpc';
import { entryType, maxBookItems, proposalStatus } from '@holdfast/contract';
import { raw, refusalOf, testChains } from '@holdfast/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Installed, install, recordedEntries, startTestServer, type TestServer } from '../../../test/index.ts';
import { createCatalog } from '../../catalog.ts';
import { readAssetIds } from '../../ledger/service.ts';
import { forgetOwners } from './beneficiaries.ts';
import { createCodeLook } from './code-look.ts';

let server: TestServer;
let installed: Installed;
beforeAll(async () => {
  server = await startTestServer({ chains: [...testChains, ton] });
  installed = await install(server);
});
afterAll(() => server.close());

const evm = 'evm:31337';
/** A network whose payees may need a memo. */
const ton: ChainConfig = {
  ...{ id: 'ton:-3', family: 'ton', name: 'TON', baseSymbol: 'TON', rpcUrl: 'http://127.0.0.1:9', maxFee: '500000000' },
  confirmations: { deposit: 1, withdraw: 1 },
  assets: [
    { symbol: 'TON', name: 'TON', decimals: 9, contract: '', minWithdraw: '1', maxWithdraw: '1000', minDeposit: '1' },
  ],
};
const supplier = '0x8ba1f109551bD432803012645Ac136ddd64DBA72';
const vault = '0x00000000219ab540356cBB839Cbe05303d7705Fa';
const token = '0x5FbDB2315678afecb367f032d93F642f64180aa3';
const usdc = '0x5FbDB2315678afecb367f032d93F642f64180aa3';

interface Row {
  readonly label: string;
  readonly address: string;
  readonly memo?: string;
  readonly assets?: string[];
  readonly hash?: string;
  readonly chains?: string[];
}
let made = 0;
/** An entry as the signers’ taking over leaves it. */
async function listed({ label, address, memo = '', assets = [], hash, chains = [evm] }: Row): Promise<string> {
  made += 1;
  const id = hash ?? made.toString(16).padStart(64, '0');
  await server.database.pool.query(
    `insert into book_entries (workspace_id, hash, chains, address, memo, assets, label, since) values ($1, $2, $3, $4, $5, $6, $7, now())`,
    [installed.workspaceId, id, chains, address, memo, assets, label],
  );
  return id;
}
const entryOf = async (id: string) => (await installed.api.addressBook.list({ ids: [id] })).list[0];
const labels = async (ask: object) => (await installed.api.addressBook.list(ask)).list.map(({ label }) => label);
const acme = { name: 'Acme GmbH', vasp: 'Bank of Nowhere', self_hosted: 0 } as const;
const alone = { name: 'Ada', vasp: '', self_hosted: 1 } as const;

describe('who is behind a payee', () => {
  it('is said at once, found by name and by provider, and told in the log by what it was and what it is', async () => {
    const id = await listed({ label: 'Supplier', address: supplier });
    expect((await entryOf(id))?.owner).toBeNull();
    const said = async (owner: typeof acme | typeof alone | null) => {
      await installed.api.addressBook.ownerSave({ entry_id: id, owner });
      return (await entryOf(id))?.owner;
    };
    expect([await said(acme), await said(acme), await said(alone)]).toEqual([acme, acme, alone]);
    expect([await labels({ keyword: 'ADA' }), await labels({ keyword: 'nowhere' })]).toEqual([['Supplier'], []]);
    expect([await said(acme), await labels({ keyword: 'of nowhere' })]).toEqual([acme, ['Supplier']]);
    expect(await said(null)).toBeNull();
    const told = (await recordedEntries(server, ['addressBook.ownerSave'])) as unknown as {
      readonly object: string;
      readonly before: string;
      readonly after: string;
    }[];
    expect(told.map(({ object }) => object)).toEqual(Array(4).fill(`payee:${id}`));
    const [first, second, third, last] = told;
    expect([first?.before, last?.after]).toEqual(['', '']);
    expect([second?.before, second?.after]).toEqual([first?.after, third?.before]);
    expect([third?.after, last?.before]).toEqual([first?.after, first?.after]);
    expect(second?.after).not.toBe(first?.after);
    expect(JSON.stringify(told)).not.toMatch(/Acme|Ada|Nowhere/);
  });

  it('is said with a fresh second factor only, like every change of the book: a stolen session names nobody', async () => {
    const id = await listed({ label: 'Stolen', address: `0x${'67'.repeat(20)}` });
    const age = (sign: '-' | '+') =>
      server.database.pool.query(`update sessions set step_up_until = step_up_until ${sign} interval '9 days'`);
    await age('-');
    const refusal = await refusalOf(installed.api.addressBook.ownerSave({ entry_id: id, owner: acme }));
    await age('+');
    expect([refusal, (await entryOf(id))?.owner]).toEqual(['stepUpRequired', null]);
  });

  it('never stands before the payee whose signed label somebody looks for, whichever can be paid', async () => {
    const [aged, cooling] = ['Aged', 'Kraken'];
    const id = await listed({ label: aged, address: `0x${'68'.repeat(20)}` });
    await server.database.pool.query(`update book_entries set since = now() - interval '9 days' where hash = $1`, [id]);
    await listed({ label: cooling, address: `0x${'69'.repeat(20)}` });
    await installed.api.addressBook.ownerSave({ entry_id: id, owner: { ...acme, name: 'Kraken' } });
    const offered = async (keyword?: string) =>
      (await installed.api.addressBook.withdrawList({ symbol: 'ETH', ...(keyword ? { keyword } : {}) })).list
        .map(({ label }) => label)
        .filter((label) => label === aged || label === cooling);
    expect([await offered('kraken'), await offered()]).toEqual([
      [cooling, aged],
      [aged, cooling],
    ]);
    expect(await labels({ keyword: 'kraken' })).toEqual([cooling, aged]);
    await installed.api.addressBook.ownerSave({ entry_id: id, owner: null });
  });

  it('goes into no document that is signed, and shows when the entry is listed', async () => {
    const payee = { chains: [evm], address: vault, memo: '', symbols: [], label: 'Vault' };
    const propose = async (owner?: typeof acme) => {
      const item = owner ? { ...payee, owner } : payee;
      const { item_id: audit_id } = await installed.api.addressBook.add({ items: [item] });
      const { rows } = await server.database.pool.query<{ document: string; intent: string }>(
        'select document, intent from proposals where id = $1',
        [audit_id],
      );
      await installed.api.addressBook.auditRevoke({ audit_id });
      return rows[0];
    };
    const [bare, told] = [await propose(), await propose(acme)];
    expect(told?.document).toBe(bare?.document);
    expect(JSON.stringify(told)).not.toMatch(/Acme|Nowhere/);
    const { rows } = await server.database.pool.query<{ hash: string }>('select hash from book_beneficiaries');
    expect(await labels({ keyword: 'Acme' })).toEqual([]);
    const id = await listed({ label: 'Vault', address: vault, hash: rows[0]?.hash ?? '' });
    expect((await entryOf(id))?.owner).toEqual(acme);
  });

  it('of what was proposed before is forgotten where the same entry is proposed without', async () => {
    const payee = { chains: [evm], address: `0x${'12'.repeat(20)}`, memo: '', symbols: [], label: 'Twice' };
    const count = async () => (await server.database.pool.query('select 1 from book_beneficiaries')).rowCount;
    const before = await count();
    const propose = async (owner: typeof acme | null) => {
      const { item_id: audit_id } = await installed.api.addressBook.add({ items: [{ ...payee, owner }] });
      await installed.api.addressBook.auditRevoke({ audit_id });
      return count();
    };
    expect([await propose(acme), await propose(null)]).toEqual([Number(before) + 1, before]);
  });

  it.each([
    ['without a name', { ...acme, name: ' ' }],
    ['with a name of 65 characters', { ...acme, name: 'x'.repeat(65) }],
    ['with a provider of 65 characters', { ...acme, vasp: 'x'.repeat(65) }],
    ['with a line break', { ...acme, name: 'Acme\nGmbH' }],
    ['with a name that turns the writing direction', { ...acme, name: 'Acme \u202eHbmG' }],
    ['with a provider that turns the writing direction', { ...acme, vasp: 'Bank \u2067A' }],
    ['with a name that holds what nobody sees', { ...acme, name: 'Kra\u200bken' }],
    ['who holds the keys and has a provider', { ...acme, self_hosted: 1 as const }],
  ])('%s is refused, and found by a check beforehand', async (_, owner) => {
    const [first] = (await installed.api.addressBook.list({})).list;
    const post = async (path: string, fields: object): Promise<string> => {
      const form = Object.entries(fields).map(([name, value]) => [name, JSON.stringify(value).replace(/^"|"$/g, '')]);
      const call = { method: 'POST', body: new URLSearchParams(Object.fromEntries(form)).toString() };
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      return (await raw(server.url, path, { ...call, headers, token: installed.token })).text;
    };
    const refused = /^\{"code":100004,/;
    expect(await post('/api/mpc/address_book/owner/save', { entry_id: first?.id, owner })).toMatch(refused);
    const item = { chains: [evm], address: `0x${'34'.repeat(20)}`, memo: '', symbols: [], label: 'New', owner };
    expect(await post('/api/mpc/address_book/add', { items: [item] })).toMatch(refused);
    expect((await installed.api.addressBook.check({ items: [item] })).list).toMatchObject([{ problem: 'owner' }]);
  });

  it('is forgotten once its entry is taken out or proposed in vain, and kept while it is listed or waits', async () => {
    const { pool, db } = server.database;
    const named = (name: string) => ({ ...acme, name });
    const names = async () =>
      (await pool.query<{ name: string }>(`select name from book_beneficiaries where name like 'P %' order by name`))
        .rows;
    const propose = async (name: string, address: string) => {
      const item = { chains: [evm], address, memo: '', symbols: [], label: name, owner: named(name) };
      return (await installed.api.addressBook.add({ items: [item] })).item_id;
    };
    for (const [at, name] of ['P listed', 'P out'].entries()) {
      const id = await listed({ label: name, address: `0x${String(at).repeat(38)}70` });
      await installed.api.addressBook.ownerSave({ entry_id: id, owner: named(name) });
    }
    const [open, taken, ...vain] = [
      await propose('P open', `0x${'71'.repeat(20)}`),
      await propose('P being taken over', `0x${'72'.repeat(20)}`),
      await propose('P refused', `0x${'73'.repeat(20)}`),
      await propose('P run out', `0x${'74'.repeat(20)}`),
    ];
    await forgetOwners(db);
    expect((await names()).length).toBe(6);
    await pool.query(`update book_entries set removed_at = now() where label = 'P out'`);
    const { refused, expired } = proposalStatus;
    // As deciding, signers and time leave them; what is being taken over is left alone by the worker.
    const moved = `update proposals set status = $2, next_at = now() + interval '1 day' where id = $1`;
    for (const [at, id] of vain.entries()) await pool.query(moved, [id, [refused, expired][at]]);
    await pool.query(moved, [taken, proposalStatus.applying]);
    for (const _ of [1, 2]) {
      await forgetOwners(db);
      expect((await names()).map(({ name }) => name)).toEqual(['P being taken over', 'P listed', 'P open']);
    }
    await pool.query(moved, [taken, proposalStatus.superseded]);
    await installed.api.addressBook.auditRevoke({ audit_id: open });
    await forgetOwners(db);
    expect((await names()).map(({ name }) => name)).toEqual(['P listed']);
  });

  it('is said of as many as one proposal holds, with the longest names, in any script', async () => {
    const long = (length: number): string => '汉'.repeat(length);
    const items = Array.from({ length: maxBookItems }, (_, n) => ({
      chains: [evm],
      address: `0x9${n.toString(16).padStart(39, '0')}`,
      memo: '',
      symbols: ['ETH', 'USDC'],
      label: long(30),
      owner: { name: long(64), vasp: long(64), self_hosted: 0 as const },
    }));
    const { list } = await installed.api.addressBook.check({ items });
    expect(list.filter(({ problem }) => problem !== '')).toEqual([]);
    const { item_id: audit_id } = await installed.api.addressBook.add({ items });
    await installed.api.addressBook.auditRevoke({ audit_id });
    const { rowCount } = await server.database.pool.query('delete from book_beneficiaries where vasp = $1', [long(64)]);
    expect(rowCount).toBe(maxBookItems);
  });

  it('is said of listed entries of the own workspace only', async () => {
    const { pool } = server.database;
    const gone = await listed({ label: 'Gone', address: `0x${'56'.repeat(20)}` });
    await pool.query('update book_entries set removed_at = now() where hash = $1', [gone]);
    const theirs = 'ef'.repeat(32);
    await pool.query(
      `with w as (insert into workspaces (id, name, key_group_id) overriding system value select 4711, 'Theirs', key_group_id from workspaces limit 1 returning id)
       insert into book_entries select w.id, $1, chains, address, memo, assets, label, since, null from w, book_entries where hash = $2`,
      [theirs, gone],
    );
    for (const id of [gone, theirs, 'fe'.repeat(32)])
      expect(await refusalOf(installed.api.addressBook.ownerSave({ entry_id: id, owner: acme }))).toBe('itemNotFound');
    expect((await pool.query('select 1 from book_beneficiaries where name = $1', [acme.name])).rowCount).toBe(1);
  });
});

it.each([
  ['label', { label: 'Bank \u202eA' }],
  ['label', { label: 'Bank\u200b' }],
  ['memo', { memo: 'für 7' }],
])(
  'a %s that signers do not read is refused before it is proposed, so that it holds up no other payee',
  async (problem, over) => {
    const { addressBook } = installed.api;
    const payee = { chains: [evm], address: `0x${'ab'.repeat(20)}`, memo: '', symbols: [], label: 'Bank' };
    expect((await addressBook.check({ items: [{ ...payee, ...over }] })).list).toMatchObject([{ problem }]);
    await expect(addressBook.add({ items: [{ ...payee, ...over }] })).rejects.toThrow();
    const { item_id: audit_id } = await addressBook.add({ items: [payee] });
    await addressBook.auditRevoke({ audit_id });
  },
);

/** A node that knows of code at these addresses, or says nothing at all; it has no answer for some. */
async function startNode(
  code: readonly string[] | 'silent',
  dumb: readonly string[] = [],
): Promise<{ server: Server; asked: string[]; url: string }> {
  const asked: string[] = [];
  const node = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk) => {
      text += String(chunk);
    });
    request.on('end', () => {
      const { id, params } = JSON.parse(text) as { id: number; params: [string] };
      asked.push(params[0]);
      if (code === 'silent') return;
      response.setHeader('content-type', 'application/json');
      const error = { code: -32000, message: 'missing trie node' };
      if (dumb.includes(params[0])) return void response.end(JSON.stringify({ jsonrpc: '2.0', id, error }));
      response.end(JSON.stringify({ jsonrpc: '2.0', id, result: code.includes(params[0]) ? '0x60' : '0x' }));
    });
  });
  node.listen(0, '127.0.0.1');
  await once(node, 'listening');
  return { server: node, asked, url: `http://127.0.0.1:${(node.address() as AddressInfo).port}` };
}

describe('the type of a payee', () => {
  const typeOf = async (id: string) => (await entryOf(id))?.type;
  /** Rounds at this node, by a clock that runs ahead. */
  async function rounds(url: string, answerMs: number, hoursAhead: number): Promise<() => Promise<void>> {
    const chains: ChainConfig[] = testChains.map((chain) => ({ ...chain, rpcUrl: url }));
    const clock = () => new Date(Date.now() + hoursAhead * 3_600_000);
    const catalog = createCatalog(chains, [], await readAssetIds(server.database.db));
    return createCodeLook({ db: server.database.db, clock, catalog, readerOf, answerMs });
  }
  const look = async (url: string, answerMs: number, hoursAhead = 0) => (await rounds(url, answerMs, hoursAhead))();

  it('is internal by the workspace’s records, a contract by the configuration, and external as long as nobody knows', async () => {
    const { address } = await installed.api.deposit.address({ sub_wallet_id: installed.subWalletId, symbol: 'ETH' });
    const own = await listed({ label: 'Own', address });
    const coin = await listed({ label: 'Coin', address: token });
    const [other] = (await installed.api.addressBook.list({ keyword: 'Supplier' })).list;
    expect([await typeOf(own), await typeOf(coin), other?.type]).toEqual([
      entryType.internal,
      entryType.contract,
      entryType.external,
    ]);
    expect(await labels({ type: entryType.internal })).toEqual(['Own']);
    expect(await labels({ type: entryType.contract })).toEqual(['Coin']);
    expect(await labels({ type: entryType.external, keyword: 'coin' })).toEqual([]);
  });

  it('is a contract once a node says so, is asked for once a day, and waits for no node that is silent', async () => {
    const [entry] = (await installed.api.addressBook.list({ keyword: 'Vault' })).list;
    const id = entry?.id ?? '';
    const silent = await startNode('silent');
    await look(silent.url, 50);
    expect(await typeOf(id)).toBe(entryType.external);
    expect(silent.asked.length).toBeLessThan(2);
    silent.server.closeAllConnections();
    silent.server.close();

    const node = await startNode([vault]);
    await look(node.url, 20_000);
    expect(node.asked).toContain(vault);
    expect(await typeOf(id)).toBe(entryType.contract);
    expect(await labels({ type: entryType.contract })).toEqual(['Coin', 'Vault']);
    const first = node.asked.length;
    await look(node.url, 20_000);
    expect(node.asked.length).toBe(first);
    await look(node.url, 20_000, 25);
    expect(node.asked.length).toBe(2 * first);
    node.server.close();
  });

  it('is found out for all others where a node never answers for some of them', async () => {
    const dumb = [`0x${'00'.repeat(20)}`, `0x${'01'.repeat(20)}`];
    for (const address of dumb) await listed({ label: 'Unanswered', address });
    const last = `0x${'f'.repeat(40)}`;
    const id = await listed({ label: 'Last', address: last });
    const node = await startNode([last], dumb);
    const round = await rounds(node.url, 20_000, 50);
    await round();
    await round();
    expect(node.asked).toEqual(dumb);
    await round();
    expect(node.asked).toContain(last);
    expect(await typeOf(id)).toBe(entryType.contract);
    // Asked again, but after what is not known yet.
    expect(node.asked.lastIndexOf(dumb[0] ?? '')).toBeGreaterThan(node.asked.indexOf(last));
    node.server.close();
  });
});

describe('the payments of a payee', () => {
  let orders = 0;
  async function paid(over: { symbol?: string; chain?: string; memo?: string; status?: number; days?: number }) {
    orders += 1;
    const { symbol = 'ETH', chain = evm, memo = '', status = 2000, days = 0 } = over;
    await server.database.pool.query(
      `insert into orders (workspace_id, sub_wallet_id, kind, request_id, request_hash, status, sub_status, chain, asset_id, amount, address_from,
        address_to, memo, outputs, fee_asset_id, max_fee, fee_plan, initiator_user, initiator, intent_id, intent, digest, raw, txid, broadcast_at, expires_at)
      select $1, $2, 'withdraw', 'p' || $3, repeat('a', 64), $4, '', $5, a.id, 1, 'own', $7::text, $8::text,
        jsonb_build_array(jsonb_build_object('address', $7::text, 'amount', '1', 'memo', $8::text)), a.id, 1, '{}', min(users.id), 'm', gen_random_uuid(), '{}',
        lpad($3, 64, '0'), 'raw', 'tp' || $3, now() - make_interval(days => $9), now() from users, assets a where a.symbol = $6 group by a.id`,
      [installed.workspaceId, installed.subWalletId, String(orders), status, chain, symbol, supplier, memo, days],
    );
  }

  it('are those that arrived: on its networks, with its memo, in its coins', async () => {
    const tagged = await listed({ label: 'Tagged', address: supplier, memo: '77' });
    const coin = await listed({ label: 'In one coin', address: supplier, memo: '78', assets: [usdc] });
    await paid({ days: 3 });
    await paid({ symbol: 'USDC', days: 2 });
    for (const over of [{ status: 1200 }, { status: 2400 }, { chain: 'evm:1' }, { memo: '99' }]) await paid(over);
    await paid({ memo: '78' });
    await paid({ memo: '78', symbol: 'USDC' });
    const [plain] = (await installed.api.addressBook.list({ keyword: 'Supplier' })).list;
    const counts = [plain?.id ?? '', tagged, coin].map(async (id) => (await entryOf(id))?.used_count);
    expect(await Promise.all(counts)).toEqual([2, 0, 1]);
    const agoMs = Date.now() - Number(plain?.last_used_at);
    expect(Math.round(agoMs / 86_400_000)).toBe(2);
    expect((await entryOf(tagged))?.last_used_at).toBeNull();
  });
});

it('a payee tells the own coins of its networks, and whether it can be paid while the whitelist holds', async () => {
  const id = await listed({ label: 'Known', address: `0x${'78'.repeat(20)}` });
  expect(await entryOf(id)).toMatchObject({ base_symbols: ['ETH'], white: 0, status: 1 });
  await server.database.pool.query(`update book_entries set since = now() - interval '9 days' where hash = $1`, [id]);
  expect(await entryOf(id)).toMatchObject({ white: 1, status: 2 });
  expect(await labels({ base_symbol: 'ETH', keyword: 'Known' })).toEqual(['Known']);
  expect(await labels({ base_symbol: 'BTC' })).toEqual([]);
});

it('a payee without memo is found where those alone are asked for, however many with one stand before it', async () => {
  const chains = [ton.id];
  for (const label of ['Exchange 1', 'Exchange 2', 'Exchange 3'])
    await listed({ chains, label, address: 'EQexchange', memo: label });
  await listed({ chains, label: 'Freight', address: 'EQfreight' });
  const offered = async (without_memo?: boolean) => {
    const ask = { symbol: 'TON', page_size: 3, ...(without_memo === undefined ? {} : { without_memo }) };
    const { list, total } = await installed.api.addressBook.withdrawList(ask);
    return [total, ...list.map(({ label }) => label)];
  };
  const all = [4, 'Exchange 1', 'Exchange 2', 'Exchange 3'];
  expect([await offered(true), await offered(false), await offered()]).toEqual([[1, 'Freight'], all, all]);
});
