import { createHash } from 'node:crypto';
import { type AuditRecord, checkRecord } from '@holdfast/audit';
import type { AuditAction, WorkspaceId } from '@holdfast/contract';
import { bodyHash, type Canonical } from '@holdfast/policy';
import { sql } from 'kysely';
import type { Clock } from '../clock.ts';
import type { Db } from '../db/database.ts';

/** What an event says beside who did it. Secrets never; contents that people wrote only as hashes (`before`, `after`). */
export interface Facts {
  /** Such as `order:12`. */
  readonly object?: string;
  readonly workspaceId?: WorkspaceId | null;
  /** Who did it, where that is not the caller: `user:7` for a login. */
  readonly actor?: string;
  readonly result?: 'ok' | 'refused';
  readonly detail?: Readonly<Record<string, string>>;
  readonly before?: Canonical;
  readonly after?: Canonical;
}
/** Who acts, and from where. */
export interface Acting {
  readonly actor: string;
  readonly key: string;
  readonly network: string;
  readonly agent: string;
  readonly workspaceId: WorkspaceId | null;
}
/** Writes one event of an action that is known already; give it the transaction of what the event tells of. */
export interface Recorder {
  (db: Db, facts: Facts): Promise<void>;
  /** The event itself, for a statement that writes it along with something else. */
  of(facts: Facts): AuditRecord;
}

export const theSystem: Acting = { actor: 'system', key: '', network: '', agent: '', workspaceId: null };

/** A session in the log: enough to tell two apart, not enough to find one. */
export const sessionKey = (tokenHash: Buffer): string =>
  createHash('sha256').update(tokenHash).digest('hex').slice(0, 32);

/** One line without what could turn or break it, cut to the log's limit. */
export const oneLine = (text: string): string =>
  [...text.toWellFormed().replace(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '')]
    .slice(0, 300)
    .join('');

const hashOf = (value: Canonical | undefined): string => (value === undefined ? '' : bodyHash(value));

function recordOf(action: AuditAction, acting: Acting, facts: Facts, time: Date): AuditRecord {
  const workspace = facts.workspaceId === undefined ? acting.workspaceId : facts.workspaceId;
  const detail = Object.entries(facts.detail ?? {}).map(([name, text]) => [name, oneLine(text)]);
  return {
    time: String(time.getTime()),
    workspace: workspace === null ? '' : String(workspace),
    actor: facts.actor ?? acting.actor,
    key: acting.key,
    network: acting.network,
    agent: oneLine(acting.agent),
    action,
    object: facts.object ?? '',
    result: facts.result ?? 'ok',
    detail: Object.fromEntries(detail) as Record<string, string>,
    before: hashOf(facts.before),
    after: hashOf(facts.after),
  };
}

export const createRecorder = (action: AuditAction, acting: Acting, clock: Clock): Recorder => {
  const of = (facts: Facts): AuditRecord => {
    const record = recordOf(action, acting, facts, clock());
    // Better that what is done fails than that it goes untold.
    checkRecord(record);
    return record;
  };
  return Object.assign(async (db: Db, facts: Facts) => store(db, of(facts)), { of });
};

/** Puts a record into the outbox: it is in the log if, and only if, the transaction commits. */
async function store(db: Db, record: AuditRecord): Promise<void> {
  await sql`insert into audit_outbox (record) values (${JSON.stringify(record)}::jsonb)`.execute(db);
}
