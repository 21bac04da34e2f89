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

/** What only some requests have: a document, somebody who refused. */
export async function lazySections(screen: Screen, facts: KeyMaterialFacts, review: Review): Promise<HTMLElement[]> {
  const cards = kindsOnPage[review.intent.kind].cards?.(screen, review, facts);
  return [...((await cards) ?? []), ...(await saidParts(screen, review))];
}
