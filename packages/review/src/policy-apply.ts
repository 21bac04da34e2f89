import { canonicalText, type Member, type PolicyDocument, type SeniorRule } from '@holdfast/policy';
import { bareMember, type OrderedList, type PolicyChange } from './policy-change.ts';

/** `undefined` in what `step` gives back takes the item out. */
const stepItems = <T>(items: readonly T[], step: (item: T) => T | undefined): T[] =>
  items.flatMap((item) => step(item) ?? []);

function inOrder<T>(
  items: readonly T[],
  keyOf: (item: T) => string,
  changes: readonly PolicyChange[],
  list: OrderedList,
  of = '',
): T[] {
  const change = changes.find((one) => one.what === 'reordered' && one.list === list && one.of === of);
  if (change?.what !== 'reordered') return [...items];
  const byKey = new Map(items.map((item) => [keyOf(item), item]));
  return change.order.flatMap((key) => byKey.get(key) ?? []);
}

function applyToMember(member: Member, change: PolicyChange): Member {
  switch (change.what) {
    case 'memberRenamed':
      return { ...member, name: change.to };
    case 'roleChanged':
      return { ...member, role: change.to as Member['role'] };
    case 'statusChanged':
      return { ...member, status: change.to as Member['status'] };
    case 'keyHolderChanged':
      return { ...member, keyHolder: change.to as Member['keyHolder'] };
    case 'walletRoleChanged': {
      const { wallet, to } = change;
      const own = to === '' ? undefined : { wallet, role: to as Member['wallets'][number]['role'] };
      const known = member.wallets.some((one) => one.wallet === wallet);
      const wallets = stepItems(member.wallets, (one) => (one.wallet === wallet ? own : one));
      return { ...member, wallets: known || !own ? wallets : [...wallets, own] };
    }
    case 'credentialRemoved': {
      const gone = canonicalText(change.credential);
      return { ...member, credentials: member.credentials.filter((one) => canonicalText(one) !== gone) };
    }
    case 'credentialAdded':
      return { ...member, credentials: [...member.credentials, change.credential] };
    default:
      return member;
  }
}

function applyToMembers(current: readonly Member[], changes: readonly PolicyChange[]): Member[] {
  const gone = new Set(changes.flatMap((one) => (one.what === 'memberRemoved' ? [one.member.id] : [])));
  const added = changes.flatMap((one) => (one.what === 'memberAdded' ? [bareMember(one.member)] : []));
  const members = [...current.filter(({ id }) => !gone.has(id)), ...added].map((member) => {
    const mine = changes.filter((one) => 'member' in one && one.member.id === member.id);
    const { wallets, credentials, ...rest } = mine.reduce(applyToMember, member);
    return {
      ...rest,
      wallets: inOrder(wallets, ({ wallet }) => wallet, changes, 'wallets', member.id),
      credentials: inOrder(credentials, canonicalText, changes, 'credentials', member.id),
    };
  });
  return inOrder(members, ({ id }) => id, changes, 'members');
}

/** Additions, changes and removals in one keyed list. */
function applyToList<T>(
  current: readonly T[],
  keyOf: (item: T) => string,
  changed: readonly T[],
  removed: readonly T[],
  added: readonly T[],
): T[] {
  const now = new Map(changed.map((item) => [keyOf(item), item]));
  const gone = new Set(removed.map(keyOf));
  return [
    ...stepItems(current, (item) => (gone.has(keyOf(item)) ? undefined : (now.get(keyOf(item)) ?? item))),
    ...added,
  ];
}

function applyToSenior(current: readonly SeniorRule[], changes: readonly PolicyChange[]): SeniorRule[] {
  const to = new Map(changes.flatMap((one) => (one.what === 'seniorChanged' ? [[one.to.id, one.to] as const] : [])));
  const leaves = new Set(
    changes.flatMap((one) => (one.what === 'seniorRemoved' || one.what === 'seniorMoved' ? [one.rule.id] : [])),
  );
  const rules = current.map((rule) => to.get(rule.id) ?? rule);
  const result = rules.filter(({ id }) => !leaves.has(id));
  const comes = changes.flatMap((one) => {
    if (one.what === 'seniorAdded') return [{ rule: one.rule, place: one.place }];
    if (one.what !== 'seniorMoved') return [];
    return rules.filter(({ id }) => id === one.rule.id).map((rule) => ({ rule, place: one.to }));
  });
  for (const { rule, place } of comes.sort((a, b) => a.place - b.place)) result.splice(place - 1, 0, rule);
  return result;
}

/** The document that these changes make of the current one: what shows that nothing was left untold. Version and previous hash stay. */
export function applyChanges(current: PolicyDocument, changes: readonly PolicyChange[]): PolicyDocument {
  const of = <W extends PolicyChange['what']>(what: W) =>
    changes.filter((one): one is PolicyChange & { what: W } => one.what === what);
  const basicOf = (what: 'ruleAdded' | 'ruleRemoved') =>
    changes.flatMap((one) => (one.what === what && 'rule' in one ? [one.rule] : []));
  const workspaceOf = (what: 'workspaceAdded' | 'workspaceRemoved') =>
    changes.flatMap((one) => (one.what === what && 'rule' in one ? [one.rule] : []));
  const wallet = (one: PolicyDocument['strategies'][number]): string => one.wallet;
  const op = (one: PolicyDocument['workspace'][number]): string => one.op;
  const basicTo = of('ruleChanged').map((one) => one.to);
  const workspaceTo = of('workspaceChanged').map((one) => one.to);
  const basic = applyToList(current.strategies, wallet, basicTo, basicOf('ruleRemoved'), basicOf('ruleAdded'));
  const workspace = applyToList(
    current.workspace,
    op,
    workspaceTo,
    workspaceOf('workspaceRemoved'),
    workspaceOf('workspaceAdded'),
  );
  const book: PolicyDocument['book'] = {
    mode: (of('bookMode')[0]?.to ?? current.book.mode) as PolicyDocument['book']['mode'],
    coolingHours: of('coolingHours')[0]?.to ?? current.book.coolingHours,
  };
  return {
    ...current,
    v: (of('format')[0]?.to ?? current.v) as PolicyDocument['v'],
    members: applyToMembers(current.members, changes),
    strategies: inOrder(basic, wallet, changes, 'strategies'),
    senior: applyToSenior(current.senior, changes),
    workspace: inOrder(workspace, op, changes, 'workspace'),
    book,
  };
}
