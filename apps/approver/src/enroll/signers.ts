import { card, digestView, el, type SignerFacts } from '@holdfast/pagekit';
import { signerInfos } from '@holdfast/pagekit/genesis';
import { signerFingerprint } from '@holdfast/pagekit/review';
import { digestWords } from '@holdfast/policy';
import { bytesToHex } from '@noble/hashes/utils.js';
import type { Screen } from '../texts.ts';
import { say } from './words.ts';

/** What the person compares with what each signer printed when it was made. */
export function signersCard(screen: Screen, facts: readonly SignerFacts[]): HTMLElement {
  const prints = signerInfos(facts).map((signer) => {
    const print = signerFingerprint(signer);
    return el(
      'div',
      { class: 'stack' },
      el('p', {}, el('strong', {}, signer.name), el('span', { class: 'muted' }, ` ${signer.origin}`)),
      digestView(digestWords(print), bytesToHex(print)),
    );
  });
  return card(say(screen, 'signers'), say(screen, 'compare'), ...prints);
}
