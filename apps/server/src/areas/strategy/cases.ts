import type { WorkspaceId } from '@holdfast/contract';
import { PolicyError, policyLimits, type RuleCase, ruleCase } from '@holdfast/policy';
import type { Recorder } from '../../audit/service.ts';
import type { Db, Tx } from '../../db/database.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Proposal } from '../../proposals/service.ts';
import { refuse } from '../../refuse.ts';

/** Reads what is no test case as a refusal. @throws rulesFileInvalid */
export function readOrRefuse<T>(read: () => T, fault: 'rulesFileInvalid' | 'rulesUnsound' = 'rulesFileInvalid'): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof PolicyError) throw refuse(fault, { problem: error.message });
    throw error;
  }
}

const max = policyLimits.ruleCases;

async function put(tx: Tx, workspaceId: WorkspaceId, one: RuleCase): Promise<void> {
  await tx
    .insertInto('rule_cases')
    .values({ workspace_id: workspaceId, name: one.name, body: JSON.stringify(one) })
    .onConflict((oc) => oc.columns(['workspace_id', 'name']).doUpdateSet({ body: JSON.stringify(one) }))
    .execute();
}

async function namesKept(tx: Tx, workspaceId: WorkspaceId): Promise<Set<string>> {
  const rows = await tx.selectFrom('rule_cases').select('name').where('workspace_id', '=', workspaceId).execute();
  return new Set(rows.map(({ name }) => name));
}

/** @throws caseLimit when there would be more than a rules file holds */
async function demandRoom(tx: Tx, workspaceId: WorkspaceId, more: readonly RuleCase[]): Promise<void> {
  const names = await namesKept(tx, workspaceId);
  for (const { name } of more) names.add(name);
  if (names.size > max) throw refuse('caseLimit', { max });
}

/** Puts the cases of a file aside with the proposal of its rules. @throws caseLimit */
async function offer(tx: Tx, workspaceId: WorkspaceId, id: number, cases: readonly RuleCase[]): Promise<void> {
  await demandRoom(tx, workspaceId, cases);
  if (cases.length === 0) return;
  await tx
    .insertInto('proposal_cases')
    .values({ proposal_id: id, cases: JSON.stringify(cases) })
    .execute();
}

/**
 * The rules of a file are in force: its cases are kept from now on, in place of those of the same name. Others may have been kept meanwhile; what
 * has no room any more is left out, because nothing may stop the rules.
 */
async function passed(tx: Tx, { id, workspace_id }: Pick<Proposal, 'id' | 'workspace_id'>): Promise<void> {
  const row = await tx.selectFrom('proposal_cases').select('cases').where('proposal_id', '=', id).executeTakeFirst();
  const names = await namesKept(tx, workspace_id);
  for (const one of row?.cases.map((body) => ruleCase(body, '')) ?? []) {
    if (names.size >= max && !names.has(one.name)) continue;
    names.add(one.name);
    await put(tx, workspace_id, one);
  }
}

/** The test cases that a workspace keeps for its rules. */
export function createCases(db: Db) {
  return {
    offer,
    passed,
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
        await demandRoom(tx, workspaceId, [one]);
        await put(tx, workspaceId, one);
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
