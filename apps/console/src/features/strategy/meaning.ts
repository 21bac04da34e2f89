import {
  canDecide,
  type Flow,
  type IntentKind,
  mayInitiate,
  needsOnly,
  openNodes,
  type PolicyDocument,
} from '@holdfast/policy';

/** What a flow means to one member: what becomes of what they ask for, and whether they decide about what others do. */
export interface Meaning {
  readonly id: string;
  readonly name: string;
  /** `no`: they may not ask. `alone`: nobody else is needed. `never`: too few are left to approve. */
  readonly asks: 'no' | 'alone' | 'others' | 'never';
  /** Of what they ask for: how many of whom, step by step. */
  readonly needs: readonly { readonly count: number; readonly names: readonly string[] }[];
  readonly decides: boolean;
}

/**
 * @param wallet of a sub-wallet's own flow; '*' for the default one
 * @param kind what goes by it, where that is no payment
 */
export function meaningsOf(policy: PolicyDocument, flow: Flow, wallet: string, kind?: IntentKind): Meaning[] {
  const at = wallet === '*' ? '' : wallet;
  const nameOf = (id: string): string => policy.members.find((member) => member.id === id)?.name ?? id;
  const named = new Set(flow.nodes.flatMap(({ approvers }) => approvers));
  return policy.members
    .filter(({ status, role }) => status === 'active' && role !== 'api')
    .map((member) => {
      const { id, name } = member;
      const nodes = openNodes(policy, [flow], { initiator: id, wallet: at }, undefined);
      const needs = nodes
        .filter(({ kind }) => kind !== 'page')
        .map(({ threshold, eligible }) => ({ count: threshold, names: eligible.map(nameOf) }));
      const asks = !mayInitiate(member, kind ?? 'transfer', at)
        ? 'no'
        : nodes.some(({ threshold, eligible }) => eligible.length < threshold)
          ? 'never'
          : needsOnly(nodes, id)
            ? 'alone'
            : 'others';
      return { id, name, asks, needs, decides: named.has(id) && canDecide(member, at) };
    });
}

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
