import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  append,
  type ExportVerdict,
  emptyFrontier,
  entryHash,
  entryText,
  type Frontier,
  parseEntry,
  verifyExport,
} from '@holdfast/audit';
import { fixedClock, raw, totpAt } from '@holdfast/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Installed, install, startTestServer, type TestServer } from '../../test/index.ts';

const clock = fixedClock();
const checkpointDir = mkdtempSync(path.join(tmpdir(), 'hf-checkpoints-'));
let server: TestServer;
let fixture: Installed;

beforeAll(async () => {
  server = await startTestServer({ clock, config: { checkpointDir } });
  fixture = await install(server);
});
afterAll(async () => {
  await server.close();
  rmSync(checkpointDir, { recursive: true });
});

const query = async <T>(text: string, values: unknown[] = []): Promise<T[]> =>
  (await server.database.pool.query(text, values)).rows as T[];
interface Entry {
  readonly action: string;
  readonly actor: string;
  readonly object: string;
  readonly result: string;
  readonly detail: Record<string, string>;
  readonly workspace: string;
}
async function entries(): Promise<Entry[]> {
  await server.logSettled();
  return (await query<{ entry: string }>('select entry from audit_log order by seq')).map(({ entry }) =>
    JSON.parse(entry),
  );
}
const last = async (): Promise<Entry | undefined> => (await entries()).at(-1);
const fresh = async (): Promise<string> => {
  clock.advance(60_000);
  const { email, password, secret } = fixture.account;
  return (await server.api().session.login({ account: email, password, totp: totpAt(secret, clock()) })).open_token;
};
async function exported(): Promise<string> {
  const reply = await raw(server.url, '/api/mpc/audit/export', { token: await fresh() });
  expect(reply.headers.get('content-disposition')).toContain('holdfast-audit.jsonl');
  return reply.text;
}
const keys = async (): Promise<string[]> => (await server.api({ token: await fresh() }).audit.status({})).keys;
const wrong = (verdict: ExportVerdict) => (verdict.ok ? 'accepted' : `${verdict.fault} ${verdict.entry}`);

test('the first run is told from its first step on', async () => {
  const told = (await entries()).map(({ action, actor, object }) => `${action} ${actor} ${object.split(':')[0]}`);
  expect(told.slice(0, 6)).toEqual([
    'setup.owner nobody user',
    'setup.totp user:1 user',
    'policy.changed system policy',
    'key.created system keyGroup',
    'setup.workspace user:1 workspace',
    'setup.workspace user:1 address',
  ]);
});

test('an export checks out under the keys of server and signers, which have all witnessed its end', async () => {
  const verdict = verifyExport(await exported(), { keys: await keys() });
  expect(verdict.ok && verdict.signers.map(({ role, pinned, size }) => [role, pinned, size === verdict.size])).toEqual([
    ['log', true, true],
    ['witness', true, true],
    ['witness', true, true],
  ]);
});

test('every checkpoint is left as a file with its witnesses, against which a later export is checked', async () => {
  const text = await exported();
  const files = readdirSync(checkpointDir).sort();
  expect(files.at(-1)).toMatch(/^\d{12}\.txt$/);
  const checkpoint = readFileSync(path.join(checkpointDir, files.at(-1) ?? ''), 'utf8');
  expect(checkpoint.match(/^— /gm)).toHaveLength(3);
  const verdict = verifyExport(await exported(), { keys: await keys(), checkpoints: [checkpoint] });
  expect(verdict.ok).toBe(true);
  const other = text.split('\n');
  other.splice(2, 1);
  expect(verifyExport(other.join('\n'), { keys: await keys(), checkpoints: [checkpoint] }).ok).toBe(false);
});

test('an export is given out though its checkpoint cannot be left as a file', async () => {
  rmSync(checkpointDir, { recursive: true });
  writeFileSync(checkpointDir, 'no folder');
  const text = await exported();
  rmSync(checkpointDir);
  mkdirSync(checkpointDir);
  expect(verifyExport(text, { keys: await keys() }).ok).toBe(true);
});

