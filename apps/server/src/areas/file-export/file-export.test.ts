import { spawnSync } from 'node:child_process';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { byteOrderMark, readCell } from '@holdfast/contract/csv';
import { refusalOf } from '@holdfast/testkit';
import { randomFrom } from '@holdfast/testkit/random';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Installed, install, startTestServer, type TestServer } from '../../../test/index.ts';
import { exported, open, read } from './test/fetch.ts';
import { fillTransactions, hostileRemark } from './test/many.ts';

const each = 2_300;
const rows = 2 * each;
const seed = Number(process.env.HOLDFAST_SEED ?? Math.floor(Math.random() * 2 ** 31));
const random = randomFrom(seed);

let server: TestServer;
let fixture: Installed;
beforeAll(async () => {
  console.log(`seed ${seed}`);
  server = await startTestServer();
  fixture = await install(server);
  await fillTransactions(server, fixture, each);
});
afterAll(() => server.close());

/** Reads RFC 4180, written apart from what it checks. */
function parse(text: string): string[][] {
  const cells = [...text.matchAll(/"((?:[^"]|"")*)"(,|\r\n)/g)];
  expect(cells.map(([all]) => all).join('')).toBe(text);
  const lines: string[][] = [[]];
  for (const [, cell = '', end] of cells) {
    lines.at(-1)?.push(cell.replaceAll('""', '"'));
    if (end !== ',') lines.push([]);
  }
  return lines.slice(0, -1);
}
const linesOf = (bytes: Buffer): string[][] => parse(bytes.toString().replace(byteOrderMark, ''));
const ask = { list: 'transaction', filter: {}, format: 'csv' } as const;
const whole = async () => (await exported(server.url, fixture.api, ask)).bytes;
/** The columns by name, of every row. */
const table = (bytes: Buffer): Record<string, string>[] => {
  const [headings = [], ...lines] = linesOf(bytes);
  return lines.map((cells) => Object.fromEntries(headings.map((name, at) => [name, cells[at] ?? ''])));
};
const keyOf = ({ type, number }: Record<string, string>): string => `${type}:${number}`;

test('every row is in the file once, newest first, however many there are, and as many are told', async () => {
  const { export_id, total, bytes, response } = await exported(server.url, fixture.api, ask);
  const found = table(bytes);
  expect([total, found.length, new Set(found.map(keyOf)).size]).toEqual([rows, rows, rows]);
  const times = found.map(({ created = '' }) => created);
  expect(times).toEqual([...times].sort().reverse());
  expect(await fixture.api.fileExport.status({ export_id })).toMatchObject({
    state: 'done',
    rows,
    total: rows,
    bytes: bytes.length,
  });
  expect(response.headers.get('content-disposition')).toMatch(
    /attachment; filename="holdfast-transaction-\d{4}-\d\d-\d\d\.csv"/,
  );
});

test('it says what the list says, in the words it was given, exact to the digit, and no cell computes', async () => {
  const words = { 'column.amount': '数量', 'column.type': '类型', 'type.2': '提币', 'status.2.2000': '=已完成' };
  const { bytes } = await exported(server.url, fixture.api, { ...ask, filter: { type: 2, txid: 'tx7' }, words });
  const [row] = table(bytes);
  expect(row).toMatchObject({
    数量: '1.000000000000000001',
    类型: '提币',
    status: "'=已完成",
    txid: 'tx7',
    sub_wallet: 'Treasury',
  });
  expect(readCell(row?.remark ?? '')).toBe(hostileRemark);
  expect(row?.remark).toBe(`'${hostileRemark}`);
});

test('as JSON Lines each row is as the list has it', async () => {
  const { bytes } = await exported(server.url, fixture.api, {
    ...ask,
    filter: { type: 1, txid: 'in9' },
    format: 'jsonl',
  });
  const { list } = await fixture.api.transaction.list({ type: 1, txid: 'in9' });
  const lines = bytes.toString().trimEnd().split('\n');
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    id: list[0]?.id,
    txid: 'in9',
    created_at: list[0]?.created_at.getTime(),
  });
});

