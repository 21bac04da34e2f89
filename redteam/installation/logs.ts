import { append, emptyFrontier, entryHash, entryText, type Frontier, parseEntry, verifyExport } from '@holdfast/audit';
import { testLog } from '@holdfast/server/test/index.ts';
import { ask } from '@holdfast/testkit/signer';
import { createAudit } from '../../apps/server/src/audit/service.ts';
import { createDb } from '../../apps/server/src/db/pool.ts';
import { createSigner } from '../../apps/server/src/signers/client.ts';
import { copyDatabase, type Installation, type Pool, withPool } from './installation.ts';
import { plays } from './play.ts';

type Entry = ReturnType<typeof parseEntry>;
type Tamper = (pool: Pool, at: number) => Promise<unknown>;

/** Without triggers, foreign keys and checks; the server's log key is at hand as well, in the export that follows. */
async function unguarded(pool: Pool): Promise<void> {
  for (const table of ['audit_log', 'audit_checkpoints', 'audit_cosignatures'])
    await pool.query(`alter table ${table} disable trigger all`);
  await pool.query('alter table audit_log drop constraint audit_log_check, drop constraint audit_log_pkey');
}

/** What `holdfast verify-log` says of the server's own export of an edited copy, by the keys and checkpoints that people and signers kept. */
async function verdictOn(installation: Installation, tamper: (pool: Pool) => Promise<unknown>): Promise<string[]> {
  const { ground, fixture } = installation;
  const { places, server: identity } = fixture.pair;
  const kept = await Promise.all(
    places.map(async (place) => String((await ask(place, 'GET', '/api/witnessed')).body.checkpoint)),
  );
  const clock = () => new Date(Date.now() + fixture.pair.now);
  const signers = places.map(({ id, url, keys, config: { name, origin } }) =>
    createSigner({ id, name, url, origin, ...keys }, identity, clock),
  );
  return withPool(ground, await copyDatabase(ground, ground.template), async (pool) => {
    await unguarded(pool);
    await tamper(pool);
    const audit = createAudit({ db: createDb(pool), clock, identity, signers, log: testLog('silent') });
    let text = '';
    // A server that cannot even export what it holds has noticed it too.
    try {
      for await (const piece of audit.export()) text += piece;
    } catch {
      return ['noticed'];
    }
    const verdict = verifyExport(text, { keys: ground.logKeys, checkpoints: kept });
    const { rows } = await pool.query<{ problem: string }>("select problem from audit_witnesses where problem <> ''");
    return [verdict.ok ? 'whole' : 'noticed', ...rows.map(({ problem }) => problem)];
  });
}

/** Everything from the first entry on, chained anew and signed by the server itself. */
async function rewrite(pool: Pool, change: (all: Entry[]) => Entry[]): Promise<void> {
  const { rows } = await pool.query<{ entry: string }>('select entry from audit_log order by seq');
  await pool.query('delete from audit_cosignatures; delete from audit_checkpoints; delete from audit_log');
  let frontier: Frontier = emptyFrontier;
  let prev = rows[0] ? parseEntry(rows[0].entry).prev : '';
  for (const [seq, entry] of change(rows.map(({ entry: text }) => parseEntry(text))).entries()) {
    const text = entryText({ ...entry, seq: String(seq), prev });
    prev = entryHash(text);
    const { next, completed } = append(frontier, Buffer.from(prev, 'hex'));
    frontier = next;
    await pool.query('insert into audit_log (seq, hash, nodes, entry) values ($1, $2, $3, $4)', [
      seq,
      Buffer.from(prev, 'hex'),
      Buffer.concat(completed),
      text,
    ]);
  }
}

const set =
  (field: string, value: string): Tamper =>
  async (pool, at) => {
    const { rows } = await pool.query<{ entry: string }>('select entry from audit_log where seq = $1', [at]);
    const entry = JSON.parse(rows[0]?.entry ?? '{}') as Record<string, unknown>;
    await pool.query('update audit_log set entry = $1 where seq = $2', [
      JSON.stringify({ ...entry, [field]: value }),
      at,
    ]);
  };
