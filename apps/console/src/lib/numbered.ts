/** Pairs items with their place, for lists in which the place is what an item is known by (words of a phrase, steps of a rule). */
export const numbered = <T>(items: readonly T[]): readonly { readonly item: T; readonly at: number }[] =>
  items.map((item, at) => ({ item, at }));
