import { card, digestView, row, rows } from '@holdfast/pagekit';
import type { Review } from '@holdfast/pagekit/review';
import { digestWords } from '@holdfast/policy';
import { hexToBytes } from '@noble/hashes/utils.js';
import type { Screen } from '../texts.ts';

/** Who will hold the keys, and how many of them sign. */
export function keygenCards(screen: Screen, review: Review): HTMLElement[] {
  const { keygen } = review;
  if (!keygen) return [];
  const names = keygen.parties.map(
    (id) => review.policy.signers.find((signer) => signer.id === id)?.name ?? screen.text('keygenRecovery'),
  );
  return [
    rows(row(screen.say('keygenParties'), names.join(', ')), row(screen.say('keygenThreshold'), keygen.threshold)),
    card(
      screen.say('keygenRecovery'),
      undefined,
      digestView(digestWords(hexToBytes(keygen.recovery.identity)), keygen.recovery.identity),
    ),
  ];
}
