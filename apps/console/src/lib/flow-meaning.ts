import { formatAmount, fromUnits } from '@holdfast/money';
import {
  canDecide,
  canonicalText,
  type Flow,
  type IntentKind,
  type Member,
  mayInitiate,
  needsOnly,
  openNodes,
  type PolicyDocument,
  roleIn,
  unconditional,
} from '@holdfast/policy';

/** What a flow means to one member: what becomes of what they ask for, and whether they decide about what others do. */
export interface Meaning {
  readonly id: string;
  readonly name: string;
  /** `no`: they may not ask. `elsewhere`: what they ask for goes by other rules. `alone`: nobody else is needed. `never`: too few are left to approve. */
  readonly asks: 'no' | 'elsewhere' | 'alone' | 'others' | 'never';
  /** Of what they ask for: how many of whom, step by step. */
  readonly needs: readonly { readonly count: number; readonly names: readonly string[] }[];
  /** Where they ask, their own signature is all of the first step: nobody else has to be found for it. */
  readonly ownFirst: boolean;
  readonly decides: boolean;
}

/** What goes by a flow. */
export interface Scope {
  /** Of what is no payment. */
  readonly kind?: IntentKind | undefined;
  /** Sub-wallets by their ids; none for all. */
  readonly wallets?: readonly string[];
  /** `member:ID` or `role:ROLE` of who asks; none for everybody. */
  readonly initiators?: readonly string[];
}
type Asked = Pick<Meaning, 'asks' | 'needs' | 'ownFirst'>;

/** Of several wallets that is told which weighs most. */
const weights: readonly Meaning['asks'][] = ['no', 'elsewhere', 'others', 'alone', 'never'];

function askedAt(policy: PolicyDocument, flow: Flow, member: Member, wallet: string, scope: Scope): Asked {
  const { kind, initiators = [] } = scope;
  const called = [`member:${member.id}`, `role:${roleIn(member, wallet)}`];
  const nodes = openNodes(policy, [flow], { initiator: member.id, wallet }, undefined);
  const nameOf = (id: string): string => policy.members.find((one) => one.id === id)?.name ?? id;
  const steps = nodes.filter((node) => node.kind !== 'page');
  const needs = steps.map(({ threshold, eligible }) => ({ count: threshold, names: eligible.map(nameOf) }));
  const [first] = steps;
  const told = { needs, ownFirst: first !== undefined && needsOnly([first], member.id) };
  if (!mayInitiate(member, kind ?? 'transfer', wallet)) return { asks: 'no', ...told };
  if (initiators.length > 0 && !called.some((name) => initiators.includes(name))) return { asks: 'elsewhere', ...told };
  if (nodes.some(({ threshold, eligible }) => eligible.length < threshold)) return { asks: 'never', ...told };
  return { asks: needsOnly(nodes, member.id) ? 'alone' : 'others', ...told };
}

export function meaningsOf(policy: PolicyDocument, flow: Flow, scope: Scope): Meaning[] {
  const at = scope.wallets?.length ? scope.wallets : [''];
  const named = new Set(flow.nodes.flatMap(({ approvers }) => approvers));
  return policy.members
    .filter(({ status, role }) => status === 'active' && role !== 'api')
    .map((member) => {
      const { id, name } = member;
      const told = at
        .map((wallet) => askedAt(policy, flow, member, wallet, scope))
        .reduce((one, other) => (weights.indexOf(other.asks) > weights.indexOf(one.asks) ? other : one));
      return { id, name, ...told, decides: named.has(id) && at.some((wallet) => canDecide(member, wallet)) };
    });
}

/**
 * Up to which sum in US dollars every payment of people passes without the flow: by a rule that speaks of nothing but single amounts, before which no other decides. Nothing
 * where none does.
 */
export function aloneUpTo({ senior }: PolicyDocument): string | undefined {
  const first = senior.find(({ type, enabled }) => type === 'transfer' && enabled === 'on');
  if (first?.action !== 'pass') return undefined;
  const { amount, ...others } = first.when;
  const { amount: _, ...none } = unconditional;
  const isPlain =
    amount.unit === 'usd' &&
    amount.over === '' &&
    amount.hours === '0' &&
    canonicalText(others) === canonicalText(none);
  return isPlain && amount.upTo !== '' ? `${formatAmount(fromUnits(BigInt(amount.upTo), 2))} USD` : undefined;
}
