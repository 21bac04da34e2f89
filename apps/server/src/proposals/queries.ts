import type { WorkspaceId } from '@holdfast/contract';
import { type Approval, checkApproval } from '@holdfast/policy';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Database, Db, Tx } from '../db/database.ts';
import type { Decided } from '../nodes.ts';
import { type ProposalStatus, proposalStatus } from './states.ts';

export type Proposal = Selectable<Database['proposals']>;

export const insertProposal = (
  db: Db,
  values: Pick<
    Proposal,
    | 'workspace_id'
    | 'kind'
    | 'item_type'
    | 'remark'
    | 'initiator_user'
    | 'initiator'
    | 'intent_id'
    | 'intent'
    | 'digest'
    | 'document'
    | 'policy_version'
    | 'expires_at'
  > & { readonly subject: string },
): Promise<Proposal> => db.insertInto('proposals').values(values).returningAll().executeTakeFirstOrThrow();

export const findProposal = (db: Db, workspaceId: WorkspaceId, id: number): Promise<Proposal | undefined> =>
  db
    .selectFrom('proposals')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst();

export const findProposalOfIntent = (db: Db, intentId: string): Promise<Proposal | undefined> =>
  db.selectFrom('proposals').selectAll().where('intent_id', '=', intentId).executeTakeFirst();

export const lockProposal = (tx: Tx, id: number): Promise<Proposal | undefined> =>
  tx.selectFrom('proposals').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

/** Which proposals: of some statuses, of one kind of item, whose subject says that action, and in whose document the text stands. */
export interface Which {
  readonly statuses: readonly ProposalStatus[];
  readonly itemType: number;
  readonly action?: string;
  readonly text?: string;
}
const fitting = (db: Db, workspaceId: WorkspaceId, { statuses, itemType, action, text }: Which) =>
  db
    .selectFrom('proposals')
    .where('workspace_id', '=', workspaceId)
    .where('status', 'in', statuses)
    .where('item_type', '=', itemType)
    .$if(action !== undefined, (query) => query.where(sql`subject ->> 'action'`, '=', action))
    .$if(text !== undefined, (query) => query.where(sql<boolean>`strpos(document, ${text}) > 0`));

/** Newest first; left out, all there are. */
export const listProposals = (
  db: Db,
  workspaceId: WorkspaceId,
  which: Which,
  page?: { readonly limit: number; readonly offset: number },
): Promise<Proposal[]> =>
  fitting(db, workspaceId, which)
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .$if(page !== undefined, (query) => query.limit(page?.limit ?? 0).offset(page?.offset ?? 0))
    .execute();

export async function countProposals(db: Db, workspaceId: WorkspaceId, which: Which): Promise<number> {
  const { n } = await fitting(db, workspaceId, which)
    .select(({ fn }) => fn.countAll<string>().as('n'))
    .executeTakeFirstOrThrow();
  return Number(n);
}

/** Decisions by proposal, each as it was signed. */
export async function findProposalApprovals(db: Db, ids: readonly number[]): Promise<Map<number, Approval[]>> {
  const found = new Map<number, Approval[]>();
  if (ids.length === 0) return found;
  const rows = await db
    .selectFrom('proposal_approvals')
    .select(['proposal_id', 'approval'])
    .where('proposal_id', 'in', ids)
    .orderBy('created_at')
    .execute();
  for (const { proposal_id: id, approval } of rows) found.set(id, [...(found.get(id) ?? []), checkApproval(approval)]);
  return found;
}

/** Decisions on these and what was said of them, oldest first: in the words that were signed, else in those that the server was told beforehand. */
export async function findDecided(db: Db, ids: readonly number[]): Promise<(Decided & { readonly id: number })[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<Decided & { id: number }>`
    select a.proposal_id as id, a.member, a.decision, a.created_at as time,
        coalesce(a.approval ->> 'remark', r.remark, '') as remark, (a.approval -> 'remark') is not null as "remarkSigned"
      from proposal_approvals a left join decision_remarks r
        on r.proposal_id = a.proposal_id and r.member = a.member and r.decision = a.decision
      where a.proposal_id = any(${ids}) order by time, member`.execute(db);
  return rows;
}

/** What somebody says of the decision they are about to sign; the last word counts. */
export const saidOf = (
  tx: Tx,
  id: number,
  said: { readonly member: string; readonly decision: 'approve' | 'refuse'; readonly remark: string },
) =>
  tx
    .insertInto('decision_remarks')
    .values({ proposal_id: id, ...said })
    .onConflict((oc) => oc.columns(['proposal_id', 'member', 'decision']).doUpdateSet({ remark: said.remark }))
    .execute();

/** Stores a decision; false when it was there. @param page of an approval, the signer's page that it came through */
export async function insertApproval(tx: Tx, id: number, approval: Approval, page: string): Promise<boolean> {
  const { member, decision } = approval;
  const row = await tx
    .insertInto('proposal_approvals')
    .values({ proposal_id: id, member, decision, page, approval: JSON.stringify(approval) })
    .onConflict((oc) => oc.doNothing())
    .returning('member')
    .executeTakeFirst();
  return row !== undefined;
}

export const moveProposal = (
  tx: Tx,
  id: number,
  to: ProposalStatus,
  more: { refused_by?: string; last_error?: string } = {},
) =>
  tx
    .updateTable('proposals')
    .set({
      status: to,
      ...more,
      next_at: sql<Date>`now()`,
      lease_until: null,
      decided_at: sql<Date>`coalesce(decided_at, now())`,
    })
    .where('id', '=', id)
    .execute();

