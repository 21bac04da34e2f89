import { type Approval, type Evaluation, type PolicyDocument, toldNodes } from '@holdfast/policy';

/** The nodes of an evaluation on the wire: who may decide at each. */
export function nodesOf(evaluation: Evaluation, document: PolicyDocument) {
  const nameOf = new Map(document.members.map(({ id, name }) => [id, name]));
  return toldNodes(evaluation.nodes).map(({ name, kind, threshold, eligible }) => ({
    name,
    kind,
    threshold,
    members: eligible.map((id) => ({ member_id: id, name: nameOf.get(id) ?? id })),
  }));
}

/** The same with who has approved at each. */
export function approvedNodes(evaluation: Evaluation, document: PolicyDocument) {
  const told = toldNodes(evaluation.nodes);
  return nodesOf(evaluation, document).map((node, i) => ({ ...node, approved: [...(told[i]?.approved ?? [])] }));
}

/** A decision that was signed, as people are told of it. */
export interface Decided extends Pick<Approval, 'member' | 'decision'> {
  /** When the server first saw it. */
  readonly time: Date;
  readonly remark: string;
  /** The remark is part of what was signed; else its maker told it to the server beforehand, or there is none. */
  readonly remarkSigned: boolean;
}

/** What a decision says of itself, for logs: nothing, but for a refusal that says why. */
export const saidIn = ({ remark }: Pick<Approval, 'remark'>): { remark?: string } =>
  remark === undefined ? {} : { remark };

/** Signed decisions on the wire, with the names of those who made them. */
export const decisionsShown = (decided: readonly Decided[], document: PolicyDocument) =>
  decided.map(({ member, decision, time, remark, remarkSigned }) => ({
    id: member,
    name: nameIn(document, member),
    decision,
    time,
    remark,
    remark_signed: remarkSigned,
  }));

export const nameIn = (document: PolicyDocument, id: string): string =>
  document.members.find((member) => member.id === id)?.name ?? id;
