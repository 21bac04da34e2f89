import { parsePolicy } from '@holdfast/policy';
import { decideAt, outcomeOf, refusalOf } from '@holdfast/testkit';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { recordedActions, recordedEntries, startTestServer, type TestServer } from '../../../test/index.ts';
import { type SetUp, setUp } from '../../../test/set-up.ts';
import { move, post } from '../../ledger/service.ts';
import { idOf } from '../../ledger/test/assets.ts';

let server: TestServer;
let fixture: SetUp;
beforeAll(async () => {
  server = await startTestServer({ realSigners: 'here' });
  fixture = await setUp(server.place);
});
afterAll(() => server.close());

const payee = {
  chains: ['evm:31337'],
  address: '0x8ba1f109551bd432803012645ac136ddd64dba72',
  memo: '',
  symbols: ['ETH'],
  label: 'Supplier',
};
const whole = '0x8ba1f109551bD432803012645Ac136ddd64DBA72';
const bank = { chains: ['bitcoin:regtest'], address: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080', symbols: [] };
/** Another address than the bank’s, with the same first and last characters. */
const imitation = 'bcrt1qw50rxltt7dfx7xx7fqhqm0vp6nxs3te87nt080';
const passes = async (made: { item_id: number; approval_url: string }): Promise<number> => {
  await decideAt(made.approval_url, fixture.owner);
  return outcomeOf(fixture.api, made);
};
const signerBooks = async (): Promise<number[]> =>
  Promise.all(
    (server.real?.signers ?? []).map(async ({ origin }) => {
      const info = (await (await fetch(`${origin}/api/info`)).json()) as { book?: { entries: number } };
      return info.book?.entries ?? -1;
    }),
  );

/** Coins of the sub-wallet's, as if they had come in. */
const received = async (symbol: string, units: bigint) =>
  post(server.database.db, {
    workspaceId: fixture.workspaceId,
    kind: 'deposit_credited',
    ref: `test:${symbol}`,
    entries: move(fixture.subWalletId, await idOf(server.database.db, symbol), 'chain', 'available', units),
  });
/** An order that has gone through, and one that was refused; rows that only have to be there. */
async function paidOnce(address: string): Promise<void> {
  await server.database.pool.query(
    `insert into orders (workspace_id, sub_wallet_id, kind, request_id, request_hash, status, sub_status, chain, asset_id, amount, address_from,
      address_to, outputs, fee_asset_id, max_fee, fee_plan, initiator_user, initiator, intent_id, intent, digest, raw, txid, expires_at)
    select $1, $2, 'withdraw', 'r' || status, repeat('a', 64), status, '', 'evm:31337', (select id from assets where symbol = 'ETH'), 1, 'own', $3::text,
      jsonb_build_array(jsonb_build_object('address', $3::text, 'amount', '1', 'memo', '')), (select id from assets where symbol = 'ETH'), 1, '{}',
      (select min(id) from users), 'm', gen_random_uuid(), '{}', repeat(left(status::text, 1), 32) || repeat(right(status::text, 2), 16), 'raw',
      'tx' || status, now() from unnest(array[2000, 2100]) status`,
    [fixture.workspaceId, fixture.subWalletId, address],
  );
}

describe('a payee', () => {
  it('is listed when the members have agreed and every signer has it; then it cools down', async () => {
    const made = await fixture.api.addressBook.add({ items: [payee], remark: 'New supplier' });
    expect(made).toMatchObject({ instant: false, similar: [] });
    expect((await fixture.api.addressBook.list({})).total).toBe(0);
    expect(await refusalOf(fixture.api.addressBook.add({ items: [payee] }))).toBe('addressInApproval');
    const asked = await fixture.api.addressBook.auditDetail({ audit_id: made.item_id });
    expect(asked.add).toEqual([{ ...payee, address: whole, listed_from: null }]);
    expect([asked.digest, asked.digest_words]).toEqual([made.digest, made.digest_words]);
    expect(made.approval_url).toContain(`digest=${made.digest}`);
    expect(asked.decisions).toEqual([]);
    expect(await passes(made)).toBe(1);
    const { decisions, add } = await fixture.api.addressBook.auditDetail({ audit_id: made.item_id });
    expect(decisions.map(({ decision }) => decision)).toContain('approve');
    expect(decisions.every(({ time }) => Math.abs(time.getTime() - Date.now()) < 600_000)).toBe(true);
    expect(await signerBooks()).toEqual([1, 1]);
    const { list } = await fixture.api.addressBook.list({});
    expect(list).toMatchObject([{ address: whole, label: 'Supplier', symbols: ['ETH'], status: 1, used_count: 0 }]);
    expect(Number(list[0]?.effective_at) - Date.now()).toBeGreaterThan(23 * 3_600_000);
    expect(add.map((one) => one.listed_from)).toEqual([list[0]?.effective_at]);
    expect(await refusalOf(fixture.api.addressBook.add({ items: [{ ...payee, label: 'Again' }] }))).toBe(
      'duplicateAddress',
    );
  });

  it('is named to whoever asked for it, once it is listed', async () => {
    const told = async () => (await fixture.api.notice.list({})).list.map(({ text }) => text);
    const text = 'The request to add Supplier to the address book passed and is in force.';
    await vi.waitFor(async () => expect(await told()).toContain(text));
  });

  it('with a label that looks like a listed one, or like another beside it, is refused before anything is proposed', async () => {
    const before = (await fixture.api.addressBook.auditList({})).total;
    const at = (address: string, label: string) => ({ ...payee, address, label });
    const [one, two] = ['0x00000000219ab540356cBB839Cbe05303d7705Fa', `0x${'1'.repeat(40)}`];
    for (const items of [[at(one, 'Ѕupplier')], [at(one, 'SUPPLIER')], [at(one, 'Rent'), at(two, 'Rеnt')]])
      expect(await refusalOf(fixture.api.addressBook.add({ items }))).toBe('looksAlike');
    expect((await fixture.api.addressBook.auditList({})).total).toBe(before);
  });

  it('that looks like a listed one is pointed out', async () => {
    const like = `0x8ba1${'0'.repeat(32)}ba72`;
    const made = await fixture.api.addressBook.add({ items: [{ ...payee, address: like, label: 'Poison' }] });
    expect(made.similar).toMatchObject([{ like: whole, label: 'Supplier' }]);
    await fixture.api.addressBook.auditRevoke({ audit_id: made.item_id });
    expect((await fixture.api.addressBook.auditStatus({ audit_id: made.item_id })).status).toBe(3);
  });

  it.each([
    ['with a wrong checksum', { ...payee, address: '0x8BA1f109551bD432803012645Ac136ddd64DBA72' }, 'invalidAddress'],
    ['of two kinds of chain', { ...payee, chains: ['evm:31337', 'bitcoin:regtest'] }, 'invalidAddress'],
    ['on an unknown chain', { ...payee, chains: ['evm:999'] }, 'invalidAddress'],
    ['for a coin of another chain', { ...payee, symbols: ['BTC'] }, 'unsupportedCoin'],
  ] as const)('%s is refused, and with it the whole list', async (_, bad, refusal) => {
    const good = { ...payee, address: '0x00000000219ab540356cBB839Cbe05303d7705Fa', label: 'Good' };
    expect(
      await refusalOf(
        fixture.api.addressBook.add({ items: [good, { ...bad, chains: [...bad.chains], symbols: [...bad.symbols] }] }),
      ),
    ).toBe(refusal);
  });

  it('is tried without being proposed: what is wrong with each line, by itself', async () => {
    const at = (over: object) => ({ ...payee, address: '0x00000000219ab540356cBB839Cbe05303d7705Fa', ...over });
    const lines = [
      at({}),
      at({ label: 'Again' }),
      at({ label: '' }),
      at({ label: 'x'.repeat(31) }),
      at({ chains: [] }),
      at({ chains: ['evm:1', 'bitcoin:regtest'] }),
      at({ address: '0x12' }),
      at({ symbols: ['BTC'] }),
      payee,
      at({ address: `0x${'5'.repeat(40)}`, label: 'Rent' }),
      at({ address: `0x${'6'.repeat(40)}`, label: 'Rеnt' }),
      at({ address: '0x00000000219ab540356cBB839Cbe05303d7705fa' }),
      at({ address: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080' }),
      at({ address: `0x8ba1${'0'.repeat(32)}ba72` }),
    ];
    const { list } = await fixture.api.addressBook.check({ items: lines });
    expect(list.map(({ problem }) => problem)).toEqual([
      '',
      'repeated',
      'label',
      'label',
      'chains',
      'chains',
      'address',
      'symbols',
      'listed',
      'looksAlike',
      'looksAlike',
      'checksum',
      'otherNetwork',
      '',
    ]);
    const twin = at({ address: `0x${'4'.repeat(40)}`, label: 'Ѕupplier' });
    expect((await fixture.api.addressBook.check({ items: [twin] })).list).toMatchObject([{ problem: 'looksAlike' }]);
    expect(list.at(-1)?.similar).toEqual([{ like: whole, label: 'Supplier' }]);
    expect((await fixture.api.addressBook.auditList({})).total).toBe(0);
  });

  it('is offered to a sub-wallet that holds a coin for it, with what that wallet has paid', async () => {
    const ask = { sub_wallet_id: fixture.subWalletId };
    expect((await fixture.api.addressBook.subWalletList(ask)).list).toEqual([]);
    await received('USDC', 5n);
    expect((await fixture.api.addressBook.subWalletList(ask)).list).toEqual([]);
    await received('ETH', 5n);
    await paidOnce(whole);
    const { list } = await fixture.api.addressBook.subWalletList(ask);
    expect(list).toMatchObject([{ label: 'Supplier', coins: ['ETH'], paid_count: 1, used_count: 1 }]);
    expect((await fixture.api.addressBook.subWalletList({ ...ask, keyword: 'nobody' })).total).toBe(0);
    expect(await refusalOf(fixture.api.addressBook.subWalletList({ sub_wallet_id: 999_999 as never }))).toBe(
      'walletNotFound',
    );
  });

  it('is found by the days on which it was listed', async () => {
    const { addressBook } = fixture.api;
    type Span = { start?: Date; end?: Date };
    const inBook = async (span: Span) => (await addressBook.list(span)).total;
    const ofWallet = async (span: Span) =>
      (await addressBook.subWalletList({ sub_wallet_id: fixture.subWalletId, ...span })).total;
    const hour = 3_600_000;
    const [past, future] = [new Date(Date.now() - 1_000 * hour), new Date(Date.now() + 1_000 * hour)];
    for (const found of [inBook, ofWallet]) {
      const total = await found({});
      expect(total).toBeGreaterThan(0);
      const spans = [{ start: past, end: future }, { end: past }, { start: future }];
      expect(await Promise.all(spans.map(found))).toEqual([total, 0, 0]);
    }
  });

  it('is offered for the coins it is listed for, and known where somebody types its address', async () => {
    const offered = async (symbol: string, keyword?: string) =>
      (await fixture.api.addressBook.withdrawList({ symbol, ...(keyword ? { keyword } : {}) })).list.map(
        ({ label }) => label,
      );
    expect([await offered('ETH'), await offered('ETH', 'SUPP'), await offered('ETH', 'nobody')]).toEqual([
      ['Supplier'],
      ['Supplier'],
      [],
    ]);
    expect([await offered('BTC'), await offered('NONE')]).toEqual([[], []]);
    expect((await fixture.api.addressBook.currentMainChain({})).list).toMatchObject([
      { chain: 'evm:31337', entries: 1 },
    ]);
    await passes(await fixture.api.addressBook.add({ items: [{ ...bank, memo: '', label: 'Bank' }] }));
    const known = await fixture.api.withdraw.addressInfo({ symbol: 'BTC', address: bank.address });
    expect(known).toMatchObject({ is_white: false, white_label: 'Bank' });
    expect(Number(known.white_from)).toBeGreaterThan(Date.now());
    const row = { address: bank.address, amount: '0.01', memo: '', remark: '', seen: 0 as const };
    const of = { sub_wallet_id: fixture.subWalletId, symbol: 'BTC', name: '', rows: [row] };
    const { batch_id } = await fixture.api.batch.init(of);
    const { findings } = await fixture.api.batch.info({ batch_id });
    expect(findings?.cooling).toEqual([{ row: 1, from: known.white_from }]);
    await passes(await fixture.api.addressBook.remove({ ids: [known.white_id] }));
  });

  it('is told from who imitates its address, where somebody types that: of the workspace’s book or one’s own', async () => {
    const imitations = async () =>
      (await fixture.api.withdraw.addressInfo({ symbol: 'BTC', address: imitation })).similar_to;
    expect(await imitations()).toEqual([]);
    const { ids } = await fixture.api.personalBook.add({ items: [{ ...bank, memo: '', label: 'My bank', note: '' }] });
    expect(await imitations()).toEqual([bank.address]);
    await fixture.api.personalBook.remove({ ids });
    const made = await fixture.api.addressBook.add({ items: [{ ...bank, memo: '', label: 'Bank' }] });
    expect(await imitations()).toEqual([]);
    await passes(made);
    expect(await imitations()).toEqual([bank.address]);
    const { white_id } = await fixture.api.withdraw.addressInfo({ symbol: 'BTC', address: bank.address });
    await passes(await fixture.api.addressBook.remove({ ids: [white_id] }));
  });

  it('is told as proposed to whoever would pay it: for its own coins and memo, as long as the change waits', async () => {
    const told = async (name: { symbol: string; memo?: string }) =>
      (await fixture.api.withdraw.addressInfo({ ...name, address: bank.address })).white_change;
    expect(await told({ symbol: 'BTC' })).toBeNull();
    const made = await fixture.api.addressBook.add({ items: [{ ...bank, memo: '', label: 'Bank' }] });
    expect(await told({ symbol: 'BTC' })).toEqual({ audit_id: made.item_id, label: 'Bank' });
    expect(await told({ symbol: 'BTC', memo: 'Another' })).toBeNull();
    expect(await told({ symbol: 'ETH' })).toBeNull();
    await passes(made);
    expect(await told({ symbol: 'BTC' })).toBeNull();
    const { white_id } = await fixture.api.withdraw.addressInfo({ symbol: 'BTC', address: bank.address });
    await passes(await fixture.api.addressBook.remove({ ids: [white_id] }));
    const taken = await fixture.api.addressBook.add({ items: [{ ...bank, memo: '', label: 'Bank' }] });
    await fixture.api.addressBook.auditRevoke({ audit_id: taken.item_id });
    expect(await told({ symbol: 'BTC' })).toBeNull();
  });

  it('is taken out at once, by who proposes it alone', async () => {
    const [entry] = (await fixture.api.addressBook.list({})).list;
    const made = await fixture.api.addressBook.remove({ ids: [entry?.id ?? ''] });
    expect(made.instant).toBe(true);
    expect(await passes(made)).toBe(1);
    expect((await fixture.api.addressBook.list({})).total).toBe(0);
    expect(await refusalOf(fixture.api.addressBook.remove({ ids: [entry?.id ?? ''] }))).toBe('itemNotFound');
  });
});

describe('a payee in another’s place', () => {
  const old = { ...payee, address: '0x00000000219ab540356cBB839Cbe05303d7705Fa', label: 'Old name' };
  const other = { ...payee, address: '0x90F79bf6EB2c4f870365E785982E1f101E93b906', label: 'Other' };
  const idOf = async (label: string): Promise<string> =>
    (await fixture.api.addressBook.list({ keyword: label })).list[0]?.id ?? '';

  it('is one change of one signature: the old one goes, the new one cools down anew, at every signer', async () => {
    await passes(
      await fixture.api.addressBook.add({ items: [{ ...old, owner: { name: 'Acme', vasp: '', self_hosted: 1 } }] }),
    );
    const id = await idOf('Acme');
    // As if it had cooled down long ago.
    await server.database.pool.query(`update book_entries set since = now() - interval '9 days' where hash = $1`, [id]);
    expect((await fixture.api.addressBook.list({})).list).toMatchObject([{ id, status: 2 }]);
    const made = await fixture.api.addressBook.edit({
      entry_id: id,
      item: { ...old, label: 'New name' },
      remark: 'Renamed',
    });
    const owner = { name: 'Acme Holding', vasp: 'Bank', self_hosted: 0 } as const;
    await fixture.api.addressBook.ownerSave({ entry_id: id, owner });
    expect(made).toMatchObject({ instant: false, similar: [] });
    expect(await fixture.api.addressBook.auditDetail({ audit_id: made.item_id })).toMatchObject({
      add: [{ label: 'New name', address: old.address }],
      remove: [{ id, label: 'Old name' }],
    });
    expect((await fixture.api.addressBook.list({})).list).toMatchObject([{ id, status: 2 }]);
    expect(await passes(made)).toBe(1);
    expect(await signerBooks()).toEqual([1, 1]);
    const { list } = await fixture.api.addressBook.list({});
    // Who is behind the address stays with it, as it was said last, although nobody signed that.
    expect(list).toMatchObject([{ label: 'New name', address: old.address, status: 1, owner }]);
    expect(list[0]?.id).not.toBe(id);
    expect(Number(list[0]?.effective_at) - Date.now()).toBeGreaterThan(23 * 3_600_000);
  });

  it('does not stand in its own way, and is refused where another would be', async () => {
    const id = await idOf('New name');
    const at = { ...old, label: 'New name' };
    const check = async (except?: string) =>
      (await fixture.api.addressBook.check({ items: [at], ...(except ? { except } : {}) })).list[0]?.problem;
    expect([await check(), await check(id)]).toEqual(['listed', '']);
    const edit = (item: typeof at, of = id) => refusalOf(fixture.api.addressBook.edit({ entry_id: of, item }));
    expect(await edit(at)).toBe('nothingChanges');
    expect(await edit({ ...at, label: 'Nobody' }, 'ab'.repeat(32))).toBe('itemNotFound');
    expect(await edit({ ...at, address: '0x12' })).toBe('invalidAddress');
    await passes(await fixture.api.addressBook.add({ items: [other] }));
    expect(await edit({ ...other, label: 'Twice' })).toBe('duplicateAddress');
    const open = await fixture.api.addressBook.edit({ entry_id: id, item: { ...at, label: 'Third name' } });
    expect(await edit({ ...at, label: 'Fourth name' })).toBe('addressInApproval');
    await fixture.api.addressBook.auditRevoke({ audit_id: open.item_id });
  });

  it('is refused while a rule names the old one', async () => {
    const id = await idOf('New name');
    const { document } = await fixture.api.strategy.policy({});
    await server.database.pool.query(
      `update book_entries set removed_at = now() where workspace_id = $1 and hash <> $2`,
      [fixture.workspaceId, id],
    );
    const { version } = parsePolicy(document);
    const rule = {
      id: 'r-to-one',
      name: 'To one payee',
      type: 'transfer' as const,
      enabled: 'on' as const,
      when: {
        initiators: [],
        wallets: [],
        assets: { mode: 'any' as const, list: [] },
        amount: { unit: 'none' as const, over: '', upTo: '', hours: '0', scope: 'wallet' as const },
        destinations: { mode: 'listed' as const, entries: [id] },
        calls: [],
      },
      action: 'pass' as const,
      signProtection: 'on' as const,
      nodes: [],
    };
    await passes(await fixture.api.strategy.higherSave({ rule, version }));
    const item = { ...old, label: 'Fifth name' };
    expect(await refusalOf(fixture.api.addressBook.edit({ entry_id: id, item }))).toBe('whitelistDeletion');
    const now = parsePolicy((await fixture.api.strategy.policy({})).document).version;
    await passes(await fixture.api.strategy.higherDelete({ id: rule.id, version: now }));
    await passes(await fixture.api.addressBook.remove({ ids: [id] }));
  });

  it('is nobody whom it was, where its address is another', async () => {
    await passes(
      await fixture.api.addressBook.add({ items: [{ ...old, owner: { name: 'Acme', vasp: '', self_hosted: 1 } }] }),
    );
    const moved = { ...old, address: '0x976EA74026E726554dB657fA54763abd0C3a0aa9', label: 'Moved' };
    await passes(await fixture.api.addressBook.edit({ entry_id: await idOf(old.label), item: moved }));
    const [entry] = (await fixture.api.addressBook.list({ keyword: 'Moved' })).list;
    expect(entry).toMatchObject({ address: moved.address, owner: null });
    await passes(await fixture.api.addressBook.remove({ ids: [entry?.id ?? ''] }));
  });
});

it('any of ten thousand entries is found by its id, its label or its address', async () => {
  const { pool } = server.database;
  await pool.query(
    `insert into book_entries (workspace_id, hash, chains, address, memo, assets, label, since)
    select $1, lpad(to_hex(n), 64, '0'), '{evm:31337}', '0x' || lpad(to_hex(n::bigint * 1000003), 40, '0'), '', '{}', 'Payee ' || n, now()
      from generate_series(1, 10000) n`,
    [fixture.workspaceId],
  );
  const hashOf = (n: number): string => n.toString(16).padStart(64, '0');
  const labels = async (ask: Parameters<typeof fixture.api.addressBook.list>[0]) => {
    const { list, total } = await fixture.api.addressBook.list(ask);
    return [total, ...list.map(({ label }) => label).sort()];
  };
  expect((await fixture.api.addressBook.list({})).total).toBe(10_000);
  expect(await labels({ ids: [hashOf(9_999), hashOf(77), hashOf(10_001)] })).toEqual([2, 'Payee 77', 'Payee 9999']);
  expect(await labels({ keyword: 'payee 9876' })).toEqual([1, 'Payee 9876']);
  expect(await labels({ keyword: (9_123 * 1_000_003).toString(16) })).toEqual([1, 'Payee 9123']);
  await pool.query(`delete from book_entries where label like 'Payee %'`);
});

describe('the whitelist', () => {
  it('is switched on at once and off only by the members', async () => {
    const white = await fixture.api.addressBook.whiteStatus({});
    expect(white).toMatchObject({ white_status: 0, cooling_hours: 24 });
    const on = await fixture.api.addressBook.whiteModify({ mode: 'on', cooling_hours: 24, version: white.version });
    expect(on.instant).toBe(true);
    expect((await fixture.api.addressBook.whiteStatus({})).white_status).toBe(2);
    const { list } = await fixture.api.addressBook.auditList({});
    expect(list).toMatchObject([{ audit_id: on.item_id, mode: 'on', added: 0, removed: 0 }]);
    expect(await fixture.api.addressBook.auditDetail({ audit_id: on.item_id })).toMatchObject({
      mode: { mode: 'on', cooling_hours: 24, waits_hours: 0 },
      approval_url: on.approval_url,
    });
    expect(await passes(on)).toBe(1);
    const { version, white_status } = await fixture.api.addressBook.whiteStatus({});
    expect(white_status).toBe(1);
    const off = await fixture.api.addressBook.whiteModify({ mode: 'off', cooling_hours: 24, version });
    expect(off.instant).toBe(false);
    expect((await fixture.api.addressBook.auditDetail({ audit_id: off.item_id })).mode?.waits_hours).toBe(24);
    expect((await fixture.api.addressBook.whiteModify({ mode: 'on', cooling_hours: 1, version })).instant).toBe(false);
    // By the limit of its field, which whoever calls by the contract is told before it is sent.
    await expect(fixture.api.addressBook.whiteModify({ mode: 'on', cooling_hours: 721, version })).rejects.toThrow(
      /720/,
    );
  });
});

it('all of it is in the audit log', async () => {
  const seen = await recordedActions(server);
  expect(
    ['add', 'edit', 'remove', 'auditRevoke', 'whiteModify'].filter((name) => !seen.has(`addressBook.${name}`)),
  ).toEqual([]);
});

describe('the way to decide', () => {
  const other = { ...payee, address: '0x90F79bf6EB2c4f870365E785982E1f101E93b906', label: 'Decided' };

  it('leads to the page that approves or refuses, is told in the log, and decides nothing', async () => {
    const { item_id: audit_id, digest } = await fixture.api.addressBook.add({ items: [other] });
    const [pass, no] = [
      await fixture.api.addressBook.auditPass({ audit_id }),
      await fixture.api.addressBook.auditRefuse({ audit_id, remark: 'Not ours' }),
    ];
    expect(pass).toMatchObject({ item_id: audit_id, decision: 'approve', digest });
    expect(pass.approval_url).toMatch(new RegExp(`/#/i/[0-9a-f-]{36}\\?digest=${digest}`));
    expect(no).toMatchObject({ decision: 'refuse', digest_words: pass.digest_words });
    expect(no.approval_url).toMatch(new RegExp(`/#/refuse\\?items=[0-9a-f-]{36}\\.${digest}&`));
    expect((await fixture.api.addressBook.auditStatus({ audit_id })).status).toBe(0);
    const told = await recordedEntries(server, ['addressBook.auditPass', 'addressBook.auditRefuse']);
    expect(told).toMatchObject([
      { object: `proposal:${audit_id}`, detail: { decision: 'approve', digest } },
      { object: `proposal:${audit_id}`, detail: { decision: 'refuse', digest } },
    ]);
    expect(JSON.stringify(told)).not.toContain('Not ours');
    await fixture.api.addressBook.auditRevoke({ audit_id });
    expect(await refusalOf(fixture.api.addressBook.auditPass({ audit_id }))).toBe('itemNotFound');
    expect(await refusalOf(fixture.api.addressBook.auditRefuse({ audit_id: 999_999 }))).toBe('itemNotFound');
  });
});

describe('the mode alone', () => {
  it('is switched with the cooling period as it is: on by one signature, off by the members’', async () => {
    const before = await fixture.api.addressBook.whiteStatus({});
    const { version } = before;
    const off = before.mode === 'on';
    const [first, second] = off
      ? (['whiteDisable', 'whiteEnable'] as const)
      : (['whiteEnable', 'whiteDisable'] as const);
    const made = await fixture.api.addressBook[first]({ version });
    expect(made.instant).toBe(!off);
    expect(await passes(made)).toBe(1);
    const after = await fixture.api.addressBook.whiteStatus({});
    expect([after.mode, after.cooling_hours]).toEqual([off ? 'off' : 'on', before.cooling_hours]);
    expect(await refusalOf(fixture.api.addressBook[second]({ version }))).toBe('rulesChanged');
    expect(await refusalOf(fixture.api.addressBook[first]({ version: after.version }))).toBe('nothingChanges');
    const back = await fixture.api.addressBook[second]({ version: after.version });
    expect(back.instant).toBe(off);
    expect(await passes(back)).toBe(1);
    expect((await fixture.api.addressBook.whiteStatus({})).mode).toBe(before.mode);
  });
});

it('the log tells what was proposed, decided, refused, taken back and switched, as the audit log has it', async () => {
  const again = { ...payee, address: '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65', label: 'Logged' };
  const made = await fixture.api.addressBook.add({ items: [again], remark: 'For the log' });
  await decideAt(made.approval_url, fixture.owner, 'refuse');
  expect(await outcomeOf(fixture.api, made)).toBe(2);
  await server.logSettled();
  const { list, total } = await fixture.api.addressBook.logList({ keyword: 'For the log' });
  expect(total).toBe(3);
  expect(list.map(({ event, decision }) => [event, decision])).toEqual([
    ['refused', ''],
    ['decided', 'refuse'],
    ['proposed', ''],
  ]);
  expect(list.every(({ item_id, status }) => item_id === made.item_id && status === 2)).toBe(true);
  const events = new Set((await fixture.api.addressBook.logList({ page_size: 200 })).list.map(({ event }) => event));
  expect(events).toEqual(new Set(['proposed', 'opened', 'decided', 'passed', 'refused', 'superseded', 'cancelled']));
  const modes = await fixture.api.addressBook.logList({ event: 'passed', keyword: 'whitelist' });
  expect(modes.list[0]?.subject).toMatchObject({ action: 'whitelist' });
  expect(await fixture.api.addressBook.logList({ keyword: 'nobody' })).toMatchObject({ total: 0, list: [] });
  const all = (await fixture.api.addressBook.logList({})).total;
  const soon = new Date(Date.now() + 24 * 3_600_000);
  expect((await fixture.api.addressBook.logList({ start: new Date(0), end: soon })).total).toBe(all);
  expect((await fixture.api.addressBook.logList({ start: soon })).total).toBe(0);
  expect((await fixture.api.addressBook.logList({ end: new Date(0) })).total).toBe(0);
});
