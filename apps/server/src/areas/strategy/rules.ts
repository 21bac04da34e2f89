import {
  type BasicStrategy,
  type Canonical,
  canonicalText,
  type PolicyDocument,
  type SeniorRule,
  type WorkspaceRule,
} from '@holdfast/policy';

/** Edits of the rules, each as the part of the document it changes. Pure; whether the result is sound, the policy package says. */
type Edit<K extends keyof PolicyDocument> = Pick<PolicyDocument, K>;

/** Puts an item in place of the one with the same key, or at the end. */
function put<T>(list: readonly T[], item: T, key: (one: T) => string): T[] {
  const at = list.findIndex((one) => key(one) === key(item));
  return at < 0 ? [...list, item] : list.map((one, i) => (i === at ? item : one));
}

export const setBasic = (doc: PolicyDocument, basic: BasicStrategy): Edit<'strategies'> => ({
  strategies: put(doc.strategies, basic, ({ wallet }) => wallet),
});

export const dropBasic = (doc: PolicyDocument, wallet: string): Edit<'strategies'> => ({
  strategies: doc.strategies.filter((one) => one.wallet !== wallet),
});

/** A known rule keeps its place unless another one is named. */
export function setSenior(doc: PolicyDocument, rule: SeniorRule, place: number | undefined): Edit<'senior'> {
  if (place === undefined) return { senior: put(doc.senior, rule, ({ id }) => id) };
  const others = doc.senior.filter(({ id }) => id !== rule.id);
  return { senior: [...others.slice(0, place), rule, ...others.slice(place)] };
}

export const dropSenior = (doc: PolicyDocument, id: string): Edit<'senior'> => ({
  senior: doc.senior.filter((one) => one.id !== id),
});

/** Rules of one type in another order; the places of the other types stay theirs. Undefined when `ids` are not exactly the rules of the type. */
export function sortSenior(
  doc: PolicyDocument,
  type: SeniorRule['type'],
  ids: readonly string[],
): Edit<'senior'> | undefined {
  const own = new Map(doc.senior.filter((one) => one.type === type).map((one) => [one.id, one]));
  if (ids.length !== own.size || new Set(ids).size !== ids.length) return undefined;
  const wanted = ids.map((id) => own.get(id));
  if (!wanted.every((one) => one !== undefined)) return undefined;
  let next = 0;
  return { senior: doc.senior.map((one) => (one.type === type ? (wanted[next++] ?? one) : one)) };
}

export const setWorkspace = (doc: PolicyDocument, rule: WorkspaceRule): Edit<'workspace'> => ({
  workspace: put(doc.workspace, rule, ({ op }) => op),
});

export const dropWorkspace = (doc: PolicyDocument, op: string): Edit<'workspace'> => ({
  workspace: doc.workspace.filter((one) => one.op !== op),
});

/** Who asks for a payment is left out of its approvals, by every flow that payments go by; or is not. */
export function setProtection(doc: PolicyDocument, on: boolean): Edit<'strategies' | 'senior'> {
  const signProtection = on ? ('on' as const) : ('off' as const);
  return {
    strategies: doc.strategies.map((flow) => ({ ...flow, signProtection })),
    senior: doc.senior.map((rule) =>
      rule.type === 'transfer' && rule.action === 'flow' ? { ...rule, signProtection } : rule,
    ),
  };
}

/** Each flow of payments that somebody may go by, and whether it has that. */
export function protectionOf({ strategies, senior }: PolicyDocument) {
  const asks = senior.filter(
    ({ type, action, enabled }) => type === 'transfer' && action === 'flow' && enabled === 'on',
  );
  return [
    ...asks.map(({ id, name, signProtection }) => ({
      level: 'senior' as const,
      id,
      name,
      on: signProtection === 'on',
    })),
    ...strategies.map(({ wallet, signProtection }) => ({
      level: 'basic' as const,
      id: wallet,
      name: '',
      on: signProtection === 'on',
    })),
  ];
}

type Parts = Pick<PolicyDocument, 'strategies' | 'senior' | 'workspace'>;
/** Parts of the rules that have a log of their own, and what is in each. */
const parts = {
  basic: (doc: Parts) => doc.strategies,
  workspace: (doc: Parts) => doc.workspace,
  transfer: ofType('transfer'),
  web3: ofType('web3'),
  trade: ofType('trade'),
} as const;
export type LogPart = keyof typeof parts;

function ofType(type: SeniorRule['type']): (doc: Parts) => readonly SeniorRule[] {
  return ({ senior }) => senior.filter((rule) => rule.type === type);
}

/**
 * Which of them differ, as one text: `basic,trade`.
 * @param next may be no rules at all yet, as far as it is lists of objects
 * @throws PolicyError for what could be in no document
 */
export function touchedParts(current: Parts, next: Parts): string {
  const text = (doc: Parts, of: (doc: Parts) => unknown): string => canonicalText(of(doc) as Canonical);
  const touched = Object.entries(parts).filter(([, of]) => text(current, of) !== text(next, of));
  return touched.map(([name]) => name).join(',');
}
