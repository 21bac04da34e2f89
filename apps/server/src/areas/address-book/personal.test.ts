import { refusalOf } from '@holdfast/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/index.ts';
import { type SetUp, setUp } from '../../../test/set-up.ts';

let server: TestServer;
let fixture: SetUp;
beforeAll(async () => {
  server = await startTestServer({ realSigners: 'here' });
  fixture = await setUp(server.place);
});
afterAll(() => server.close());

const kept = {
  chains: ['evm:31337'],
  address: '0x8ba1f109551bd432803012645ac136ddd64dba72',
  memo: '',
  symbols: ['ETH'],
  label: 'Landlord',
  note: 'rent, first of the month',
};
const whole = '0x8ba1f109551bD432803012645Ac136ddd64DBA72';
const other = '0x00000000219ab540356cBB839Cbe05303d7705Fa';
const labels = async (ask: object = {}): Promise<string[]> =>
  (await fixture.api.personalBook.list(ask)).list.map(({ label }) => label);

describe('a member’s own payee', () => {
  it('is kept at once, in its standard spelling, and nobody has to agree', async () => {
    const { ids } = await fixture.api.personalBook.add({ items: [kept] });
    const { list } = await fixture.api.personalBook.list({});
    expect(list).toMatchObject([{ ...kept, id: ids[0], address: whole, listed: 0, used_count: 0, last_used_at: null }]);
    expect((await fixture.api.addressBook.auditList({})).total).toBe(0);
    expect((await fixture.api.addressBook.list({})).total).toBe(0);
  });

  it('stands once: the same address is refused, alone or among others', async () => {
    const twice = { ...kept, address: other, label: 'Twice' };
    for (const items of [[{ ...kept, label: 'Again' }], [twice, twice]])
      expect(await refusalOf(fixture.api.personalBook.add({ items }))).toBe('duplicateAddress');
    expect(await labels()).toEqual(['Landlord']);
    expect(await refusalOf(fixture.api.personalBook.add({ items: [{ ...kept, address: '0x12' }] }))).toBe(
      'invalidAddress',
    );
  });

  it('has no label that looks like another one of either book, alone or among others', async () => {
    const at = (address: string, label: string) => ({ ...kept, address, label });
    for (const items of [
      [at(other, 'Lаndlord')],
      [at(other, 'LANDLORD')],
      [at(other, 'Bakery'), at(`0x${'1'.repeat(40)}`, 'Ваkеrу')],
    ])
      expect(await refusalOf(fixture.api.personalBook.add({ items }))).toBe('looksAlike');
    expect(await labels()).toEqual(['Landlord']);
  });

  it('is found by coin, network, label, address and note', async () => {
    expect(await labels({ symbol: 'ETH', keyword: 'LAND' })).toEqual(['Landlord']);
    expect(await labels({ chain: 'evm:31337', keyword: 'first of' })).toEqual(['Landlord']);
    for (const ask of [{ symbol: 'USDC' }, { chain: 'bitcoin:regtest' }, { keyword: 'nobody' }])
      expect(await labels(ask)).toEqual([]);
  });

  it('is written anew without standing in its own way, and not onto another', async () => {
    const [first] = (await fixture.api.personalBook.list({})).list;
    const { ids } = await fixture.api.personalBook.add({ items: [{ ...kept, address: other, label: 'Other' }] });
    const id = first?.id as never;
    await fixture.api.personalBook.edit({ id, item: { ...kept, label: 'Fixture', note: '' } });
    expect(await labels()).toEqual(['Fixture', 'Other']);
    const onto = fixture.api.personalBook.edit({ id, item: { ...kept, address: other } });
    expect(await refusalOf(onto)).toBe('duplicateAddress');
    await fixture.api.personalBook.remove({ ids });
    expect(await labels()).toEqual(['Fixture']);
  });

  it('is tried before it is kept: faults by line, and look-alikes of either book', async () => {
    const like = `0x8ba1${'0'.repeat(32)}ba72`;
    const id = Number((await fixture.api.personalBook.list({})).list[0]?.id);
    const { list } = await fixture.api.personalBook.check({ items: [kept, { ...kept, address: like }] });
    expect(list).toMatchObject([
      { problem: 'listed', similar: [] },
      { problem: '', similar: [{ like: whole, label: 'Fixture' }] },
    ]);
    expect((await fixture.api.personalBook.check({ items: [kept], except: id })).list).toMatchObject([{ problem: '' }]);
  });

  it('is seen by nobody else: another member’s answers like one that is absent, and so does another workspace’s', async () => {
    const { pool } = server.database;
    const { rows } = await pool.query<{ id: number }>(`
      with someone as (insert into users (email, nick_name, password_hash, totp_secret) values ('other@example.org', 'Other', 'x', 'x') returning id)
      insert into personal_entries (workspace_id, user_id, chains, address, memo, assets, label, note)
      select e.workspace_id, someone.id, e.chains, 'theirs', '', e.assets, 'Theirs', '' from personal_entries e, someone limit 1 returning id`);
    const theirs = Number(rows[0]?.id);
    expect(await labels()).toEqual(['Fixture']);
    for (const id of [theirs, 999_999]) {
      expect(await refusalOf(fixture.api.personalBook.edit({ id: id as never, item: kept }))).toBe('itemNotFound');
      expect(await refusalOf(fixture.api.personalBook.remove({ ids: [id as never] }))).toBe('itemNotFound');
    }
    expect((await pool.query('select label from personal_entries where id = $1', [theirs])).rows).toEqual([
      { label: 'Theirs' },
    ]);
  });

  it('cannot be more than the limit, however many are added at a time', async () => {
    const at = (n: number) => ({ ...kept, address: `0x${n.toString(16).padStart(40, '1')}`, label: `P${n}` });
    const hundred = (from: number) => Array.from({ length: 100 }, (_, i) => at(from + i));
    const made = await Promise.allSettled(
      [0, 1, 2, 3, 4, 5].map((n) => fixture.api.personalBook.add({ items: hundred(1_000 + n * 100) })),
    );
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(4);
    expect((await fixture.api.personalBook.list({})).total).toBe(401);
  });

  it('leaves in the log that something was written, and never whom', async () => {
    await server.logSettled();
    const { rows } = await server.database.pool.query<{ entry: string }>(
      `select entry from audit_log where action like 'personalBook.%' order by seq`,
    );
    expect(rows.length).toBeGreaterThan(4);
    for (const { entry } of rows) expect(entry).not.toMatch(/8ba1f109|Landlord|Fixture|rent/i);
  });
});
