import { nodesOf } from '../../nodes.ts';
import type { Previewed } from './preview.ts';

/** What the rules ask of it. */
export const passedRow = ({ evaluation, document, limits }: Previewed) => ({
  pass: true,
  reason_code: 0,
  reason: '',
  most: null,
  rule: evaluation.rule ?? null,
  action: evaluation.action,
  approval_needed: evaluation.nodes.length > 0,
  solo_mode: evaluation.solo,
  approvers_preview: nodesOf(evaluation, document),
  value_unknown: evaluation.unknown ?? ('' as const),
  limits: [...limits],
});
