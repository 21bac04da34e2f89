import { setTimeout as sleep } from 'node:timers/promises';
import { type Approval, checkApproval, PolicyError } from '@holdfast/policy';
import { sql } from 'kysely';
import type { Db, Tx } from '../db/database.ts';
import { inTransaction } from '../db/transaction.ts';
import { findProposalOfIntent } from '../proposals/queries.ts';
import type { Signer } from '../signers/client.ts';
import { SignerUnreachable } from '../signers/client.ts';
import type { SignerEvent } from '../signers/types.ts';
import { type Reported, type Taken, takeApprovals } from './approvals.ts';
import type { OrderDeps } from './deps.ts';
import { catchUp, handOver } from './hand-over.ts';

const waitMs = 20_000;
const retryMs = 1_000;

async function readTo(db: Db, signer: string): Promise<number> {
  const row = await db.selectFrom('signer_feeds').select('read_to').where('signer_id', '=', signer).executeTakeFirst();
  return row?.read_to ?? 0;
}
/** False when another process has read on meanwhile. */
async function storeReadTo(db: Db, signer: string, after: number, next: number): Promise<boolean> {
  const { rows } = await sql`insert into signer_feeds as f (signer_id, read_to) values (${signer}, ${next})
    on conflict (signer_id) do update set read_to = excluded.read_to, updated_at = now() where f.read_to = ${after}
    returning read_to`.execute(db);
  return rows.length > 0;
}

/** Takes a decision on something that is no order; undefined when it does not know the intent. */
export type AlsoTake = (intentId: string, approval: Approval) => Promise<boolean | undefined>;
const keyMaterialActions = {
  exportGranted: 'keyMaterial.granted',
  exportRefused: 'keyMaterial.refused',
  exported: 'keyMaterial.left',
} as const;
async function recordKeyMaterial(tx: Tx, { audit }: OrderDeps, { id }: Signer, event: SignerEvent): Promise<void> {
  if (event.type !== 'exportGranted' && event.type !== 'exportRefused' && event.type !== 'exported') return;
  const found = await findProposalOfIntent(tx, event.intentId);
  const detail = { signer: id, ...(event.type === 'exportRefused' ? { by: event.by } : {}) };
  await audit.recorder(keyMaterialActions[event.type])(tx, {
    ...(found ? { workspaceId: found.workspace_id, object: `proposal:${found.id}` } : { object: `signer:${id}` }),
    detail,
  });
}
async function recordFreeze(tx: Tx, { audit }: OrderDeps, { id }: Signer, event: SignerEvent): Promise<void> {
  if (event.type !== 'frozen' && event.type !== 'unfrozen') return;
  const { by, reason, proven } = event.type === 'frozen' ? event : {};
  const detail = {
    ...(by === undefined ? {} : { by }),
    ...(reason === undefined ? {} : { reason }),
    // Whether the member's own key proved it to the signer, or a server said so.
    ...(proven === undefined ? {} : { proven: proven ? 'yes' : 'no' }),
  };
  await audit.recorder(`signing.${event.type}`)(tx, { object: `signer:${id}`, detail });
}

/** Decisions taken at once. */
const mostAtOnce = 24;

/** The decisions in rounds, with none on an intent beside another on it: those are taken in their order. */
export function roundsOf(reported: readonly Reported[]): Reported[][] {
  const byIntent = [...Map.groupBy(reported, ({ intentId }) => intentId).values()];
  const longest = Math.max(0, ...byIntent.map(({ length }) => length));
  return Array.from({ length: longest }, (_, n) => byIntent.flatMap((own) => own[n] ?? [])).flatMap((round) =>
    Array.from({ length: Math.ceil(round.length / mostAtOnce) }, (_, part) =>
      round.slice(part * mostAtOnce, (part + 1) * mostAtOnce),
    ),
  );
}

