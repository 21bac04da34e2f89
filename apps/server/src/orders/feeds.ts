import { setTimeout as sleep } from 'node:timers/promises';
import { type Approval, checkApproval, PolicyError } from '@holdfast/policy';
import { sql } from 'kysely';
import type { Db, Tx } from '../db/database.ts';
import { inTransaction } from '../db/transaction.ts';
import { findProposalOfIntent } from '../proposals/queries.ts';
import type { Signer } from '../signers/client.ts';
import { SignerUnreachable } from '../signers/client.ts';
import type { SignerEvent } from '../signers/types.ts';
import { type Reported, takeApprovals } from './approvals.ts';
import type { OrderDeps } from './deps.ts';

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

/** Decisions taken in one transaction. */
const mostTogether = 16;

/** The decisions among the events, so many at a time and none of one on an intent beside another on it: those are taken in their order. */
export function roundsOf(reported: readonly Reported[]): Reported[][] {
  const byIntent = [...Map.groupBy(reported, ({ intentId }) => intentId).values()];
  const longest = Math.max(0, ...byIntent.map(({ length }) => length));
  return Array.from({ length: longest }, (_, n) => byIntent.flatMap((own) => own[n] ?? [])).flatMap((round) =>
    Array.from({ length: Math.ceil(round.length / mostTogether) }, (_, part) =>
      round.slice(part * mostTogether, (part + 1) * mostTogether),
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

/** Takes every decision that can be taken, before it throws what kept one of them. */
async function takeAll(deps: OrderDeps, reported: readonly Reported[], alsoTake: AlsoTake, onApproval: () => void) {
  const faults: unknown[] = [];
  for (const round of roundsOf(reported)) {
    const { fresh, others, failed } = await takeApprovals(deps, round);
    if (fresh > 0) onApproval();
    for (const { intentId, approval } of others) await alsoTake(intentId, approval);
    faults.push(...failed);
  }
  if (faults.length > 0) throw faults[0];
}

/** One look at a signer's feed. Events are taken before the mark is moved; a crash between the two takes them again, which changes nothing. */
async function readFeed(deps: OrderDeps, signer: Signer, alsoTake: AlsoTake, onApproval: () => void): Promise<void> {
  const after = await readTo(deps.db, signer.id);
  const { events, next } = await signer.call('events', { after, waitMs });
  await takeAll(deps, readDecisions(deps, signer.id, events), alsoTake, onApproval);
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
