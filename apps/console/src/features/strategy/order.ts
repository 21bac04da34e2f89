import type { SeniorRule } from '@holdfast/policy';

/** The list with one item at another place. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const item = list[from];
  if (item === undefined || to < 0 || to >= list.length) return [...list];
  const others = list.filter((_, at) => at !== from);
  return [...others.slice(0, to), item, ...others.slice(to)];
}

/** All senior rules with those of one type in this order; the places of the other types stay theirs, as the server keeps them. */
export function inOrder(
  senior: readonly SeniorRule[],
  type: SeniorRule['type'],
  order: readonly SeniorRule[],
): SeniorRule[] {
  let next = 0;
  return senior.map((rule) => (rule.type === type ? (order[next++] ?? rule) : rule));
}
