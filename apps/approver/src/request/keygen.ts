import { digestWords } from '@holdfast/policy';
import type { Review } from '@holdfast/review';
import { card, digestView, localWords, row, rows } from '@holdfast/signer-ui';
import { hexToBytes } from '@noble/hashes/utils.js';
import type { Screen } from '../texts.ts';

/** The words of this part, fetched with it. */
const say = localWords({
  'en-US': { parties: 'Parties', threshold: 'Needed to sign', recovery: 'Recovery party' },
  'zh-CN': { parties: '参与方', threshold: '签名所需', recovery: '恢复方' },
});

/** Who will hold the keys, and how many of them sign. */
export function keygenCards(screen: Screen, review: Review): HTMLElement[] {
  const { keygen } = review;
  if (!keygen) return [];
  const names = keygen.parties.map(
    (id) => review.policy.signers.find((signer) => signer.id === id)?.name ?? say(screen, 'recovery').data,
  );
  return [
    rows(row(say(screen, 'parties'), names.join(', ')), row(say(screen, 'threshold'), keygen.threshold)),
    card(
      say(screen, 'recovery'),
      undefined,
      digestView(digestWords(hexToBytes(keygen.recovery.identity)), keygen.recovery.identity),
    ),
  ];
}
