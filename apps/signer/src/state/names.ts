/**
 * Which intent an id stands for. An id that is free again too soon would let another intent stand behind a page already read, so ids are remembered
 * beyond the announcements themselves. But an announcement needs no member's signature: without bounds a hostile server could fill a signer with ids
 * and so close it for everybody, also after the server is clean again. Hence an id is forgotten some days after its intent has ended, and new ones
 * are counted. An intent lasts 30 days at most (`policyLimits.validityMs`), so with the numbers below there are never more than half a million:
 * 10,000 + 600 × 24 × 33 = 485,200, some 150 MB.
 */
export interface Names {
  /** intent id → what it stands for, of all that were announced and never decided. Those decided are in the state's `decided`, for ever. */
  readonly known: Map<string, Name>;
  /** How many new ids may be announced at `at`, and how many more each hour. */
  budget: number;
  at: number;
  sweptAt: number;
}

export interface Name {
  readonly digest: string;
  readonly expires: number;
}

const hourMs = 3_600_000;
export const forgetAfterMs = 3 * 24 * hourMs;
/** Ids that may be announced at once and never be signed, and how many more with each hour. Those of signed intents are given back. */
export const nameBurst = 10_000;
export const namesPerHour = 600;

export const noNames = (): Names => ({ known: new Map(), budget: nameBurst, at: 0, sweptAt: 0 });

const budgetAt = ({ budget, at }: Readonly<Names>, now: number): number =>
  Math.min(nameBurst, budget + (Math.max(0, now - at) / hourMs) * namesPerHour);

/** May one more id be announced? */
export const mayName = (names: Readonly<Names>, now: number): boolean => budgetAt(names, now) >= 1;

/** Remembers an id. A journal written before ids were counted may overdraw: then there is nothing left, and it grows again with time. */
export function remember(names: Names, id: string, name: Name, at: number): void {
  if (names.known.has(id)) return;
  names.budget = Math.max(0, budgetAt(names, at) - 1);
  names.at = Math.max(names.at, at);
  names.known.set(id, name);
}

/** The id was decided: somebody with the right to do so has approved it, and it no longer counts. */
export function settle(names: Names, id: string): void {
  if (names.known.delete(id)) names.budget = Math.min(nameBurst, names.budget + 1);
}

/** Forgets, once an hour, what ended long ago. @returns the ids forgotten */
export function sweep(names: Names, at: number): readonly string[] {
  if (at < names.sweptAt + hourMs) return [];
  names.sweptAt = at;
  const gone = [...names.known].filter(([, { expires }]) => expires + forgetAfterMs <= at).map(([id]) => id);
  for (const id of gone) names.known.delete(id);
  return gone;
}
