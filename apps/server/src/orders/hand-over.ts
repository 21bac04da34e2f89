import { orderStatus, proposalStatus } from '@holdfast/contract';
import type { Approval } from '@holdfast/policy';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { type Signer, SignerRefusal } from '../signers/client.ts';
import { ifThere } from './away.ts';
import type { OrderDeps } from './deps.ts';

/**
 * Each signer tells on its page who has decided, and leads by that. A decision is made on one signer's page, which tells the others only as long as it is open; so the
 * server hands each of them what is decided elsewhere. A signer takes a decision by its signature alone, whoever brings it.
 */
type Deps = Pick<OrderDeps, 'db' | 'signers'>;

/** Of more that is open at a time, what runs out last is handed over when somebody opens it. */
const most = 1_000;

/** Decisions on what is open, as it is asked for now: refusals end it, and go their own way. */
async function findDecisions(db: Db, intentIds: readonly string[] | undefined): Promise<Approval[]> {
  const these = intentIds === undefined ? sql`true` : sql`t.intent_id = any(${intentIds}::uuid[])`;
  const of = (things: RawBuilder<unknown>, approvals: RawBuilder<unknown>) => sql`
    (select a.approval, t.expires_at from ${things} t join ${approvals}
      where ${these} and a.decision <> 'refuse' and a.approval ->> 'intent' = t.digest order by t.expires_at, t.id limit ${sql.lit(most)})`;
  const orders = sql`(select * from orders where status = ${sql.lit(orderStatus.awaitingApproval)})`;
  const proposals = sql`(select * from proposals where status = ${sql.lit(proposalStatus.open)})`;
  const { rows } = await sql<{ approval: Approval }>`select approval from (
      ${of(orders, sql`order_approvals a on a.order_id = t.id`)} union all ${of(proposals, sql`proposal_approvals a on a.proposal_id = t.id`)}) found
    order by expires_at`.execute(db);
  return rows.map(({ approval }) => approval);
}

/** Signers that have been handed everything since this process began, and since they last gave no answer. */
const level = new WeakSet<Signer>();

async function hand(signer: Signer, approvals: readonly Approval[]): Promise<void> {
  for (const approval of approvals)
    try {
      await ifThere(signer, () => signer.call('decided', { approval }));
    } catch (error) {
      // What it does not know yet is announced to it, and handed over after that. One of an earlier release takes none.
      if (error instanceof SignerRefusal) continue;
      level.delete(signer);
      return;
    }
}

/** Hands every signer the decisions on these intents, as far as they are open still. One that does not answer is handed them when it does. */
export async function handOver({ db, signers }: Deps, intentIds: readonly string[]): Promise<void> {
  if (intentIds.length === 0) return;
  const approvals = await findDecisions(db, intentIds);
  if (approvals.length > 0) await Promise.all(signers.map((signer) => hand(signer, approvals)));
}

/** For a signer that has just answered: everything that is open, if it may have missed some of it. */
export async function catchUp(db: Db, signer: Signer): Promise<void> {
  if (level.has(signer)) return;
  // Before it is read: what fails to be handed over meanwhile takes this back.
  level.add(signer);
  try {
    await hand(signer, await findDecisions(db, undefined));
  } catch (error) {
    level.delete(signer);
    throw error;
  }
}
