import { type Credential, digestWords } from '@holdfast/policy';
import { credentialFingerprint } from '@holdfast/review';
import { card, digestView } from '@holdfast/signer-ui';
import { bytesToHex } from '@noble/hashes/utils.js';
import { sayOfKey } from './key-words.ts';
import type { Screen } from './texts.ts';

/** The words by which people compare a key: whoever approves it reads them beside those that its holder sees here. */
export function keyCard(screen: Screen, credential: Credential): HTMLElement {
  const print = credentialFingerprint(credential);
  return card(sayOfKey(screen, 'yours'), undefined, digestView(digestWords(print), bytesToHex(print)));
}
