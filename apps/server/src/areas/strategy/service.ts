import { todoType, type WorkspaceId } from '@holdfast/contract';
import { PolicyError, parseRulesFile, runCase, type SeniorRule, type WorkspaceOp } from '@holdfast/policy';
import { sql } from 'kysely';
import type { Recorder } from '../../audit/service.ts';
import type { Db, Tx } from '../../db/database.ts';
import type { CurrentPolicy } from '../../orders/deps.ts';
import { type LogAsk, readProposalLog } from '../../proposals/log.ts';
import {
  type Decision,
  type PolicyEdit,
  type Presented,
  type ProposalsService,
  type Proposer,
  proposalStatus,
} from '../../proposals/service.ts';
import { refuse } from '../../refuse.ts';
import { createCases, readOrRefuse } from './cases.ts';
import * as rules from './rules.ts';

export interface StrategyDeps {
  readonly db: Db;
  readonly proposals: ProposalsService;
  readonly policy: () => Promise<CurrentPolicy>;
}
/** What every change says: the version it was made from, and why. */
export interface Change {
  readonly version: string;
  readonly remark: string;
}
export type StrategyService = ReturnType<typeof createStrategy>;
/** A part of the document as it came over the wire: whether it is one, the policy package says. */
type Untrusted = Readonly<Record<string, unknown>>;

