import type { WorkspaceId } from '@holdfast/contract';
import { PolicyError, policyLimits, type RuleCase, ruleCase } from '@holdfast/policy';
import { sql } from 'kysely';
import type { Recorder } from '../../audit/service.ts';
import type { Db, Tx } from '../../db/database.ts';
import { inTransaction } from '../../db/transaction.ts';
import { refuse } from '../../refuse.ts';

/** Reads what is no test case as a refusal. @throws rulesFileInvalid */
export function readOrRefuse<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof PolicyError) throw refuse('rulesFileInvalid', { problem: error.message });
    throw error;
  }
}

/** @throws caseLimit when there would be more than a rules file holds */
async function put(tx: Tx, workspaceId: WorkspaceId, cases: readonly RuleCase[]): Promise<void> {
  for (const one of cases)
    await tx
      .insertInto('rule_cases')
      .values({ workspace_id: workspaceId, name: one.name, body: JSON.stringify(one) })
      .onConflict((oc) => oc.columns(['workspace_id', 'name']).doUpdateSet({ body: JSON.stringify(one) }))
      .execute();
  const { n } = await tx
    .selectFrom('rule_cases')
    .where('workspace_id', '=', workspaceId)
    .select(sql<number>`count(*)::int`.as('n'))
    .executeTakeFirstOrThrow();
  if (n > policyLimits.ruleCases) throw refuse('caseLimit', { max: policyLimits.ruleCases });
}

/** The test cases that a workspace keeps for its rules. */
export function createCases(db: Db) {
  return {
    put,
    async list(workspaceId: WorkspaceId): Promise<RuleCase[]> {
      const rows = await db
        .selectFrom('rule_cases')
        .select('body')
        .where('workspace_id', '=', workspaceId)
        .orderBy('created_at')
        .orderBy('name')
        .execute();
      return rows.map(({ body }) => ruleCase(body, ''));
    },
    /** @throws rulesFileInvalid, caseLimit */
    async save(workspaceId: WorkspaceId, value: unknown, record: Recorder): Promise<void> {
      const one = readOrRefuse(() => ruleCase(value, 'case'));
      await inTransaction(db, async (tx) => {
        await put(tx, workspaceId, [one]);
        await record(tx, { workspaceId, object: 'rules', detail: { name: one.name } });
      });
    },
    /** Nothing happens where there is none. */
    async remove(workspaceId: WorkspaceId, name: string, record: Recorder): Promise<void> {
      await inTransaction(db, async (tx) => {
        const { numDeletedRows } = await tx
          .deleteFrom('rule_cases')
          .where('workspace_id', '=', workspaceId)
          .where('name', '=', name)
          .executeTakeFirst();
        if (numDeletedRows > 0n) await record(tx, { workspaceId, object: 'rules', detail: { name } });
      });
    },
  };
}
