import type { NodeState } from './evaluate.ts';

/** Whoever satisfies the one has satisfied the other: no fewer approvals are asked for, of people who may all decide there too. */
const implies = (one: NodeState, other: NodeState): boolean =>
  one.kind === other.kind &&
  one.kind !== 'page' &&
  one.threshold >= other.threshold &&
  one.eligible.every((id) => other.eligible.includes(id));

/**
 * The steps as people are told of them: without those that an earlier one implies, as where two rules ask the same of the same people. Approvals count by member, so one
 * signature fills all of them. Admission counts every step.
 */
export const toldNodes = (nodes: readonly NodeState[]): readonly NodeState[] =>
  nodes.filter((node, at) => !nodes.slice(0, at).some((earlier) => implies(earlier, node)));
