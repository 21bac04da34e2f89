import { type ActivityKind, type AuditAction, type Permission, todoType } from '@holdfast/contract';
import type { ToldActions } from '../define.ts';
import type { About } from './about.ts';

/** Decisions are about payments or about changes; which, the object says. */
const decision = 'decision.received' satisfies AuditAction;
/** What befalls a change, of whatever kind it is. */
const befalls: readonly AuditAction[] = [
  decision,
  'proposal.passed',
  'proposal.refused',
  'proposal.expired',
  'proposal.superseded',
  'proposal.askedAgain',
  'strategy.cancel',
];
/** Rules that are proposed anew for nothing but to end a freeze are told as the freeze is: a type of their own, which no change has. */
const lift = { type: 0, action: 'unfreeze' } as const;
const kindOfChange = new Map<number, ActivityKind>([
  [lift.type, 'safety'],
  [todoType.addressBook, 'payee'],
  [todoType.strategy, 'rule'],
  [todoType.workspaceRule, 'rule'],
  [todoType.keyGrant, 'team'],
  [todoType.keyMaterial, 'safety'],
  [todoType.apiClient, 'apiKey'],
  [todoType.member, 'team'],
]);
/** Of a change that is not known any more. */
const unknownChange = todoType.strategy;

const typeOf = ({ item_type, subject }: NonNullable<About['change']>): number =>
  subject.action === lift.action ? lift.type : item_type;

/** Of which kind an entry is, by its action and by what it is about. */
export function kindOf(
  told: ToldActions,
  action: AuditAction,
  { object, change }: Pick<About, 'object' | 'change'>,
): ActivityKind {
  const ofChange = object === 'proposal' && befalls.includes(action);
  const own = ofChange ? kindOfChange.get(change ? typeOf(change) : unknownChange) : undefined;
  return own ?? told[action]?.kind ?? 'safety';
}

/** What has to be looked at beside the action of an entry, to tell whether it is of a kind. */
export interface ByObject {
  readonly actions: readonly string[];
  /** Those of them that are of the kind where they are about no change. */
  readonly others: readonly string[];
  /** Of these types a change is of the kind. */
  readonly changes: readonly number[];
  /** The type of a change that is not known any more. */
  readonly unknown: number;
  /** The type of changes that do this, whatever theirs is. */
  readonly lift: typeof lift;
}
const byObject = (table: ToldActions, kind: ActivityKind): ByObject => ({
  actions: befalls,
  others: befalls.filter((action) => table[action]?.kind === kind),
  changes: [...kindOfChange].flatMap(([type, one]) => (one === kind ? [type] : [])),
  unknown: unknownChange,
  lift,
});

/** The actions of a kind, or of all, that somebody is told of whoever did them, and those that they are told of as their own. */
export function actionsOf(
  table: ToldActions,
  kind: ActivityKind | undefined,
  may: (permission: Permission) => boolean,
) {
  const all = Object.entries(table).flatMap(([action, told]) =>
    told ? [{ action: action as AuditAction, told }] : [],
  );
  const beside = kind === undefined ? undefined : byObject(table, kind);
  const fits = ({ action, told }: (typeof all)[number]): boolean =>
    beside === undefined || told.kind === kind || (beside.changes.length > 0 && befalls.includes(action));
  const wanted = all.filter(fits);
  const names = (some: typeof wanted): string[] => some.map(({ action }) => action);
  return {
    told: names(wanted.filter(({ told: { to } }) => to !== 'self' && may(to))),
    own: names(wanted),
    beside,
  };
}

/** What of an entry's details people read; the rest is for who checks the log. */
const said = [
  'decision',
  'remark',
  'reason',
  'role',
  'name',
  'device',
  'by',
  'chain',
  'label',
  'output',
  'missing',
  'what',
] as const;
export const saidOf = (detail: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(said.flatMap((name) => (detail[name] === undefined ? [] : [[name, detail[name]]])));
