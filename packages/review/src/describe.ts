import { type Canonical, type Credential, canonicalText, inheritedOps, type PolicyDocument } from '@holdfast/policy';
import { memberName } from './actors.ts';
import { honestText } from './format.ts';
import type { PolicyChange } from './policy-change.ts';
import { flowText, type Naming, ruleText } from './sentence.ts';
import type { RuleWord, Say } from './words.en.ts';

/** One change in words: what becomes possible, what ends, or one thing before and after. */
export interface ChangeText {
  readonly sign: 'plus' | 'minus' | '';
  readonly text: string;
  readonly before?: string;
  readonly after?: string;
  /** Of a member or a rule that is new: what documents call it, which names do not tell. */
  readonly id?: string;
  /** A key that shall count from now on, for its holder to compare. */
  readonly credential?: Credential;
}

/** Two names of different members that look the same are told apart by the id. */
export interface Views {
  readonly before: Naming;
  readonly after: Naming;
}

const roleWord = (say: Say, role: string): string => (role === '' ? '' : say(`role_${role}` as RuleWord));
/** What goes by a flow: by the default one also what members decide about the workspace, where no rule of its own speaks of it. */
function scopeWord(say: Say, wallet: string, all: readonly PolicyDocument[]): string {
  if (wallet !== '*') return say('scopeWallet', { wallet });
  const [first, ...others] = all.map(inheritedOps);
  // What goes by it both before and after: where a rule of its own comes or falls away, that is told by itself.
  const ops = (first ?? []).filter((op) => others.every((other) => other.includes(op))).map((op) => say(`op_${op}`));
  return ops.length === 0 ? say('scopeAll') : say('scopeAllAnd', { ops: ops.join(say('listJoin')) });
}

/** Should a step change something that the sentences do not tell, the fields themselves do. */
function beforeAfter(before: string, after: string, from: unknown, to: unknown): Pick<ChangeText, 'before' | 'after'> {
  const raw = (value: unknown): string => honestText(canonicalText(value as Canonical));
  return before === after ? { before: raw(from), after: raw(to) } : { before, after };
}

type MemberChange = Extract<PolicyChange, { member: unknown }>;
function memberText(say: Say, { before, after }: Views, change: MemberChange): ChangeText {
  const { member } = change;
  const view = after.policy.members.some(({ id }) => id === member.id) ? after : before;
  const name = memberName(view, member.id);
  switch (change.what) {
    case 'memberAdded':
      return {
        sign: 'plus',
        text: say('change_memberAdded', { name: honestText(member.name), role: roleWord(say, member.role) }),
        id: member.id,
      };
    case 'memberRemoved':
      return { sign: 'minus', text: say('change_memberRemoved', { name, role: roleWord(say, member.role) }) };
    case 'memberRenamed':
      return {
        sign: '',
        text: say('change_memberRenamed', { name, from: honestText(change.from), to: honestText(change.to) }),
      };
    case 'roleChanged':
      return {
        sign: '',
        text: say('change_roleChanged', { name, from: roleWord(say, change.from), to: roleWord(say, change.to) }),
      };
    case 'statusChanged': {
      const word = (status: string): string => say(`status_${status}` as RuleWord);
      return { sign: '', text: say('change_statusChanged', { name, from: word(change.from), to: word(change.to) }) };
    }
    case 'keyHolderChanged':
      return change.to === 'yes'
        ? { sign: 'plus', text: say('change_keyGranted', { name }) }
        : { sign: 'minus', text: say('change_keyTaken', { name }) };
    case 'walletRoleChanged': {
      const params = { name, wallet: change.wallet, from: roleWord(say, change.from), to: roleWord(say, change.to) };
      if (change.from === '') return { sign: 'plus', text: say('change_walletRoleGiven', params) };
      if (change.to === '') return { sign: 'minus', text: say('change_walletRoleTaken', params) };
      return { sign: '', text: say('change_walletRoleChanged', params) };
    }
    case 'credentialAdded':
    case 'credentialRemoved': {
      const { credential } = change;
      const text = say(`change_${change.what}`, {
        name,
        type: say(`credential_${credential.type}`),
        id: credential.id,
      });
      return change.what === 'credentialAdded' ? { sign: 'plus', text, credential } : { sign: 'minus', text };
    }
  }
}

