import {
  type Canonical,
  type Credential,
  canonicalText,
  type Member,
  type PolicyDocument,
  type SeniorRule,
} from '@holdfast/policy';
import { applyChanges } from './policy-apply.ts';
import { bareMember, type OrderedList, type PolicyChange } from './policy-change.ts';

const same = (a: unknown, b: unknown): boolean => canonicalText(a as Canonical) === canonicalText(b as Canonical);

interface ListStep<T> {
  readonly added: readonly T[];
  readonly removed: readonly T[];
  readonly changed: readonly { readonly from: T; readonly to: T }[];
  /** The keys as they shall stand, where they do not when what is new is put at the end. */
  readonly order: readonly string[] | undefined;
}

/** What happened to a list, by what names its items. */
function listStep<T>(before: readonly T[], after: readonly T[], keyOf: (item: T) => string): ListStep<T> {
  const old = new Map(before.map((item) => [keyOf(item), item]));
  const now = new Set(after.map(keyOf));
  const added = after.filter((item) => !old.has(keyOf(item)));
  const kept = before.filter((item) => now.has(keyOf(item)));
  const changed = after.flatMap((to) => {
    const from = old.get(keyOf(to));
    return from !== undefined && !same(from, to) ? [{ from, to }] : [];
  });
  const order = after.map(keyOf);
  const moved = !same([...kept, ...added].map(keyOf), order);
  return { added, removed: before.filter((item) => !now.has(keyOf(item))), changed, order: moved ? order : undefined };
}

const reordered = (list: OrderedList, of: string, order: readonly string[] | undefined): PolicyChange[] =>
  order ? [{ what: 'reordered', list, of, order }] : [];

function walletChanges(member: Member, from: Member, to: Member): PolicyChange[] {
  const what = 'walletRoleChanged';
  const step = listStep(from.wallets, to.wallets, ({ wallet }) => wallet);
  return [
    ...step.removed.map(({ wallet, role }): PolicyChange => ({ what, member, wallet, from: role, to: '' })),
    ...step.changed.map(
      (one): PolicyChange => ({ what, member, wallet: one.to.wallet, from: one.from.role, to: one.to.role }),
    ),
    ...step.added.map(({ wallet, role }): PolicyChange => ({ what, member, wallet, from: '', to: role })),
    ...reordered('wallets', member.id, step.order),
  ];
}

/** A credential that kept its id but not its key is another credential: it goes by the whole of it. */
const credentialKey = (credential: Credential): string => canonicalText(credential);

function memberChanges(from: Member, to: Member): PolicyChange[] {
  const changes: PolicyChange[] = [];
  const member = to;
  if (from.name !== to.name) changes.push({ what: 'memberRenamed', member, from: from.name, to: to.name });
  if (from.role !== to.role) changes.push({ what: 'roleChanged', member, from: from.role, to: to.role });
  if (from.status !== to.status) changes.push({ what: 'statusChanged', member, from: from.status, to: to.status });
  if (from.keyHolder !== to.keyHolder)
    changes.push({ what: 'keyHolderChanged', member, from: from.keyHolder, to: to.keyHolder });
  changes.push(...walletChanges(member, from, to));
  const { removed, added, order } = listStep(from.credentials, to.credentials, credentialKey);
  for (const credential of removed) changes.push({ what: 'credentialRemoved', member, credential });
  for (const credential of added) changes.push({ what: 'credentialAdded', member, credential });
  return [...changes, ...reordered('credentials', member.id, order)];
}

function peopleChanges(current: PolicyDocument, next: PolicyDocument): PolicyChange[] {
  const old = new Map(current.members.map((member) => [member.id, member]));
  const { removed, order } = listStep(current.members, next.members, ({ id }) => id);
  return [
    ...next.members.flatMap((to): PolicyChange[] => {
      const from = old.get(to.id);
      return from
        ? memberChanges(from, to)
        : [{ what: 'memberAdded', member: to }, ...memberChanges(bareMember(to), to)];
    }),
    ...removed.map((member): PolicyChange => ({ what: 'memberRemoved', member })),
    ...reordered('members', '', order),
  ];
}

