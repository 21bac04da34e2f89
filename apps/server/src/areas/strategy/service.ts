import type { WorkspaceId } from '@holdfast/contract';
import type { SaidPages, SeniorRule, WorkspaceOp } from '@holdfast/policy';
import type { Recorder } from '../../audit/service.ts';
import type { Decision, PolicyEdit, Presented, Proposer } from '../../proposals/service.ts';
import { createCases } from './cases.ts';
import type { Change, RulesDeps, StrategyDeps } from './deps.ts';
import {
  deleteBasic,
  deleteHigher,
  deleteWorkspace,
  saveBasic,
  saveHigher,
  saveParts,
  saveProtection,
  saveWorkspace,
  sortHigher,
  type Untrusted,
} from './edits.ts';
import { countOpen, findItem, readLog, type StrategyLogAsk } from './items.ts';
import { decideRules, importRules, proposeEdit } from './propose.ts';

export type { StrategyDeps } from './deps.ts';

export type StrategyService = ReturnType<typeof createStrategy>;

/** The rules: what they are, and proposing other ones. */
export function createStrategy(ports: StrategyDeps) {
  const deps: RulesDeps = { ...ports, cases: createCases(ports.db) };
  return {
    policy: deps.policy,
    cases: deps.cases,
    propose: (
      by: Proposer,
      ask: Change,
      shown: Partial<Pick<Presented, 'itemType' | 'keep'>> & Pick<Presented, 'subject'>,
      edit: PolicyEdit,
      record: Recorder,
    ) => proposeEdit(deps, by, ask, shown, edit, record),
    importRules: (by: Proposer, text: string, change: Change, record: Recorder) =>
      importRules(deps, by, text, change, record),
    decide: (by: Proposer, id: number, decision: Decision, remark: string, record: Recorder) =>
      decideRules(deps, by, id, decision, remark, record),
    basicSave: (
      by: Proposer,
      basic: Untrusted & { wallet: string },
      pages: SaidPages,
      change: Change,
      record: Recorder,
    ) => saveBasic(deps, by, basic, pages, change, record),
    basicDelete: (by: Proposer, wallet: string, change: Change, record: Recorder) =>
      deleteBasic(deps, by, wallet, change, record),
    higherSave: (
      by: Proposer,
      rule: Untrusted,
      place: number | undefined,
      pages: SaidPages,
      change: Change,
      record: Recorder,
    ) => saveHigher(deps, by, rule, place, pages, change, record),
    higherDelete: (by: Proposer, id: string, change: Change, record: Recorder) =>
      deleteHigher(deps, by, id, change, record),
    higherSort: (by: Proposer, type: SeniorRule['type'], ids: readonly string[], change: Change, record: Recorder) =>
      sortHigher(deps, by, type, ids, change, record),
    workspaceSave: (
      by: Proposer,
      rule: Untrusted & { op: WorkspaceOp },
      pages: SaidPages,
      change: Change,
      record: Recorder,
    ) => saveWorkspace(deps, by, rule, pages, change, record),
    saveProtection: (by: Proposer, on: boolean, change: Change, record: Recorder) =>
      saveProtection(deps, by, on, change, record),
    workspaceDelete: (by: Proposer, op: WorkspaceOp, change: Change, record: Recorder) =>
      deleteWorkspace(deps, by, op, change, record),
    save: (by: Proposer, parts: Untrusted, change: Change, record: Recorder) =>
      saveParts(deps, by, parts, change, record),
    item: (workspaceId: WorkspaceId, id: number) => findItem(deps, workspaceId, id),
    cancel: deps.proposals.cancel,
    url: deps.proposals.approvalUrl,
    openNumbers: (workspaceId: WorkspaceId) => countOpen(deps, workspaceId),
    log: (workspaceId: WorkspaceId, ask: StrategyLogAsk) => readLog(deps, workspaceId, ask),
  };
}