type FlowChange = Extract<PolicyChange, { what: `rule${string}` | `workspace${string}` }>;
function flowChangeText(say: Say, { before, after }: Views, change: FlowChange): ChangeText {
  const rule = 'rule' in change ? change.rule : change.to;
  const scope = 'op' in rule ? say(`op_${rule.op}`) : scopeWord(say, rule.wallet, [before.policy, after.policy]);
  if ('rule' in change) {
    const isNew = change.what === 'ruleAdded' || change.what === 'workspaceAdded';
    const text = say(`change_${change.what}`, { scope, rule: flowText(say, isNew ? after : before, rule) });
    return { sign: isNew ? 'plus' : 'minus', text };
  }
  const { from, to } = change;
  const both = beforeAfter(flowText(say, before, from), flowText(say, after, to), from, to);
  return { sign: '', text: say(`change_${change.what}`, { scope }), ...both };
}

type SeniorChange = Extract<PolicyChange, { what: `senior${string}` }>;
function seniorText(say: Say, { before, after }: Views, change: SeniorChange): ChangeText {
  const quoted = (name: string): string => say('quoted', { text: honestText(name) });
  switch (change.what) {
    case 'seniorAdded':
    case 'seniorRemoved': {
      const { rule, place } = change;
      const [view, sign] = change.what === 'seniorAdded' ? ([after, 'plus'] as const) : ([before, 'minus'] as const);
      const params = { name: quoted(rule.name), place: String(place), rule: ruleText(say, view, rule) };
      const told = { sign, text: say(`change_${change.what}`, params) };
      return sign === 'plus' ? { ...told, id: rule.id } : told;
    }
    case 'seniorMoved': {
      const { rule, from, to } = change;
      const params = { name: quoted(rule.name), from: String(from), to: String(to), rule: ruleText(say, after, rule) };
      return { sign: '', text: say('change_seniorMoved', params) };
    }
    case 'seniorChanged': {
      const { from, to } = change;
      const told = (rule: typeof to, view: Naming): string =>
        (from.name === to.name ? '' : `${quoted(rule.name)} `) + ruleText(say, view, rule);
      const both = beforeAfter(told(from, before), told(to, after), from, to);
      return { sign: '', text: say('change_seniorChanged', { name: quoted(to.name) }), ...both };
    }
  }
}

type OrderChange = Extract<PolicyChange, { what: 'reordered' }>;
function orderText(say: Say, { after }: Views, { list, of, order }: OrderChange): ChangeText {
  const named = list === 'members' ? order.map((id) => memberName(after, id)) : order;
  const words = {
    list: say(`list_${list}`, { name: of === '' ? '' : memberName(after, of) }),
    order: named.join(say('listJoin')),
  };
  return { sign: '', text: say('change_reordered', words) };
}

/** A change in the words of one language. */
export function changeText(say: Say, views: Views, change: PolicyChange): ChangeText {
  if ('member' in change) return memberText(say, views, change);
  switch (change.what) {
    case 'bookMode':
      return change.to === 'on'
        ? { sign: 'minus', text: say('change_bookOn') }
        : { sign: 'plus', text: say('change_bookOff') };
    case 'coolingHours':
      return { sign: '', text: say('change_coolingHours', { from: change.from, to: change.to }) };
    case 'format':
      return { sign: '', text: say('change_format', { from: change.from, to: change.to }) };
    case 'reordered':
      return orderText(say, views, change);
    case 'other': {
      const { field, from, to } = change;
      return { sign: '', text: say('change_other', { field }), before: honestText(from), after: honestText(to) };
    }
    case 'seniorAdded':
    case 'seniorRemoved':
    case 'seniorChanged':
    case 'seniorMoved':
      return seniorText(say, views, change);
    default:
      return flowChangeText(say, views, change);
  }
}

/** What names mean before and after a step. */
export const viewsOf = (
  { chains, entries }: Pick<Naming, 'chains' | 'entries'>,
  current: PolicyDocument,
  next: PolicyDocument,
): Views => ({ before: { policy: current, chains, entries }, after: { policy: next, chains, entries } });
