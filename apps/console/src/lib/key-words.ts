import { type Credential, credentialFingerprint, digestWords } from '@holdfast/policy';
import type { GivenKey } from './given-key.ts';

/** The words by which people compare a key; none for something that is no key the rules know. */
export function wordsOfKey(key: GivenKey): string[] {
  try {
    return [...digestWords(credentialFingerprint(key as unknown as Credential))];
  } catch {
    return [];
  }
}
