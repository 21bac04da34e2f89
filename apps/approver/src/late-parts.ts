import { type Review, refusalsOf } from '@holdfast/pagekit/review';
import type { KeyMaterialFacts } from './key-material.ts';
import type { Screen } from './texts.ts';

/** The documents of rare requests, fetched with what draws them. */
async function documentParts(screen: Screen, facts: KeyMaterialFacts, review: Review): Promise<HTMLElement[]> {
  if (review.book) return (await import('./request/book.ts')).bookCards(screen, review);
  if (review.nextPolicy) return (await import('./request/book.ts')).loosenedNotices(screen, review);
  if (review.keygen) return (await import('./request/keygen.ts')).keygenCards(screen, review);
  return review.keyExport ? (await import('./key-material.ts')).exportCard(screen, review, facts) : [];
}

/** What only some requests have: a document, somebody who refused. */
export async function lateParts(screen: Screen, facts: KeyMaterialFacts, review: Review): Promise<HTMLElement[]> {
  const parts = await documentParts(screen, facts, review);
  return refusalsOf(review).length > 0
    ? [...parts, ...(await import('./refuse/said.ts')).saidNotices(screen, review)]
    : parts;
}
