import type { Review } from '@holdfast/pagekit/review';
import type { KeyMaterialFacts } from './key-material.ts';
import type { Screen } from './texts.ts';

/** What is fetched only where there is something to say: key material on its way, above everything, and the documents of rare requests. */
export interface LateParts {
  readonly banners: readonly HTMLElement[];
  readonly request: readonly HTMLElement[];
}

async function documentParts(screen: Screen, facts: KeyMaterialFacts, review: Review): Promise<HTMLElement[]> {
  if (review.book) return (await import('./request/book.ts')).bookCards(screen, review);
  if (review.keygen) return (await import('./request/keygen.ts')).keygenCards(screen, review);
  return review.keyExport ? (await import('./key-material.ts')).exportCard(screen, review, facts) : [];
}

export const lateParts = async (screen: Screen, facts: KeyMaterialFacts, review?: Review): Promise<LateParts> => ({
  banners:
    facts.exports.length > 0 ? (await import('./key-material.ts')).exportBanners(screen, facts, review?.intent.id) : [],
  request: review ? await documentParts(screen, facts, review) : [],
});
