import { type Review, refusalsOf } from '@holdfast/review';
import type { KeyMaterialFacts } from './key-material.ts';
import { kindsOnPage } from './kinds/index.ts';
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

/** On whose pages it was approved. Without it the signers count pages all the same. */
async function pageParts(screen: Screen, review: Review): Promise<HTMLElement[]> {
  const part = await import('./request/pages.ts').catch(() => undefined);
  return part ? part.pageNotices(screen, review, location.origin) : [];
}

/** Payees of one name. Without it the whole address is there all the same. */
async function namesakeParts(screen: Screen, review: Review): Promise<HTMLElement[]> {
  if (review.entries.size < 2) return [];
  const part = await import('./request/namesakes.ts').catch(() => undefined);
  return part ? part.namesakeNotices(screen, review) : [];
}

/** What only some requests have: a document, somebody who refused, a page that others did not use. */
export async function lazySections(screen: Screen, facts: KeyMaterialFacts, review: Review): Promise<HTMLElement[]> {
  const kind = kindsOnPage[review.intent.kind];
  // Its cards come with the rest of it.
  await kind.fetch?.();
  const cards = kind.cards?.(screen, review, facts);
  return [
    ...((await cards) ?? []),
    ...(await namesakeParts(screen, review)),
    ...(await saidParts(screen, review)),
    ...(await pageParts(screen, review)),
  ];
}
