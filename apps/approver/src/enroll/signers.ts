import { digestWords } from '@holdfast/policy';
import { signerFingerprint } from '@holdfast/review';
import type { SignerFacts } from '@holdfast/review/facts';
import { signerInfos } from '@holdfast/review/genesis';
import { card, digestView, el, signerText } from '@holdfast/signer-ui';
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
      el(
        'p',
        {},
        el('strong', {}, screen.say('passThrough', { text: signerText(screen, signer.name) })),
        el('span', { class: 'muted' }, ` ${signer.origin}`),
      ),
      digestView(digestWords(print), bytesToHex(print)),
    );
  });
  return card(say(screen, 'signers'), say(screen, 'compare'), ...prints);
}
