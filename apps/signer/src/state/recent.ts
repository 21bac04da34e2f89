/**
 * Adds to what happened lately, the newest last. What counts no more stays until half of the list is of that kind: a list of a hundred thousand is not
 * copied for each that comes. So readers look at what still counts themselves.
 */
export function addRecent<T>(lists: Map<string, T[]>, name: string, one: T, counts: (other: T) => boolean): void {
  const list = lists.get(name) ?? [];
  const middle = list[list.length >> 1];
  const recent = middle !== undefined && !counts(middle) ? list.filter(counts) : list;
  recent.push(one);
  lists.set(name, recent);
}
