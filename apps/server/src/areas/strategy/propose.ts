import { todoType } from '@holdfast/contract';
import { PolicyError, parseRulesFile, rulesOfFile, runCase } from '@holdfast/policy';
import type { Recorder } from '../../audit/service.ts';
import type { Tx } from '../../db/database.ts';
import {
  changesRules,
  type Decision,
  type PolicyEdit,
  type Presented,
  type Proposer,
} from '../../proposals/service.ts';
import { refuse } from '../../refuse.ts';
import { readOrRefuse } from './cases.ts';
import type { Change, RulesDeps } from './deps.ts';
import * as rules from './rules.ts';

/** Proposes an edit of the rules as the caller has seen them. @throws rulesChanged, rulesUnsound, nothingChanges */
export async function proposeEdit(
  { policy, proposals }: RulesDeps,
  by: Proposer,
  { version, remark }: Change,
  shown: Partial<Pick<Presented, 'itemType' | 'keep'>> & Pick<Presented, 'subject'>,
  edit: PolicyEdit,
  record: Recorder,
) {
  const current = await policy();
  if (current.document.version !== version) throw refuse('rulesChanged', {});
  const { itemType = todoType.strategy, subject, keep } = shown;
  const keepAll = async (tx: Tx, id: number): Promise<void> => {
    await keep?.(tx, id);
    await record(tx, { workspaceId: by.workspaceId, object: `proposal:${id}`, detail: { ...subject } });
  };
  try {
    return await proposals.proposePolicy(by, edit, { itemType, subject, remark, keep: keepAll });
  } catch (error) {
    if (error instanceof PolicyError) throw refuse('rulesUnsound', { problem: error.message });
    throw error;
  }
}

/**
 * Proposes the rules of a file, when every case holds under them that would be kept from then on: those in the file, and those kept now that it does
 * not replace by one of the same name. The file's are put aside with the proposal and kept when its rules are in force.
 * @throws rulesFileInvalid, rulesCaseFailed, caseLimit, and as `proposeEdit`
 */
export async function importRules(deps: RulesDeps, by: Proposer, text: string, change: Change, record: Recorder) {
  const { document } = await deps.policy();
  const { cases: given, ...file } = readOrRefuse(() => parseRulesFile(text));
  const parts = rulesOfFile(document, file);
  const next = { ...document, ...parts };
  const replaced = new Set(given.map(({ name }) => name));
  const kept = (await deps.cases.list(by.workspaceId)).filter(({ name }) => !replaced.has(name));
  const failed = [...given, ...kept].find((one) => !runCase(next, one).passed);
  if (failed) throw refuse('rulesCaseFailed', { name: failed.name });
  const touched = rules.touchedParts(document, next);
  const subject = { action: 'import', rules: String(parts.senior.length), cases: String(given.length), touched };
  const keep = (tx: Tx, id: number) => deps.cases.offer(tx, by.workspaceId, id, given);
  return proposeEdit(deps, by, change, { subject, keep }, () => parts, record);
}

/** The way to sign a decision about other rules. @throws itemNotFound, intentExpired */
export const decideRules = (
  { proposals }: RulesDeps,
  by: Proposer,
  id: number,
  decision: Decision,
  remark: string,
  record: Recorder,
) => proposals.openDecision(by, id, { decision, remark, of: changesRules }, record);
