import { digestWords } from '@holdfast/policy';
import type { Review } from '@holdfast/review';
import { card, digestView, localWords, row, rows, signerText } from '@holdfast/signer-ui';
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
  const nameOf = (id: string): string => {
    const name = review.policy.signers.find((signer) => signer.id === id)?.name;
    return name === undefined ? say.tables[screen.language()].recovery : signerText(screen, name)();
  };
  const names = screen.say('passThrough', { text: () => keygen.parties.map(nameOf).join(', ') });
  return [
    rows(row(say(screen, 'parties'), names), row(say(screen, 'threshold'), keygen.threshold)),
    card(
      say(screen, 'recovery'),
      undefined,
      digestView(digestWords(hexToBytes(keygen.recovery.identity)), keygen.recovery.identity),
    ),
  ];
}