/** The rules: what they are, and proposing other ones. */
export function createStrategy({ db, proposals, policy }: StrategyDeps) {
  /** Proposes an edit of the rules as the caller has seen them. @throws rulesChanged, rulesUnsound, nothingChanges */
  async function propose(
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

  const trusted = <T>(part: unknown): T => part as T;
  const cases = createCases(db);

  /**
   * Proposes the rules of a file, when every case holds under them that would be kept from then on: those in the file, and those kept now that it does
   * not replace by one of the same name. The file's are put aside with the proposal and kept when its rules are in force.
   * @throws rulesFileInvalid, rulesCaseFailed, caseLimit, and as `propose`
   */
  async function importRules(by: Proposer, text: string, change: Change, record: Recorder) {
    const { strategies, senior, workspace, cases: given } = readOrRefuse(() => parseRulesFile(text));
    const next = { ...(await policy()).document, strategies, senior, workspace };
    const replaced = new Set(given.map(({ name }) => name));
    const kept = (await cases.list(by.workspaceId)).filter(({ name }) => !replaced.has(name));
    const failed = [...given, ...kept].find((one) => !runCase(next, one).passed);
    if (failed) throw refuse('rulesCaseFailed', { name: failed.name });
    const touched = rules.touchedParts((await policy()).document, next);
    const subject = { action: 'import', rules: String(senior.length), cases: String(given.length), touched };
    const keep = (tx: Tx, id: number) => cases.offer(tx, by.workspaceId, id, given);
    return propose(by, change, { subject, keep }, () => ({ strategies, senior, workspace }), record);
  }

  return {
    policy,
    cases,
    propose,
    importRules,
    /** The way to sign a decision about other rules. @throws itemNotFound, intentExpired */
    decide: (by: Proposer, id: number, decision: Decision, remark: string, record: Recorder) =>
      proposals.openDecision(by, id, { decision, remark, of: ({ kind }) => kind === 'policy' }, record),
    basicSave: (by: Proposer, basic: Untrusted & { wallet: string }, change: Change, record: Recorder) =>
      propose(
        by,
        change,
        { subject: { action: 'basicSave', wallet: basic.wallet } },
        (doc) => rules.setBasic(doc, trusted(basic)),
        record,
      ),
    basicDelete: (by: Proposer, wallet: string, change: Change, record: Recorder) =>
      propose(
        by,
        change,
        { subject: { action: 'basicDelete', wallet } },
        (doc) => rules.dropBasic(doc, wallet),
        record,
      ),
    higherSave: (by: Proposer, rule: Untrusted, place: number | undefined, change: Change, record: Recorder) =>
      propose(
        by,
        change,
        { subject: { action: 'higherSave', name: String(rule.name ?? ''), type: String(rule.type ?? '') } },
        (doc) => rules.setSenior(doc, trusted(rule), place),
        record,
      ),
    async higherDelete(by: Proposer, id: string, change: Change, record: Recorder) {
      const { document } = await policy();
      const found = document.senior.find((one) => one.id === id);
      if (!found) throw refuse('ruleNotFound', {});
      const subject = { action: 'higherDelete', name: found.name, type: found.type };
      return propose(by, change, { subject }, (doc) => rules.dropSenior(doc, id), record);
    },
    higherSort: (by: Proposer, type: SeniorRule['type'], ids: readonly string[], change: Change, record: Recorder) =>
      propose(
        by,
        change,
        { subject: { action: 'higherSort', type } },
        (doc) => {
          const sorted = rules.sortSenior(doc, type, ids);
          if (!sorted) throw refuse('ruleNotFound', {});
          return sorted;
        },
        record,
      ),
    workspaceSave: (by: Proposer, rule: Untrusted & { op: WorkspaceOp }, change: Change, record: Recorder) =>
      propose(
        by,
        change,
        { itemType: todoType.workspaceRule, subject: { action: 'workspaceSave', op: rule.op } },
        (doc) => rules.setWorkspace(doc, trusted(rule)),
        record,
      ),
    workspaceDelete: (by: Proposer, op: WorkspaceOp, change: Change, record: Recorder) =>
      propose(
        by,
        change,
        { itemType: todoType.workspaceRule, subject: { action: 'workspaceDelete', op } },
        (doc) => rules.dropWorkspace(doc, op),
        record,
      ),
    async save(by: Proposer, parts: Untrusted, change: Change, record: Recorder) {
      const { document } = await policy();
      const touched = readOrRefuse(() => rules.touchedParts(document, { ...document, ...parts }), 'rulesUnsound');
      const subject = { action: 'save', parts: Object.keys(parts).join(','), touched };
      return propose(by, change, { subject }, () => trusted(parts), record);
    },
    async item(workspaceId: WorkspaceId, id: number) {
      const found = await proposals.proposal(workspaceId, id);
      const approvals = (await proposals.approvals([id])).get(id) ?? [];
      const [evaluation, decided] = await Promise.all([
        proposals.evaluation(found, approvals),
        proposals.decided([id]),
      ]);
      return { found, evaluation, decided };
    },
    cancel: proposals.cancel,
    url: proposals.approvalUrl,
    /** Open proposals by item type. */
    async openNumbers(workspaceId: WorkspaceId): Promise<{ item_type: number; open: number }[]> {
      const { rows } = await sql<{
        item_type: number;
        open: number;
      }>`select item_type, count(*)::int as open from proposals
        where workspace_id = ${workspaceId} and status in (${proposalStatus.open}, ${proposalStatus.applying}) group by 1 order by 1`.execute(
        db,
      );
      return rows;
    },
    /** What the audit log tells of proposals of other rules. */
    async log(workspaceId: WorkspaceId, { itemType, part, ...ask }: StrategyLogAsk) {
      const ofType = itemType === undefined ? sql<boolean>`true` : sql<boolean>`p.item_type = ${itemType}`;
      const which = sql<boolean>`p.kind = 'policy' and ${ofType} and ${part ? partFilter(part) : sql<boolean>`true`}`;
      return readProposalLog(db, workspaceId, (await policy()).document, { ...ask, which });
    },
  };
}

interface StrategyLogAsk extends Omit<LogAsk, 'which'> {
  readonly itemType: number | undefined;
  readonly part: rules.LogPart | undefined;
}

/** Proposals about one part of the rules, and those of several at once that touch it. Old ones do not say what they touch, and belong to each. */
function partFilter(part: rules.LogPart) {
  const own =
    part === 'basic' || part === 'workspace'
      ? sql<boolean>`p.subject->>'action' like ${`${part}%`}`
      : sql<boolean>`(p.subject->>'action' like 'higher%' and p.subject->>'type' = ${part})`;
  const touched = sql<boolean>`coalesce(${part} = any(string_to_array(p.subject->>'touched', ',')), true)`;
  return sql<boolean>`(${own} or (p.subject->>'action' in ('save', 'import') and ${touched}))`;
}
