import { type Canonical, canonicalText, type PolicyDocument } from '@holdfast/policy';

const same = (a: Canonical, b: Canonical): boolean => canonicalText(a) === canonicalText(b);
/** Two changed the same to different things: somebody has to look. */
class Conflict extends Error {}

/** What a part becomes when one change took it from `base` to `wanted`, and another meanwhile from `base` to `now`. */
function mergePart<T extends Canonical>(base: T, wanted: T, now: T): T {
  if (same(wanted, base) || same(wanted, now)) return now;
  if (same(now, base)) return wanted;
  throw new Conflict();
}

/** The same for a list whose order says nothing: each of it by itself, what is new at the end. */
function mergeList<T extends Canonical>(
  base: readonly T[],
  wanted: readonly T[],
  now: readonly T[],
  keyOf: (one: T) => string,
): T[] {
  const [before, after, current] = [base, wanted, now].map((list) => new Map(list.map((one) => [keyOf(one), one])));
  const keys = new Set([...now, ...wanted, ...base].map(keyOf));
  return [...keys].flatMap((key) => {
    const merged = mergePart<T | ''>(before?.get(key) ?? '', after?.get(key) ?? '', current?.get(key) ?? '');
    return merged === '' ? [] : [merged];
  });
}

/**
 * The change from `base` to `wanted`, made again on top of the rules that came into force meanwhile. Members, basic and workspace rules are taken
 * each by itself; senior rules, whose order counts, only where the other change left them alone.
 * @returns undefined when both changed the same
 */
export function rebase(base: PolicyDocument, wanted: PolicyDocument, now: PolicyDocument): PolicyDocument | undefined {
  const { members, strategies, senior, workspace, book } = wanted;
  try {
    return {
      ...now,
      members: mergeList(base.members, members, now.members, ({ id }) => id),
      strategies: mergeList(base.strategies, strategies, now.strategies, ({ wallet }) => wallet),
      workspace: mergeList(base.workspace, workspace, now.workspace, ({ op }) => op),
      senior: mergePart(base.senior, senior, now.senior),
      book: mergePart(base.book, book, now.book),
    };
  } catch (error) {
    if (error instanceof Conflict) return undefined;
    throw error;
  }
}
