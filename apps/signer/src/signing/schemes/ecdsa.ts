import { bip32Tweak, dkls23 } from '@holdfast/mpc';
import { remembered } from './remembered.ts';
import type { Round, SchemeRunner } from './types.ts';

const child = remembered(bip32Tweak);

type Step = ReturnType<typeof dkls23.step>;

const roundOf = (step: Step): Round =>
  step.done
    ? { done: true, signature: { scheme: 'ecdsa', ...step.signature } }
    : { done: false, out: step.out, next: (inbox) => roundOf(dkls23.step(step.state, inbox)) };

/** ECDSA over a digest: DKLs23, three messages. */
export const ecdsa: SchemeRunner = {
  curve: 'secp256k1',
  partIn: dkls23.partIn,
  open: (keys) => {
    const [key, pairs] = [keys.share('secp256k1'), keys.pairs()];
    return ({ parties, path, bytes, session }) => {
      const { tweak } = child(key.groupPublic, key.chainCode, path);
      return roundOf({ done: false, ...dkls23.start({ key, pairs, parties, digest: bytes, tweak, session }) });
    };
  },
};
