import { type Review, refusalsOf } from '@holdfast/review';
import type { KeyMaterialFacts } from './key-material.ts';
import type { Screen } from './texts.ts';

/** The documents of rare requests, fetched with what draws them. */
async function documentParts(screen: Screen, facts: KeyMaterialFacts, review: Review): Promise<HTMLElement[]> {
  if (review.book) return (await import('./request/book.ts')).bookCards(screen, review);
  if (review.nextPolicy) return (await import('./request/book.ts')).loosenedNotices(screen, review);
  if (review.keygen) return (await import('./request/keygen.ts')).keygenCards(screen, review);
  return review.keyExport ? (await import('./key-material.ts')).exportCard(screen, review, facts) : [];
}

/**
 * What refusals said. Who refused and that the request has ended is told without it: where this part does not come, the request is shown all the same,
 * or it would stand there as open as it was.
 */
async function saidParts(screen: Screen, review: Review): Promise<HTMLElement[]> {
  if (refusalsOf(review).length === 0) return [];
  const part = await import('./refuse/said.ts').catch(() => undefined);
  return part ? part.saidNotices(screen, review) : [];
}

/** What only some requests have: a document, somebody who refused. */
export async function lateParts(screen: Screen, facts: KeyMaterialFacts, review: Review): Promise<HTMLElement[]> {
  return [...(await documentParts(screen, facts, review)), ...(await saidParts(screen, review))];
}