/** Opens a workbook with Python's own zip and XML, which check each length and sum: its rows of texts. */
function workbookRows(bytes: Buffer): string[][] {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'hf-xlsx-'));
  try {
    const file = path.join(dir, 'file.xlsx');
    writeFileSync(file, bytes);
    const program = `
import sys, json, zipfile, xml.etree.ElementTree as tree
book = zipfile.ZipFile(sys.argv[1])
assert book.testzip() is None
names = book.namelist()
for name in names: tree.fromstring(book.read(name))
ns = '{http://schemas.openxmlformats.org/spreadsheetml/2006/main}'
rows = []
for at in range(1, 1 + sum(name.startswith('xl/worksheets/') for name in names)):
    for row in tree.fromstring(book.read('xl/worksheets/sheet%d.xml' % at)).iter(ns + 'row'):
        rows.append([''.join(cell.itertext()) for cell in row])
print(json.dumps(rows))`;
    const { stdout, stderr, status } = spawnSync('python3', ['-c', program, file], { maxBuffer: 2 ** 28 });
    expect(status, stderr.toString()).toBe(0);
    return JSON.parse(stdout.toString());
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

test('as a workbook it has the same rows, as texts', async () => {
  const [csv, book] = [linesOf(await whole()), await exported(server.url, fixture.api, { ...ask, format: 'xlsx' })];
  expect(workbookRows(book.bytes)).toEqual(csv.map((cells) => cells.map(readCell)));
});

test.each(['csv', 'xlsx', 'jsonl'] as const)(
  '%s: a download that broke off anywhere goes on without a row twice or missing, and ends as the same file',
  async (format) => {
    const { bytes } = await exported(server.url, fixture.api, { ...ask, format });
    const { export_id } = await fixture.api.fileExport.start({ ...ask, format });
    let file = Buffer.alloc(0);
    let breaks = 0;
    for (;;) {
      const { ticket, from_bytes } = await fixture.api.fileExport.run({ export_id, has_bytes: file.length });
      expect(from_bytes).toBeLessThanOrEqual(file.length);
      const most = breaks < 4 ? random.between(0, Math.ceil(bytes.length / 3)) : undefined;
      const more = await read(await open(server.url, ticket), most);
      file = Buffer.concat([file.subarray(0, from_bytes), more]);
      if (most === undefined) break;
      breaks += 1;
    }
    expect(file.equals(bytes), `seed ${seed}`).toBe(true);
    expect(await fixture.api.fileExport.status({ export_id })).toMatchObject({
      state: 'done',
      rows,
      bytes: file.length,
    });
  },
);

test('what comes in after it was asked for is not in it', async () => {
  const { export_id, total } = await fixture.api.fileExport.start(ask);
  await server.database.pool.query(
    `insert into deposits (workspace_id, sub_wallet_id, address_id, chain, txid, idx, asset_id, amount, address_from, address_to, needed, status, sub_status, height, block_hash, created_at)
     select workspace_id, sub_wallet_id, address_id, chain, 'late', idx, asset_id, amount, address_from, address_to, needed, status, sub_status, height, block_hash, now() + interval '1 second'
     from deposits order by id limit 1`,
  );
  const { ticket } = await fixture.api.fileExport.run({ export_id });
  expect(table(await read(await open(server.url, ticket)))).toHaveLength(total);
  await server.database.pool.query("delete from deposits where txid = 'late'");
});

test('where a page goes on is nothing to a whole list: as many rows are in it as were told', async () => {
  const { list } = await fixture.api.transaction.list({ page_size: 1 });
  const after = `${(list[0]?.created_at.getTime() ?? 0) * 1_000}.2.1`;
  const { total, bytes } = await exported(server.url, fixture.api, { ...ask, filter: { after } });
  expect([total, table(bytes).length]).toEqual([rows, rows]);
});

test('an amount, who asked and several values are followed as the list follows them', async () => {
  const several = { status: '1000,2000', symbol: 'ETH,BTC', chain_id: 'evm:31337,', contract_address: ',' };
  const exact = { ...several, text: '1.000000000000000001' };
  for (const [filter, found] of [
    [several, rows],
    [exact, each],
    [{ ...exact, initiator: 'owner' }, each],
    [{ ...exact, initiator: 'nobody' }, 0],
    [{ ...exact, sub_wallet_id: `${fixture.subWalletId},999999` }, each],
    [{ ...exact, status: '1000,2400' }, 0],
  ] as const) {
    const { total, bytes } = await exported(server.url, fixture.api, { ...ask, filter });
    expect([total, table(bytes).length], JSON.stringify(filter)).toEqual([found, found]);
  }
});

test('a ticket is good once; one that nobody gave is good never', async () => {
  const { export_id } = await fixture.api.fileExport.start(ask);
  const { ticket } = await fixture.api.fileExport.run({ export_id });
  await read(await open(server.url, ticket));
  for (const used of [ticket, randomBytes(32).toString('base64url')])
    expect(await (await open(server.url, used)).json()).toMatchObject({ code: 300028 });
});

test('a cancelled export gives no ticket any more, and the one that it gave is good for nothing', async () => {
  const { export_id } = await fixture.api.fileExport.start(ask);
  const { ticket } = await fixture.api.fileExport.run({ export_id });
  await fixture.api.fileExport.cancel({ export_id });
  expect(await (await open(server.url, ticket)).json()).toMatchObject({ code: 300028 });
  expect(await refusalOf(fixture.api.fileExport.run({ export_id }))).toBe('itemNotFound');
  expect(await fixture.api.fileExport.status({ export_id })).toMatchObject({ state: 'cancelled' });
});

/** Somebody of this role, logged in. */
async function memberOf(role: 'viewer' | 'admin') {
  const { pool } = server.database;
  const name = `the ${role} ${randomBytes(4).toString('hex')}`;
  const { rows: made } = await pool.query<{ id: number }>(
    `insert into users (email, nick_name, password_hash, totp_secret) values ($1, $1, '', '') returning id`,
    [name],
  );
  const userId = made[0]?.id ?? 0;
  await pool.query('insert into members (workspace_id, user_id, member_id, role) values ($1, $2, $3, $4)', [
    fixture.workspaceId,
    userId,
    name.replaceAll(' ', '-'),
    role,
  ]);
  const token = randomBytes(32).toString('base64url');
  const hash = createHash('sha256').update(token).digest('hex');
  await pool.query(
    `insert into sessions select (jsonb_populate_record(s, $1::jsonb)).* from sessions s where s.user_id = 1 order by created_at limit 1`,
    [JSON.stringify({ token_hash: `\\x${hash}`, id: randomUUID(), user_id: userId, revoked_at: null })],
  );
  return { api: server.api({ token }), hash };
}

test('whoever may read a list may export it, and nobody else; and nobody another’s', async () => {
  const { api } = await memberOf('viewer');
  expect((await exported(server.url, api, ask)).total).toBe(rows);
  expect(await refusalOf(api.fileExport.start({ ...ask, list: 'apiCall' }))).toBe('noPermission');
  expect(await refusalOf(server.api().fileExport.start(ask))).toBe('notLoggedIn');
  const { export_id } = await fixture.api.fileExport.start(ask);
  for (const call of [api.fileExport.run, api.fileExport.status, api.fileExport.cancel])
    expect(await refusalOf(call({ export_id }))).toBe('itemNotFound');
});

test('a download ends with the session, or with the permission, that it was begun with', async () => {
  const { pool } = server.database;
  const changes = {
    'session over': 'update sessions set revoked_at = now() where token_hash = $1',
    'member gone': `update members set status = 'removed' where user_id = (select user_id from sessions where token_hash = $1)`,
  };
  for (const [what, change] of Object.entries(changes)) {
    const { api, hash } = await memberOf('admin');
    const { export_id } = await api.fileExport.start(ask);
    const { ticket } = await api.fileExport.run({ export_id });
    await pool.query(change, [Buffer.from(hash, 'hex')]);
    const response = await open(server.url, ticket);
    const text = await response.text();
    expect(text, what).toMatch(/^\{"code":(110909|200004),/);
  }
});

test('a filter that the list would not take is refused', async () => {
  expect(await refusalOf(fixture.api.fileExport.start({ ...ask, filter: { status: 99_999 } }))).toBe(
    'invalidParameters',
  );
  expect(await refusalOf(fixture.api.fileExport.start({ ...ask, filter: { symbol: 'a b' } }))).toBe(
    'invalidParameters',
  );
});

test('who took what out is in the audit log', async () => {
  const { export_id } = await fixture.api.fileExport.start({ ...ask, filter: { type: 1 } });
  await server.logSettled();
  const { rows: told } = await server.database.pool.query(
    "select entry::jsonb -> 'detail' as detail from audit_log where object = $1",
    [`export:${export_id}`],
  );
  expect(told).toEqual([{ detail: { list: 'transaction', format: 'csv', rows: String(each), filter: '{"type":1}' } }]);
});

test('what was done is told in the sentences it was given, about what it was done to', async () => {
  await fixture.api.wallet.createSubWallet({ wallet_id: fixture.workspaceId, sub_wallet_name: '+Second' });
  await server.logSettled();
  const words = {
    'say.wallet.createSubWallet': 'made something',
    'say.wallet.createSubWallet.wallet': 'made the wallet {{what}}',
  };
  const { bytes } = await exported(server.url, fixture.api, {
    list: 'activity',
    filter: { kind: 'wallet' },
    format: 'csv',
    words,
  });
  const said = table(bytes).filter(({ action }) => action === 'wallet.createSubWallet');
  expect(said.map(({ person, what }) => `${person} ${what}`)).toContain('Owner made the wallet +Second');
});

test.each(['activity', 'addressBook', 'personalBook', 'apiCall'] as const)(
  'the list %s can be taken out in each format',
  async (list) => {
    await server.logSettled();
    for (const format of ['csv', 'xlsx', 'jsonl'] as const) {
      const { bytes, total, export_id } = await exported(server.url, fixture.api, { list, filter: {}, format });
      const count =
        format === 'csv'
          ? linesOf(bytes).length - 1
          : format === 'xlsx'
            ? workbookRows(bytes).length - 1
            : bytes.toString().split('\n').length - 1;
      expect([format, count]).toEqual([format, total]);
      expect(await fixture.api.fileExport.status({ export_id })).toMatchObject({ state: 'done', rows: total });
      if (list === 'activity') expect(total).toBeGreaterThan(2);
    }
  },
);
