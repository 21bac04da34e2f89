import type { Approval, Evaluation, PolicyDocument } from '@holdfast/policy';

/** The nodes of an evaluation on the wire: who may decide at each. */
export function nodesOf(evaluation: Evaluation, document: PolicyDocument) {
  const nameOf = new Map(document.members.map(({ id, name }) => [id, name]));
  return evaluation.nodes.map(({ name, kind, threshold, eligible }) => ({
    name,
    kind,
    threshold,
    members: eligible.map((id) => ({ member_id: id, name: nameOf.get(id) ?? id })),
  }));
}

/** The same with who has approved at each. */
export const approvedNodes = (evaluation: Evaluation, document: PolicyDocument) =>
  nodesOf(evaluation, document).map((node, i) => ({ ...node, approved: [...(evaluation.nodes[i]?.approved ?? [])] }));

/** Signed decisions on the wire, with the names of those who made them. */
export const decisionsShown = (
  decided: readonly { member: string; decision: Approval['decision']; time: Date; remark: string }[],
  document: PolicyDocument,
) =>
  decided.map(({ member, decision, time, remark }) => ({
    id: member,
    name: nameIn(document, member),
    decision,
    time,
    remark,
  }));

export const nameIn = (document: PolicyDocument, id: string): string =>
  document.members.find((member) => member.id === id)?.name ?? id;
