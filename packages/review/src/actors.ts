import { type Approval, type Credential, kindRecords, type Member, mayObject } from '@holdfast/policy';
import { idsOfTwins } from '@holdfast/policy/look-alikes';
import { honestText } from './format.ts';
import type { Review } from './open.ts';

/** What a member can do about a request now. */
export type Standing = 'approve' | 'initiate' | 'approved' | 'later' | 'notAsked' | 'closed';

export interface Actor {
  readonly member: Member;
  readonly credential: Credential;
  readonly standing: Standing;
  readonly mayRefuse: boolean;
}

function standingOf(review: Review, member: Member): Standing {
  const { evaluation, intent, approvals, signed } = review;
  if (signed || evaluation.state === 'refused' || evaluation.state === 'satisfied' || review.grant) return 'closed';
  const open = evaluation.nodes.findIndex((node) => node.approved.length < node.threshold);
  const said = approvals.some((approval) => approval.member === member.id && approval.decision === 'approve');
  // Who approved on one page may do so on another, where that is all that is missing.
  if (said && evaluation.nodes[open]?.kind !== 'page') return 'approved';
  if (evaluation.nodes[open]?.eligible.includes(member.id)) return 'approve';
  if (member.id === intent.initiator && !evaluation.initiatorSigned) return 'initiate';
  return evaluation.nodes.some((node, i) => i > open && node.eligible.includes(member.id)) ? 'later' : 'notAsked';
}

/** What waits can be refused after its approval: key material by everybody who may decide anything, until the file has left, and against its repetition. */
function refusable({ evaluation, intent, grant, signed }: Review): boolean {
  if (signed || evaluation.state === 'refused') return false;
  if (kindRecords[intent.kind].waits) return grant?.pending ?? true;
  return evaluation.state !== 'satisfied';
}

/** Key material with every approval it needs, on its way or about to be: whatever else has run out, a refusal still ends it. */
export const waits = ({ intent, evaluation, grant }: Review): boolean =>
  kindRecords[intent.kind].waits &&
  evaluation.state !== 'refused' &&
  (grant ? grant.pending : evaluation.state === 'satisfied');

/** Those who decide about it: whoever asks, and everybody the rules ask. */
const decidersOf = ({ intent, evaluation }: Review): ReadonlySet<string> =>
  new Set([intent.initiator, ...evaluation.nodes.flatMap((node) => node.eligible)]);

/**
 * Every refusal that counts. A signer takes more of them after the first, and `refusedBy` names the lowest id: to show one alone would let that member
 * hide what the others said behind words of their own. The `remark` is why, by their own signature: text by others.
 */
export function refusalsOf(review: Review): readonly Approval[] {
  const deciders = decidersOf(review);
  const counts = (id: string): boolean => deciders.has(id) || mayObject(review.policy, review.intent.kind, id);
  return review.approvals.filter(({ member, decision }) => decision === 'refuse' && counts(member));
}

/** Who refused it, each once; where the signer shows none of their signatures, whoever it says. */
export function whoRefused(review: Review): readonly string[] {
  const { refusedBy } = review.evaluation;
  const signed = refusalsOf(review).map(({ member }) => member);
  return signed.length > 0 ? [...new Set(signed)] : refusedBy === undefined ? [] : [refusedBy];
}

/** Every credential of every active member with what it can do here, those that can decide first. */
export function actorsOf(review: Review): Actor[] {
  const order: readonly Standing[] = ['approve', 'initiate', 'later', 'approved', 'notAsked', 'closed'];
  const deciders = decidersOf(review);
  return review.policy.members
    .filter((member) => member.status === 'active')
    .flatMap((member) => {
      const standing = standingOf(review, member);
      const mayRefuse =
        refusable(review) && (deciders.has(member.id) || mayObject(review.policy, review.intent.kind, member.id));
      return member.credentials.map((credential) => ({ member, credential, standing, mayRefuse }));
    })
    .sort((a, b) => order.indexOf(a.standing) - order.indexOf(b.standing));
}

const known = new WeakMap<object, ReadonlySet<string>>();

/** A page names people again and again. */
function twinsAmong(members: Review['policy']['members']): ReadonlySet<string> {
  const twins = known.get(members) ?? idsOfTwins(members);
  known.set(members, twins);
  return twins;
}

/** How a member is called; where another one looks the same, with the id, or one could stand in for the other unseen. */
export function memberName(review: Pick<Review, 'policy'>, id: string): string {
  const { members } = review.policy;
  const name = members.find((member) => member.id === id)?.name;
  if (name === undefined) return id;
  return twinsAmong(members).has(id) ? `${honestText(name)} (${id})` : honestText(name);
}
