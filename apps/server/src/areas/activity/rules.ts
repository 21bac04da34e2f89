import type { ActivityKind, AuditAction, Permission } from '@holdfast/contract';
import type { Told, ToldActions } from '../define.ts';

/** Decisions are about payments or about changes; which, the object says. */
const decision = 'decision.received' satisfies AuditAction;
const decidedOn: Readonly<Record<string, ActivityKind>> = { order: 'payment', proposal: 'rule' };

/** Of which kind an entry is, by its action and by what it is about. */
export const kindOf = (told: ToldActions, action: AuditAction, object: string): ActivityKind =>
  (action === decision ? decidedOn[object] : undefined) ?? told[action]?.kind ?? 'safety';

const fits = (action: string, told: Told, kind: ActivityKind | undefined): boolean =>
  kind === undefined || told.kind === kind || (action === decision && Object.values(decidedOn).includes(kind));

/** The actions of a kind, or of all, that somebody is told of whoever did them, and those that they are told of as their own. */
export function actionsOf(
  table: ToldActions,
  kind: ActivityKind | undefined,
  may: (permission: Permission) => boolean,
) {
  const all = Object.entries(table).flatMap(([action, told]) => (told ? [{ action, told }] : []));
  const wanted = all.filter(({ action, told }) => fits(action, told, kind));
  const names = (some: typeof wanted): string[] => some.map(({ action }) => action);
  return {
    told: names(wanted.filter(({ told: { to } }) => to !== 'self' && may(to))),
    own: names(wanted),
    /** What decisions have to be about; '' for anything. */
    decided: kind === undefined ? '' : (Object.keys(decidedOn).find((object) => decidedOn[object] === kind) ?? ''),
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