const intentName = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Something that is not even the shape of a decision must not stop the feed. */
function readDecisions({ log }: OrderDeps, signer: string, events: readonly SignerEvent[]): Reported[] {
  return events.flatMap((event) => {
    if (event.type !== 'approval') return [];
    try {
      if (!intentName.test(event.intentId)) throw new PolicyError('badField', 'intentId');
      return [{ intentId: event.intentId, approval: checkApproval(event.approval) }];
    } catch (error) {
      if (!(error instanceof PolicyError)) throw error;
      log.warn({ err: error, signer }, 'unreadable event');
      return [];
    }
  });
}

/** Takes those that are on no order. */
async function takeOthers(others: readonly Reported[], alsoTake: AlsoTake): Promise<Pick<Taken, 'fresh' | 'failed'>> {
  const ended = await Promise.allSettled(others.map(({ intentId, approval }) => alsoTake(intentId, approval)));
  const told = others.map((reported, at) => ({ reported, one: ended[at] }));
  return {
    fresh: told.flatMap(({ reported, one }) => (one?.status === 'fulfilled' && one.value === true ? [reported] : [])),
    failed: told.flatMap(({ reported, one }) => (one?.status === 'rejected' ? [{ reported, reason: one.reason }] : [])),
  };
}

/** Takes every decision that can be taken before it throws what kept one of them; those that came later on the same intent wait with it. */
async function takeAll(
  deps: OrderDeps,
  signer: string,
  { reported, alsoTake, onApproval }: { reported: readonly Reported[]; alsoTake: AlsoTake; onApproval: () => void },
): Promise<void> {
  const kept = new Map<string, unknown>();
  for (const round of roundsOf(reported)) {
    const taken = await takeApprovals(
      deps,
      round.filter(({ intentId }) => !kept.has(intentId)),
    );
    if (taken.fresh.length > 0) onApproval();
    const others = await takeOthers(taken.others, alsoTake);
    for (const { reported: one, reason } of [...taken.failed, ...others.failed])
      if (reason instanceof PolicyError) deps.log.warn({ err: reason, signer }, 'unreadable event');
      else kept.set(one.intentId, reason);
    const fresh = [...taken.fresh, ...others.fresh].map(({ intentId }) => intentId);
    handOver(deps, fresh).catch((error: unknown) => deps.log.warn({ err: error }, 'decisions not handed over'));
  }
  for (const reason of kept.values()) throw reason;
}

/** One look at a signer's feed. Events are taken before the mark is moved; a crash between the two takes them again, which changes nothing. */
async function readFeed(deps: OrderDeps, signer: Signer, alsoTake: AlsoTake, onApproval: () => void): Promise<void> {
  const after = await readTo(deps.db, signer.id);
  const { events, next } = await signer.call('events', { after, waitMs });
  await takeAll(deps, signer.id, { reported: readDecisions(deps, signer.id, events), alsoTake, onApproval });
  // The mark moves with what the log is told, so that it is told once.
  if (next !== after)
    await inTransaction(deps.db, async (tx) => {
      if (!(await storeReadTo(tx, signer.id, after, next))) return;
      for (const event of events) {
        await recordFreeze(tx, deps, signer, event);
        await recordKeyMaterial(tx, deps, signer, event);
      }
    });
}

/** Follows the feed of every signer by long polling until it is stopped. */
export function followFeeds(deps: OrderDeps, alsoTake: AlsoTake, onApproval: () => void): () => Promise<void> {
  const end = new AbortController();
  const stopped = once(end.signal);
  const follow = async (signer: Signer): Promise<void> => {
    while (!end.signal.aborted) {
      try {
        await Promise.race([readFeed(deps, signer, alsoTake, onApproval), stopped]);
        if (!end.signal.aborted) await Promise.race([catchUp(deps.db, signer), stopped]);
      } catch (error) {
        if (!(error instanceof SignerUnreachable)) deps.log.warn({ err: error, signer: signer.id }, 'feed not read');
        await sleep(retryMs, undefined, { signal: end.signal, ref: false }).catch(() => undefined);
      }
    }
  };
  const done = Promise.all(deps.signers.map(follow));
  return async () => {
    end.abort();
    await done;
  };
}

const once = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
