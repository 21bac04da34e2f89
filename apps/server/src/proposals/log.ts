import {
  type AuditAction,
  contract,
  type Endpoint,
  type Output,
  type ProposalEvent,
  type strategy,
  type WorkspaceId,
} from '@holdfast/contract';
import type { PolicyDocument } from '@holdfast/policy';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { nameIn } from '../nodes.ts';

type ProposalEntry = Output<typeof strategy.logList>['list'][number];

const endpoints: readonly Endpoint[] = Object.values(contract).flatMap((area) => Object.values(area));
/** What the server itself tells of a proposal. */
const toldBySystem: readonly (readonly [AuditAction, ProposalEvent])[] = [
  ['decision.received', 'decided'],
  ['proposal.passed', 'passed'],
  ['proposal.refused', 'refused'],
  ['proposal.expired', 'expired'],
  ['proposal.superseded', 'superseded'],
  ['proposal.askedAgain', 'askedAgain'],
];
/** The event of each action that has one; whatever else names a proposal as its object has proposed it. */
const events = new Map<string, ProposalEvent>([
  ...toldBySystem,
  ...endpoints.flatMap(({ audit, proposalEvent }) => (audit && proposalEvent ? [[audit, proposalEvent] as const] : [])),
]);
const eventOf = (action: string): ProposalEvent => events.get(action) ?? 'proposed';

const ofEvent = (event: ProposalEvent | undefined): RawBuilder<boolean> => {
  if (event === undefined) return sql<boolean>`true`;
  if (event === 'proposed') return sql<boolean>`not l.action = any(${[...events.keys()]})`;
  return sql<boolean>`l.action = any(${[...events.keys()].filter((action) => events.get(action) === event)})`;
};

export interface LogAsk {
  /** Which proposals; their columns are `p`'s. */
  readonly which: RawBuilder<boolean>;
  readonly event: ProposalEvent | undefined;
  /** In what the proposal says, its remark, or the name of who did it. */
  readonly keyword: string | undefined;
  readonly start: Date | undefined;
  readonly end: Date | undefined;
  readonly size: number;
  readonly skip: number;
}
type Row = Omit<ProposalEntry, 'event' | 'refused_by'> & { readonly refused_by: string | null };

const filtered = (workspaceId: WorkspaceId, { which, event, keyword = '', start, end }: LogAsk) => {
  const like = `%${keyword.replace(/[\\%_]/g, '\\$&')}%`;
  return sql`from proposals p
    join audit_log l on l.object = 'proposal:' || p.id and l.workspace_id = p.workspace_id
    left join users u on l.entry::jsonb ->> 'actor' = 'user:' || u.id
    where p.workspace_id = ${workspaceId} and ${which} and ${ofEvent(event)}
      and l.time >= coalesce(${start ?? null}::timestamptz, '-infinity') and l.time < coalesce(${end ?? null}::timestamptz, 'infinity')
      and (${keyword} = '' or p.subject::text || p.remark || coalesce(u.nick_name, '') ilike ${like})`;
};

const nameOf = ({ actor, actor_name }: Row, document: PolicyDocument): string =>
  actor.startsWith('member:') ? nameIn(document, actor.slice('member:'.length)) : actor_name;

/** What the audit log tells of proposals, newest first, each with its proposal as it stands now. Entries of the last moment may still be missing. */
export async function readProposalLog(
  db: Db,
  workspaceId: WorkspaceId,
  document: PolicyDocument,
  ask: LogAsk,
): Promise<{ rows: ProposalEntry[]; total: number }> {
  const from = filtered(workspaceId, ask);
  const { rows } =
    await sql<Row>`select l.seq, encode(l.hash, 'hex') as hash, l.time, l.action, l.entry::jsonb ->> 'actor' as actor,
      coalesce(u.nick_name, l.entry::jsonb ->> 'actor') as actor_name, coalesce(l.entry::jsonb -> 'detail' ->> 'decision', '') as decision,
      case l.action when 'decision.received' then coalesce(l.entry::jsonb -> 'detail' ->> 'remark', '') else '' end as decision_remark,
      p.id as item_id, p.item_type, p.subject, p.remark, p.status, p.refused_by, p.policy_version
    ${from} order by l.seq desc limit ${ask.size} offset ${ask.skip}`.execute(db);
  const count = await sql<{ total: number }>`select count(*)::int as total ${from}`.execute(db);
  return {
    rows: rows.map((row) => ({
      ...row,
      event: eventOf(row.action),
      actor_name: nameOf(row, document),
      refused_by: row.refused_by === null ? '' : nameIn(document, row.refused_by),
    })),
    total: count.rows[0]?.total ?? 0,
  };
}
