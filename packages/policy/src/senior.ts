import {
  type PolicyVersion,
  type RuleCondition,
  readAnyConditions,
  readConditions,
  writeConditions,
} from './conditions/index.ts';
import { anyFlowRecord, flowRecord } from './flow-record.ts';
import { limits } from './limits.ts';
import { approvalNode } from './node.ts';
import { ruleAction, ruleType } from './rule-type.ts';
import { type Check, list, oneOf, patterns, text } from './schema.ts';

const ruleWith = (when: Check<RuleCondition>) => ({
  id: text(patterns.id),
  name: text(patterns.name),
  enabled: oneOf('on', 'off'),
  type: ruleType,
  when,
  action: ruleAction,
  signProtection: oneOf('on', 'off'),
  nodes: list(approvalNode, 0, limits.nodes),
});

/** A senior strategy: rules in order, the first that matches decides; the basic strategy stands behind them all. */
export type SeniorRule = ReturnType<typeof anySeniorRule>;
/** A rule as a document of this version has it. */
export const seniorRule = (version: PolicyVersion): Check<SeniorRule> =>
  flowRecord(ruleWith(readConditions(version)), version);
/** A rule in a file or a request, which have no version. */
export const anySeniorRule = anyFlowRecord(ruleWith(readAnyConditions));
export const writeSeniorRule = (rule: SeniorRule, version: PolicyVersion) => ({
  ...rule,
  when: writeConditions(rule.when, version),
});
