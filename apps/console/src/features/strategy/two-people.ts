import { canDecide, type Flow, type PolicyDocument } from '@holdfast/policy';

/**
 * Any two people. Who releases needs a key of equal rights: with two such people that is one step, with one of them the others approve before. Whoever asks
 * may be one of the two.
 */
export function anyTwo(
  policy: PolicyDocument,
  names: { readonly approval: string; readonly release: string },
): Flow | undefined {
  const people = policy.members.filter((member) => canDecide(member));
  const holders = people.filter(({ keyHolder }) => keyHolder === 'yes').map(({ id }) => id);
  const others = people.filter(({ keyHolder }) => keyHolder !== 'yes').map(({ id }) => id);
  const release = (threshold: string) => ({
    name: names.release,
    kind: 'sign' as const,
    approvers: holders,
    threshold,
  });
  if (holders.length >= 2) return { signProtection: 'off', nodes: [release('2')] };
  if (holders.length === 0 || others.length === 0) return undefined;
  const approval = { name: names.approval, kind: 'approve' as const, approvers: others, threshold: '1' };
  return { signProtection: 'off', nodes: [approval, release('1')] };
}

/** One other person than who asks. */
export function oneOther(policy: PolicyDocument, names: { readonly release: string }): Flow | undefined {
  const holders = policy.members
    .filter((member) => canDecide(member) && member.keyHolder === 'yes')
    .map(({ id }) => id);
  if (holders.length < 2) return undefined;
  return { signProtection: 'on', nodes: [{ name: names.release, kind: 'sign', approvers: holders, threshold: '1' }] };
}
