import { statfs } from 'node:fs/promises';
import path from 'node:path';
import {
  chainProblemOf,
  priceProblems,
  priceSourceKinds,
  type UpkeepKind,
  type UserId,
  upkeepKinds,
  type WorkspaceId,
} from '@holdfast/contract';
import type { SourceState } from '@holdfast/prices';
import { sql } from 'kysely';
import type { Recorder } from '../../audit/service.ts';
import { modelOf } from '../../chains/models.ts';
import { nodeStateOf } from '../../chainwatch/node-watch.ts';
import { asOne } from '../../db/gathering.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Ports } from '../../ports.ts';
import type { SignerState } from '../../signers/monitor.ts';
import * as queries from './queries.ts';
import { everyDays, isClockOff, isDue, isLate, roomOf, roomSaid, troublesOf } from './rules.ts';

export type HealthDeps = Pick<
  Ports,
  'catalog' | 'clock' | 'config' | 'db' | 'monitor' | 'nodes' | 'prices' | 'signers'
>;
export type HealthService = ReturnType<typeof createHealth>;

/** How old what the signers said may be, for a page that people watch. */
const freshMs = 1_000;
/** Every console asks now and then whether something is wrong. */
const troublesForMs = 2_000;
/** Nothing of this grows old within minutes. */
const upkeepForMs = 60_000;

/** Room on the disk that holds the server's identity, for its account. */
async function freeBytes({ config }: HealthDeps): Promise<number> {
  const { bavail, bsize } = await statfs(path.dirname(path.resolve(config.identityFile)));
  return bavail * bsize;
}

/** As whoever asks the sources says; what is none of the known words, a newer signer's for instance, is left out. */
function sourcesView(states: readonly SourceState[]) {
  return states.flatMap(({ name, kind, assets, newestAt, problem }) => {
    if (!priceProblems.includes(problem) || !priceSourceKinds.includes(kind)) return [];
    const at = Number.isSafeInteger(newestAt) ? newestAt : undefined;
    return {
      name: String(name).slice(0, 60),
      kind,
      assets,
      newest_at: at === undefined ? null : new Date(at),
      problem,
    };
  });
}

function signerView({ monitor }: HealthDeps, { signer, health }: SignerState) {
  const { id, name, origin } = signer;
  const { last } = monitor.heard(id);
  const clockMs = last?.clockMs ?? null;
  return {
    id,
    name,
    page: origin,
    state: health === null ? 'silent' : health.frozen ? 'frozen' : 'signing',
    heard_at: last?.at ?? null,
    version: last?.health.version ?? '',
    clock_ms: clockMs,
    clock_off: isClockOff(clockMs),
    ...roomSaid(last?.health.disk),
    prices: last?.health.prices ? sourcesView(last.health.prices) : null,
  } as const;
}

async function chainViews({ catalog, db, nodes }: HealthDeps) {
  const [found, keys] = await Promise.all([queries.findChains(db), queries.openKeys(db)]);
  const rows = new Map(found.map((row) => [row.chain, row]));
  const lost = new Map<string, number>();
  for (const chain of catalog.chains)
    lost.set(chain.id, (await modelOf(chain).forgotten(db, chain, keys.get(chain.id) ?? [])).length);
  return catalog.chains.map(({ id, name }) => {
    const row = rows.get(id);
    const seen = nodes.states(id);
    return {
      chain_id: id,
      coin_net: name,
      state: row?.state ?? 'starting',
      down_since: row?.down_since ?? null,
      problem: chainProblemOf(row?.problem ?? ''),
      height: row?.height ?? null,
      tip: row?.tip ?? null,
      block_at: row?.tip_at ?? null,
      aside: Number(row?.aside ?? 0),
      lost: lost.get(id) ?? 0,
      nodes: seen.map((node) => ({
        place: node.place,
        state: nodeStateOf(node, seen),
        height: node.height ?? null,
        heard_at: node.heardAt ?? null,
      })),
    };
  });
}

