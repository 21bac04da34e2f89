import { type Review, refusalsOf } from '@holdfast/review';
import type { KeyMaterialFacts } from './key-material.ts';
import { kindsOnPage } from './kinds/index.ts';
import type { Said } from './request/decision.ts';
import type { Screen } from './texts.ts';

/**
 * What refusals said. Who refused and that the request has ended is told without it: where this part does not come, the request is shown all the same,
 * or it would stand there as open as it was.
 */
async function saidParts(screen: Screen, review: Review): Promise<HTMLElement[]> {
  if (refusalsOf(review).length === 0) return [];
  const part = await import('./refuse/reason-notices.ts').catch(() => undefined);
  return part ? part.reasonNotices(screen, review) : [];
}

/** On whose pages it was approved. Without it the signers count pages all the same. @param hasDecided whoever looks, here just now @param several shown on one page */
export async function pageParts(
  screen: Screen,
  review: Review,
  hasDecided: boolean,
  several = false,
): Promise<HTMLElement[]> {
  const part = await import('./request/pages.ts').catch(() => undefined);
  return part ? part.pageNotices(screen, review, { origin: location.origin, several }, hasDecided) : [];
}

/** Payees of one name. Without it the whole address is there all the same. */
async function namesakeParts(screen: Screen, review: Review): Promise<HTMLElement[]> {
  if (review.entries.size < 2) return [];
  const part = await import('./request/namesakes.ts').catch(() => undefined);
  return part ? part.namesakeNotices(screen, review) : [];
}

/** A price that rose, whether it pays somebody for the first time, and other transactions that may be made or were; without what tells of them the request is not shown. */
async function besideParts(screen: Screen, review: Review, said: Said): Promise<HTMLElement[]> {
  const { evaluation, earlier, newPayees } = review;
  if (!evaluation.raised && earlier.length === 0 && !newPayees) return [];
  return (await import('./request/earlier.ts')).besideNotices(screen, review, said);
}

/** What is to be looked at before anything is approved: it stands directly below whom the request pays, where nobody has to scroll for it. */
export const warningsOf = async (screen: Screen, review: Review, said: Said = {}): Promise<HTMLElement[]> => [
  ...(await besideParts(screen, review, said)),
  ...(await namesakeParts(screen, review)),
];

/** What only some requests have: a document, somebody who refused. */
export async function ownSections(screen: Screen, facts: KeyMaterialFacts, review: Review): Promise<HTMLElement[]> {
  const kind = kindsOnPage[review.intent.kind];
  // Its cards come with the rest of it.
  await kind.fetch?.();
  const cards = kind.cards?.(screen, review, facts);
  return [...((await cards) ?? []), ...(await saidParts(screen, review))];
}

/** The same, and a page that others did not use. @param hasDecided whoever looks, here just now */
export const lazySections = async (
  screen: Screen,
  facts: KeyMaterialFacts,
  review: Review,
  hasDecided = false,
): Promise<HTMLElement[]> => [
  ...(await ownSections(screen, facts, review)),
  ...(await pageParts(screen, review, hasDecided)),
];