test('an action that is refused leaves nothing; one that is done leaves its entry with who, where and what', async () => {
  const token = await fresh();
  const api = server.api({ token, agent: 'Mozilla/5.0 Firefox/140.0' });
  await expect(api.wallet.updateAlias({ wallet_id: fixture.workspaceId, alias: 'x' })).rejects.toMatchObject({
    code: 110909,
  });
  const same = server.api({ token });
  const before = (await entries()).length;
  await expect(same.deposit.updateLabel({ address_id: 999 as never, label: 'x' })).rejects.toMatchObject({
    code: 300026,
  });
  expect((await entries()).length).toBe(before);
  await same.wallet.updateAlias({ wallet_id: fixture.workspaceId, alias: 'secret alias' });
  const entry = await last();
  expect(entry).toMatchObject({
    action: 'wallet.updateAlias',
    actor: 'user:1',
    object: `workspace:${fixture.workspaceId}`,
    result: 'ok',
    workspace: String(fixture.workspaceId),
    network: '127.0.0.1',
    key: expect.stringMatching(/^[0-9a-f]{32}$/),
    before: expect.stringMatching(/^[0-9a-f]{64}$/),
    after: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  expect(JSON.stringify(entry)).not.toContain('secret alias');
});

test('no password, code, token or authenticator secret is in the log', async () => {
  await server
    .api()
    .session.login({ account: fixture.account.email, password: 'hunter2hunter2', totp: '000000' })
    .catch(() => 0);
  const all = JSON.stringify(await entries());
  for (const secret of [fixture.account.password, fixture.account.secret, fixture.token, 'hunter2hunter2', '"000000"'])
    expect(all).not.toContain(secret);
});

test('a hundred entries written at once are chained without a gap, by however many servers', async () => {
  const api = server.api({ token: await fresh() });
  const before = (await entries()).length;
  await Promise.all(
    Array.from({ length: 100 }, (_, i) => api.wallet.updateAlias({ wallet_id: fixture.workspaceId, alias: `a${i}` })),
  );
  expect((await entries()).length).toBe(before + 100);
  expect(verifyExport(await exported(), { keys: await keys() })).toMatchObject({ ok: true });
});

test('the log cannot be edited by an ordinary statement', async () => {
  await server.logSettled();
  for (const text of [
    "update audit_log set entry = replace(entry, 'ok', 'no')",
    'delete from audit_log',
    'truncate audit_log',
    'delete from audit_checkpoints',
    "update audit_outbox set record = '{}'",
  ])
    await expect(query(text), text).rejects.toThrow('append-only');
});

test('an edit by whoever owns the database is found out: by the export, and by the signers', async () => {
  const kept = (await server.api({ token: await fresh() }).audit.status({})).checkpoint;
  const all = await keys();
  await exported();
  const [row] = await query<{ seq: number; entry: string }>(
    "select seq, entry from audit_log where action = 'setup.owner'",
  );
  const seq = row?.seq ?? -1;
  await query('alter table audit_log disable trigger append_only');
  try {
    await query('update audit_log set entry = replace(entry, \'"nobody"\', \'"user:9"\') where seq = $1', [seq]);
    expect(wrong(verifyExport(await exported(), { keys: all, checkpoints: kept === '' ? [] : [kept] }))).toBe(
      `hash ${seq}`,
    );
  } finally {
    await query('update audit_log set entry = $1 where seq = $2', [row?.entry, seq]);
    await query('alter table audit_log enable trigger append_only');
  }
  expect(verifyExport(await exported(), { keys: all })).toMatchObject({ ok: true });
});

test('a signer that is away is waited for, and witnesses from where it was', async () => {
  const [first] = server.signers;
  first?.setDown(true);
  const api = server.api({ token: await fresh() });
  await api.wallet.updateAlias({ wallet_id: fixture.workspaceId, alias: 'away' });
  await exported();
  const status = async () => (await server.api({ token: await fresh() }).audit.status({})).witnesses[0];
  expect(await status()).toMatchObject({ problem: 'unreachable' });
  first?.setDown(false);
  await exported();
  expect(await status()).toMatchObject({ problem: '' });
});

test('a signer that has seen another log refuses, and the log says so once', async () => {
  const [first] = server.signers;
  first?.seen({ size: 3, root: 'ab'.repeat(32) });
  await exported();
  await exported();
  const { witnesses } = await server.api({ token: await fresh() }).audit.status({});
  expect(witnesses[0]).toMatchObject({ problem: 'logForked' });
  expect((await entries()).filter(({ action }) => action === 'log.forked')).toHaveLength(1);
  first?.seen(undefined);
});

/** What the owner of the database can do with the package's own code: another entry, and everything after it chained anew. */
async function rewriteHistory(at: number): Promise<void> {
  const client = await server.database.pool.connect();
  // In one step: the server chains and signs on meanwhile.
  await client.query('begin');
  const tables = ['audit_log', 'audit_checkpoints', 'audit_cosignatures'];
  for (const table of tables) await client.query(`alter table ${table} disable trigger append_only`);
  const { rows: old } = await client.query<{ entry: string }>('select entry from audit_log order by seq');
  let frontier: Frontier = emptyFrontier;
  let prev = '';
  await client.query('delete from audit_cosignatures');
  await client.query('delete from audit_checkpoints');
  await client.query('delete from audit_log');
  for (const [seq, row] of old.entries()) {
    const entry = { ...parseEntry(row.entry), ...(seq === 0 ? {} : { prev }) };
    const text = entryText(seq === at ? { ...entry, actor: 'user:9' } : entry);
    prev = entryHash(text);
    const { next, completed } = append(frontier, Buffer.from(prev, 'hex'));
    frontier = next;
    await client.query('insert into audit_log (seq, hash, nodes, entry) values ($1, $2, $3, $4)', [
      seq,
      Buffer.from(prev, 'hex'),
      Buffer.concat(completed),
      text,
    ]);
  }
  for (const table of tables) await client.query(`alter table ${table} enable trigger append_only`);
  await client.query('commit');
  client.release();
}

test('a history written anew, chained right and signed by the server itself, is refused by every signer and by whoever kept a checkpoint', async () => {
  await exported();
  const own = await keys();
  const kept = (await server.api({ token: await fresh() }).audit.status({})).checkpoint;
  await server.logSettled();
  await rewriteHistory(4);
  const forged = await exported();
  expect(wrong(verifyExport(forged, { keys: own }))).toBe('notWitnessed 0');
  expect(wrong(verifyExport(forged, { keys: own.slice(0, 1), checkpoints: [kept] }))).toBe('forked 0');
  expect(verifyExport(forged)).toMatchObject({ ok: true, signers: [{ role: 'log', pinned: false }] });
  const { witnesses } = await server.api({ token: await fresh() }).audit.status({});
  expect(witnesses.map(({ problem }) => problem)).toEqual(['logForked', 'logForked']);
  for (const signer of server.signers) signer.seen(undefined);
});
