import type { Evaluation, PolicyDocument } from '@holdfast/policy';
import { nodesOf } from '../../nodes.ts';

/** What the rules ask of it. */
export const passedRow = (evaluation: Evaluation, document: PolicyDocument) => ({
  pass: true,
  reason_code: 0,
  reason: '',
  most: null,
  rule: evaluation.rule ?? null,
  action: evaluation.action,
  approval_needed: evaluation.nodes.length > 0,
  solo_mode: evaluation.solo,
  approvers_preview: nodesOf(evaluation, document),
});
