import { card, digestView, el, Fault, type SignerFacts, signerFacts } from '@holdfast/pagekit';
import { signerFingerprint } from '@holdfast/pagekit/review';
import { digestWords } from '@holdfast/policy';
import { bytesToHex } from '@noble/hashes/utils.js';
import type { Screen } from '../texts.ts';
import { signerInfos } from './genesis.ts';

/** This signer first, then every other signer it knows, each asked at its own origin. @throws Fault */
export async function allSigners(): Promise<SignerFacts[]> {
  const mine = await signerFacts(location.origin);
  const others = await Promise.all(mine.peers.map((peer) => signerFacts(peer.origin)));
  const stranger = others.find((facts, i) => facts.signer !== mine.peers[i]?.id);
  if (stranger) throw new Fault('faultUnexpected', { message: stranger.name });
  return [mine, ...others];
}

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
  return card(screen.say('enrollSigners'), screen.say('enrollCompare'), ...prints);
}