export const reopenProposal = (tx: Tx, id: number) =>
  sql`update proposals set status = ${proposalStatus.open}, decided_at = null, next_at = now(), lease_until = null, tries = 0
    where id = ${id}`.execute(tx);

const leaseSeconds = 30;

/** Takes due proposals for a while; a process that dies leaves a lease that runs out. */
async function claim(db: Db, which: RawBuilder<boolean>, many: number): Promise<Proposal[]> {
  const { rows } = await sql<Proposal>`
    update proposals set lease_until = now() + ${`${leaseSeconds} seconds`}::interval, lease_token = lease_token + 1
    where id in (select id from proposals where ${which} and next_at <= now() and (lease_until is null or lease_until < now())
      order by next_at limit ${many} for update skip locked) returning *`.execute(db);
  return rows;
}

export const claimOpen = (db: Db, many: number): Promise<Proposal[]> =>
  claim(db, sql<boolean>`status = ${proposalStatus.open}`, many);

/** Approved ones of kinds that do not touch one another. */
export const claimApproved = (db: Db, kinds: readonly Proposal['kind'][], many: number): Promise<Proposal[]> =>
  claim(db, sql<boolean>`status = ${proposalStatus.applying} and kind = any(${[...kinds]})`, many);

/**
 * The one change of these kinds that is to be taken over next: the first that was approved, whatever process asks. Those after it wait until
 * it has ended, since each is for the rules and the book as they were.
 */
export const claimChange = (db: Db, kinds: readonly Proposal['kind'][]): Promise<Proposal[]> =>
  claim(
    db,
    sql<boolean>`id = (select id from proposals where status = ${proposalStatus.applying} and kind = any(${[...kinds]})
      order by decided_at, id limit 1)`,
    1,
  );

export const postponeProposal = (db: Db, { id, lease_token }: Proposal, seconds: number, error: string) =>
  sql`update proposals set next_at = now() + ${`${seconds} seconds`}::interval, lease_until = null, last_error = ${error}, tries = tries + 1
    where id = ${id} and lease_token = ${lease_token}`.execute(db);

/** A signer has it in force. @returns whether that is new */
export async function markTaken(tx: Tx, id: number, signer: string): Promise<boolean> {
  const { rows } = await sql<
    Pick<Proposal, 'id'>
  >`update proposals set taken_by = array_append(taken_by, ${signer}), tries = 0
    where id = ${id} and not ${signer} = any(taken_by) returning id`.execute(tx);
  return rows.length > 0;
}

/** An open proposal that all signers know has nothing to do until it expires. */
export const markAnnounced = (db: Db, { id, lease_token }: Proposal) =>
  sql`update proposals set announced_at = coalesce(announced_at, now()), next_at = expires_at, lease_until = null, last_error = ''
    where id = ${id} and lease_token = ${lease_token} and status = ${proposalStatus.open}`.execute(db);

/** The same proposal in other words; decisions on the earlier ones go with them. */
export async function replaceProposal(
  tx: Tx,
  id: number,
  made: Pick<Proposal, 'intent_id' | 'intent' | 'digest' | 'document' | 'policy_version'>,
): Promise<void> {
  await tx.deleteFrom('proposal_approvals').where('proposal_id', '=', id).execute();
  await tx
    .updateTable('proposals')
    .set({ ...made, announced_at: null, next_at: sql<Date>`now()`, lease_until: null, last_error: '' })
    .where('id', '=', id)
    .execute();
}

/** No more open changes than this are named beside one. */
const othersMax = 20;

/** Open ones of these kinds beside that one, oldest first. */
export const findOpenOthers = (
  db: Db,
  { id, workspace_id }: Proposal,
  kinds: readonly Proposal['kind'][],
): Promise<Proposal[]> =>
  db
    .selectFrom('proposals')
    .selectAll()
    .where('workspace_id', '=', workspace_id)
    .where('kind', 'in', kinds)
    .where('status', '=', proposalStatus.open)
    .where('id', '!=', id)
    .orderBy('id')
    .limit(othersMax)
    .execute();

/** Of these kinds, the last that was approved and passed while that one waited. */
export const findPassedBefore = (
  db: Db,
  { workspace_id, created_at, decided_at }: Proposal,
  kinds: readonly Proposal['kind'][],
): Promise<Proposal | undefined> =>
  db
    .selectFrom('proposals')
    .selectAll()
    .where('workspace_id', '=', workspace_id)
    .where('kind', 'in', kinds)
    .where('status', '=', proposalStatus.passed)
    .where('decided_at', '>=', created_at)
    .where('decided_at', '<=', decided_at)
    .orderBy('decided_at', 'desc')
    .limit(1)
    .executeTakeFirst();

/** The rules of a version, when this server has seen them in force. */
export async function findRules(db: Db, version: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('policy_versions')
    .select('document')
    .where('version', '=', version)
    .executeTakeFirst();
  return row?.document;
}

/** Open ones of these kinds have something to do at once: what they would change is another now. */
export const wakeOpen = (tx: Tx, workspaceId: WorkspaceId, kinds: readonly Proposal['kind'][]) =>
  tx
    .updateTable('proposals')
    .set({ next_at: sql<Date>`now()` })
    .where('workspace_id', '=', workspaceId)
    .where('kind', 'in', kinds)
    .where('status', '=', proposalStatus.open)
    .execute();