async function databaseView({ db }: HealthDeps) {
  const began = performance.now();
  await sql`select 1`.execute(db);
  const answer_ms = Math.round(performance.now() - began);
  return { answer_ms, size_bytes: await queries.databaseSize(db) };
}

async function upkeepView({ db, clock, signers }: HealthDeps, workspaceId: WorkspaceId) {
  const [notes, frozenAt] = await Promise.all([
    queries.newestNotes(db, workspaceId),
    queries.lastFreeze(
      db,
      signers.map(({ id }) => id),
    ),
  ]);
  return upkeepKinds.map((kind) => {
    const note = notes.find((one) => one.kind === kind);
    const told = kind === 'freeze' && frozenAt && !(note && note.done_at > frozenAt) ? frozenAt : undefined;
    const doneAt = told ?? note?.done_at;
    return {
      kind,
      done_at: doneAt ?? null,
      by_name: told ? '' : (note?.by_name ?? ''),
      remark: told ? '' : (note?.remark ?? ''),
      every_days: everyDays[kind],
      due: isDue(kind, doneAt, clock()),
    };
  });
}

/** What works and what does not. It says what signers and nodes told this process, and what members noted; it proves nothing. */
export function createHealth(deps: HealthDeps) {
  const { db, clock, monitor, signers } = deps;
  async function findTroubles() {
    const [chains, free] = await Promise.all([queries.findChains(db), freeBytes(deps)]);
    const known = new Set(deps.catalog.chains.map(({ id }) => id));
    const followed = chains.filter(({ chain }) => known.has(chain));
    return troublesOf(
      signers.map(({ id }) => monitor.heard(id)),
      followed,
      free,
      clock(),
    );
  }
  /** When nothing was overdue last. What is overdue is looked at each time: another server may be told that it was done. */
  const kept = new Map<WorkspaceId, number>();
  /** Is a backup or drill of this workspace overdue? That none is may have been so a minute ago. */
  const isOverdue = asOne(String, async (workspaceId: WorkspaceId): Promise<boolean> => {
    const now = clock();
    if (now.getTime() - (kept.get(workspaceId) ?? 0) < upkeepForMs) return false;
    const [upkeep, since] = await Promise.all([upkeepView(deps, workspaceId), queries.workspaceSince(db, workspaceId)]);
    const overdue = isLate(upkeep, since, now);
    if (!overdue) kept.set(workspaceId, now.getTime());
    return overdue;
  });
  let asked: { at: number; found: ReturnType<typeof findTroubles> } | undefined;
  return {
    async status(workspaceId: WorkspaceId) {
      const [looked, chains, database, upkeep, free] = await Promise.all([
        monitor.shown(freshMs),
        chainViews(deps),
        databaseView(deps),
        upkeepView(deps, workspaceId),
        freeBytes(deps),
      ]);
      return {
        at: clock(),
        signers: looked.map((state) => signerView(deps, state)),
        chains,
        database,
        prices: sourcesView(deps.prices.states()),
        server: { disk: roomOf(free), free_bytes: free },
        upkeep,
      };
    },
    /** What is wrong, as of a moment ago. Signers are not asked for it. */
    troubles(): ReturnType<typeof findTroubles> {
      const at = performance.now();
      if (!asked || at - asked.at > troublesForMs) asked = { at, found: findTroubles() };
      return asked.found;
    },
    isOverdue,
    /** Notes that something was done now, by this person. */
    note: async (
      { workspaceId, userId }: { readonly workspaceId: WorkspaceId; readonly userId: UserId },
      { kind, remark }: { readonly kind: UpkeepKind; readonly remark: string },
      record: Recorder,
    ): Promise<void> => {
      await inTransaction(db, async (tx) => {
        await queries.insertNote(tx, { workspaceId, userId, kind, at: clock() }, remark);
        await record(tx, { object: `upkeep:${kind}`, ...(remark === '' ? {} : { after: { remark } }) });
      });
    },
  };
}
