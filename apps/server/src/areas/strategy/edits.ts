import { todoType } from '@holdfast/contract';
import {
  anyBasicStrategy,
  anySeniorRule,
  anyWorkspaceRule,
  type SaidPages,
  type SeniorRule,
  type WorkspaceOp,
  withPages,
} from '@holdfast/policy';
import type { Recorder } from '../../audit/service.ts';
import type { Proposer } from '../../proposals/service.ts';
import { refuse } from '../../refuse.ts';
import { readOrRefuse } from './cases.ts';
import type { Change, RulesDeps } from './deps.ts';
import { proposeEdit } from './propose.ts';
import * as rules from './rules.ts';

/** A part of the document as it came over the wire: whether it is one, the policy package says. */
export type Untrusted = Readonly<Record<string, unknown>>;

const trusted = <T>(part: unknown): T => part as T;

export const saveBasic = (
  deps: RulesDeps,
  by: Proposer,
  basic: Untrusted & { wallet: string },
  pages: SaidPages,
  change: Change,
  record: Recorder,
) =>
  proposeEdit(
    deps,
    by,
    change,
    { subject: { action: 'basicSave', wallet: basic.wallet } },
    (doc) =>
      rules.setBasic(
        doc,
        readOrRefuse(() => withPages(doc, anyBasicStrategy(basic, ''), pages), 'rulesUnsound'),
      ),
    record,
  );

export const deleteBasic = (deps: RulesDeps, by: Proposer, wallet: string, change: Change, record: Recorder) =>
  proposeEdit(
    deps,
    by,
    change,
    { subject: { action: 'basicDelete', wallet } },
    (doc) => rules.dropBasic(doc, wallet),
    record,
  );

export const saveHigher = (
  deps: RulesDeps,
  by: Proposer,
  rule: Untrusted,
  place: number | undefined,
  pages: SaidPages,
  change: Change,
  record: Recorder,
) =>
  proposeEdit(
    deps,
    by,
    change,
    { subject: { action: 'higherSave', name: String(rule.name ?? ''), type: String(rule.type ?? '') } },
    (doc) => {
      const read = readOrRefuse(() => anySeniorRule(rule, ''), 'rulesUnsound');
      return rules.setSenior(doc, withPages(doc, read, pages ?? read.pages), place);
    },
    record,
  );

export async function deleteHigher(deps: RulesDeps, by: Proposer, id: string, change: Change, record: Recorder) {
  const { document } = await deps.policy();
  const found = document.senior.find((one) => one.id === id);
  if (!found) throw refuse('ruleNotFound', {});
  const subject = { action: 'higherDelete', name: found.name, type: found.type };
  return proposeEdit(deps, by, change, { subject }, (doc) => rules.dropSenior(doc, id), record);
}

export const sortHigher = (
  deps: RulesDeps,
  by: Proposer,
  type: SeniorRule['type'],
  ids: readonly string[],
  change: Change,
  record: Recorder,
) =>
  proposeEdit(
    deps,
    by,
    change,
    { subject: { action: 'higherSort', type } },
    (doc) => {
      const sorted = rules.sortSenior(doc, type, ids);
      if (!sorted) throw refuse('ruleNotFound', {});
      return sorted;
    },
    record,
  );

export const saveWorkspace = (
  deps: RulesDeps,
  by: Proposer,
  rule: Untrusted & { op: WorkspaceOp },
  pages: SaidPages,
  change: Change,
  record: Recorder,
) =>
  proposeEdit(
    deps,
    by,
    change,
    { itemType: todoType.workspaceRule, subject: { action: 'workspaceSave', op: rule.op } },
    (doc) =>
      rules.setWorkspace(
        doc,
        readOrRefuse(() => withPages(doc, anyWorkspaceRule(rule, ''), pages), 'rulesUnsound'),
      ),
    record,
  );

export const saveProtection = (deps: RulesDeps, by: Proposer, on: boolean, change: Change, record: Recorder) =>
  proposeEdit(
    deps,
    by,
    change,
    { subject: { action: 'signProtect', on: on ? 'on' : 'off' } },
    (doc) => rules.setProtection(doc, on),
    record,
  );

export const deleteWorkspace = (deps: RulesDeps, by: Proposer, op: WorkspaceOp, change: Change, record: Recorder) =>
  proposeEdit(
    deps,
    by,
    change,
    { itemType: todoType.workspaceRule, subject: { action: 'workspaceDelete', op } },
    (doc) => rules.dropWorkspace(doc, op),
    record,
  );

export async function saveParts(deps: RulesDeps, by: Proposer, parts: Untrusted, change: Change, record: Recorder) {
  const { document } = await deps.policy();
  const touched = readOrRefuse(() => rules.touchedParts(document, { ...document, ...parts }), 'rulesUnsound');
  const subject = { action: 'save', parts: Object.keys(parts).join(','), touched };
  return proposeEdit(deps, by, change, { subject }, () => trusted(parts), record);
}