const tampers: Readonly<Record<string, Tamper>> = {
  'actor exchanged': set('actor', 'user:99'),
  'action exchanged': set('action', 'session.login'),
  'time moved': set('time', '1700000000000'),
  'object exchanged': set('object', 'order:1'),
  'content and hash exchanged together': async (pool, at) => {
    await set('actor', 'user:99')(pool, at);
    const { rows } = await pool.query<{ entry: string }>('select entry from audit_log where seq = $1', [at]);
    const hash = Buffer.from(entryHash(rows[0]?.entry ?? ''), 'hex');
    await pool.query('update audit_log set hash = $1 where seq = $2', [hash, at]);
  },
  'hash exchanged': (pool, at) =>
    pool.query("update audit_log set hash = decode(repeat('ab', 32), 'hex') where seq = $1", [at]),
  deleted: (pool, at) => pool.query('delete from audit_log where seq = $1', [at]),
  'deleted, the others moved up': (pool, at) =>
    pool.query(`delete from audit_log where seq = ${at}; update audit_log set seq = seq - 1 where seq > ${at}`),
  'exchanged with the one after it': (pool, at) =>
    pool.query(
      `update audit_log set seq = case seq when ${at} then ${at + 1} else ${at} end where seq in (${at}, ${at + 1})`,
    ),
  doubled: (pool, at) =>
    pool.query(
      `insert into audit_log (seq, hash, nodes, entry) select seq, hash, nodes, entry from audit_log where seq = ${at}`,
    ),
};
const rewrites: Readonly<Record<string, (at: number) => (all: Entry[]) => Entry[]>> = {
  edited: (at) => (all) => all.map((entry, n) => (n === at ? { ...entry, actor: 'user:99' } : entry)),
  'left out': (at) => (all) => all.filter((_, n) => n !== at),
  'told twice': (at) => (all) => all.flatMap((entry, n) => (n === at ? [entry, entry] : [entry])),
  'told in another order': (at) => (all) =>
    all.map((entry, n) => all[n === at ? n + 1 : n === at + 1 ? n - 1 : n] ?? entry),
};
const cut: Readonly<Record<string, (seen: number) => string>> = {
  'its last entry': (seen) => `seq >= ${seen - 1}`,
  'its second half': (seen) => `seq >= ${Math.floor(seen / 2)}`,
  'all but one': () => 'seq >= 1',
};

/** Places within what the signers have seen. */
const places = {
  first: () => 0,
  early: () => 7,
  middle: (seen: number) => Math.floor(seen / 2),
  'last but one': (seen: number) => seen - 2,
};
const log = plays('SQL: the audit log is edited in the database, the server’s log key at hand');
log.control('a copy that nobody touched', 'whole', (installation) => verdictOn(installation, async () => undefined));
for (const [where, at] of Object.entries(places)) {
  for (const [name, tamper] of Object.entries(tampers))
    log.attack(`the ${where} entry ${name}`, 'noticed', (installation) =>
      verdictOn(installation, (pool) => tamper(pool, at(installation.ground.logSize))),
    );
  for (const [name, change] of Object.entries(rewrites))
    log.attack(
      `the ${where} entry ${name}, and all after it chained and signed anew`,
      ['noticed', 'logForked'],
      (installation) => verdictOn(installation, (pool) => rewrite(pool, change(at(installation.ground.logSize)))),
    );
}
for (const [name, condition] of Object.entries(cut)) {
  log.attack(`${name} cut off, with their checkpoints`, ['noticed', 'logForked'], (installation) =>
    verdictOn(installation, async (pool) => {
      await pool.query(`delete from audit_log where ${condition(installation.ground.logSize)}`);
      await pool.query('delete from audit_cosignatures; delete from audit_checkpoints');
    }),
  );
  log.attack(`${name} cut off, and others told in their place`, ['noticed', 'logForked'], (installation) =>
    verdictOn(installation, (pool) =>
      rewrite(pool, (all) => {
        const left = all.slice(
          0,
          name === 'all but one'
            ? 1
            : name === 'its second half'
              ? Math.floor(installation.ground.logSize / 2)
              : installation.ground.logSize - 1,
        );
        return [...left, ...left, ...left].slice(0, all.length + 3);
      }),
    ),
  );
}
log.attack('the signature of a checkpoint exchanged for another', 'noticed', (installation) =>
  verdictOn(installation, (pool) =>
    pool.query("update audit_checkpoints set signature = regexp_replace(signature, '.{8}$', 'AAAAAAA=')"),
  ),
);
log.attack('a signer’s signature exchanged for the other’s', 'noticed', (installation) =>
  verdictOn(installation, (pool) =>
    pool.query(
      "update audit_cosignatures c set signature = (select signature from audit_cosignatures o where o.size = c.size and o.signer_id = '2') where signer_id = '1'",
    ),
  ),
);

export const logPlays = log.all;
