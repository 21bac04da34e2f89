/**
 * What was ticked as compared, by digest, while somebody refuses one of several on a page of its own and comes back to the others. It is kept in this document: a link can
 * tick nothing.
 */
let kept: ReadonlySet<string> = new Set();

export function keepTicks(digests: readonly string[]): void {
  kept = new Set(digests);
}

/** For the page that is drawn next, and no other. */
export function takeTicks(): ReadonlySet<string> {
  const taken = kept;
  kept = new Set();
  return taken;
}