function flowChanges(current: PolicyDocument, next: PolicyDocument): PolicyChange[] {
  const basic = listStep(current.strategies, next.strategies, ({ wallet }) => wallet);
  const workspace = listStep(current.workspace, next.workspace, ({ op }) => op);
  return [
    ...basic.added.map((rule): PolicyChange => ({ what: 'ruleAdded', rule })),
    ...basic.changed.map((step): PolicyChange => ({ what: 'ruleChanged', ...step })),
    ...basic.removed.map((rule): PolicyChange => ({ what: 'ruleRemoved', rule })),
    ...reordered('strategies', '', basic.order),
    ...workspace.added.map((rule): PolicyChange => ({ what: 'workspaceAdded', rule })),
    ...workspace.changed.map((step): PolicyChange => ({ what: 'workspaceChanged', ...step })),
    ...workspace.removed.map((rule): PolicyChange => ({ what: 'workspaceRemoved', rule })),
    ...reordered('workspace', '', workspace.order),
  ];
}

/** The longest row of places that already ascends: whatever is not in it has been moved. */
function stayed(places: readonly number[]): ReadonlySet<number> {
  const best: number[][] = [];
  for (const place of places) {
    const before = best
      .filter((row) => (row.at(-1) ?? -1) < place)
      .reduce<number[]>((a, b) => (b.length > a.length ? b : a), []);
    best.push([...before, place]);
  }
  return new Set(best.reduce<number[]>((a, b) => (b.length > a.length ? b : a), []));
}

/** The first rule that matches decides, so the place of each is told. */
function seniorChanges(current: readonly SeniorRule[], next: readonly SeniorRule[]): PolicyChange[] {
  const oldPlace = new Map(current.map(({ id }, i) => [id, i]));
  const { removed, changed } = listStep(current, next, ({ id }) => id);
  const unmoved = stayed(next.flatMap(({ id }) => oldPlace.get(id) ?? []));
  return [
    ...removed.map((rule): PolicyChange => ({ what: 'seniorRemoved', rule, place: (oldPlace.get(rule.id) ?? 0) + 1 })),
    ...changed.map((step): PolicyChange => ({ what: 'seniorChanged', ...step })),
    ...next.flatMap((rule, i): PolicyChange[] => {
      const from = oldPlace.get(rule.id);
      if (from === undefined) return [{ what: 'seniorAdded', rule, place: i + 1 }];
      return unmoved.has(from) ? [] : [{ what: 'seniorMoved', rule, from: from + 1, to: i + 1 }];
    }),
  ];
}

function bookChanges({ book: from }: PolicyDocument, { book: to }: PolicyDocument): PolicyChange[] {
  return [
    ...(from.mode === to.mode ? [] : [{ what: 'bookMode' as const, from: from.mode, to: to.mode }]),
    ...(from.coolingHours === to.coolingHours
      ? []
      : [{ what: 'coolingHours' as const, from: from.coolingHours, to: to.coolingHours }]),
  ];
}

/** Version and previous hash are the chain, told beside it; everything else is told here, known to this code or not. */
function untold(rebuilt: PolicyDocument, current: PolicyDocument, next: PolicyDocument): PolicyChange[] {
  const fields = (doc: PolicyDocument): ReadonlyMap<string, unknown> => new Map(Object.entries(doc));
  const [built, before, after] = [fields(rebuilt), fields(current), fields(next)];
  return [...new Set([...built.keys(), ...after.keys()])]
    .filter((field) => field !== 'version' && field !== 'prev')
    .filter((field) => !same(built.get(field) ?? '', after.get(field) ?? ''))
    .map((field): PolicyChange => {
      if (field === 'v') return { what: 'format', from: current.v, to: next.v };
      const text = (value: unknown): string => canonicalText((value ?? '') as Canonical);
      return { what: 'other', field, from: text(before.get(field)), to: text(after.get(field)) };
    });
}

/**
 * Everything that differs but version and previous hash, in the order a reader asks: who, with what, under which rules. Complete by construction:
 * what is told is applied to the current document, and where that is not the next one the field is told whole, as raw text.
 */
export function policyChanges(current: PolicyDocument, next: PolicyDocument): PolicyChange[] {
  const told = [
    ...peopleChanges(current, next),
    ...flowChanges(current, next),
    ...seniorChanges(current.senior, next.senior),
    ...bookChanges(current, next),
  ];
  return [...told, ...untold(applyChanges(current, told), current, next)];
}
