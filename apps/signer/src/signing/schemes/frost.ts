import { bip32Tweak, ed25519Tweak, type FrostSigner, frost, type Messages } from '@holdfast/mpc';
import { remembered } from './remembered.ts';
import type { Round, Run, SchemeRunner } from './types.ts';

const children = { secp256k1: remembered(bip32Tweak), ed25519: remembered(ed25519Tweak) };

type FrostScheme = 'ed25519' | 'schnorr';
type Input = Parameters<FrostSigner['commit']>[0];

/** RFC 9591: commitments to all, then the signature share, which is the part; the third step adds up and sends nothing. */
function start(scheme: FrostScheme, signer: FrostSigner, input: Input): Round {
  const others = input.parties.filter((party) => party !== input.key.me);
  const toAll = (message: Uint8Array): Messages => Object.fromEntries(others.map((party) => [party, message]));
  const committed = signer.commit(input);
  const sign = (commitments: Messages): Round => {
    const signed = signer.sign(committed.state, commitments);
    const add = (shares: Messages): Round => {
      return { done: true, signature: { scheme, bytes: signer.aggregate(signed.state, shares) } };
    };
    return { done: false, out: toAll(signed.broadcast), next: add };
  };
  return { done: false, out: toAll(committed.broadcast), next: sign };
}

const inputOf = ({ parties, bytes, session }: Run) => ({ parties, message: bytes, session });

/** Ed25519 over a message. */
export const ed25519: SchemeRunner = {
  curve: 'ed25519',
  partIn: frost.ed25519.partIn,
  open: (keys) => {
    const key = keys.share('ed25519');
    return (run) => {
      const { tweak } = children.ed25519(key.groupPublic, key.chainCode, run.path);
      return start('ed25519', frost.ed25519, { ...inputOf(run), key, tweak });
    };
  },
};

/** BIP 341, key path only. */
const noScripts = new Uint8Array();

/** Schnorr (BIP 340) over a digest, by the taproot output key of the child: BIP 86. */
export const schnorr: SchemeRunner = {
  curve: 'secp256k1',
  partIn: frost.taproot.partIn,
  open: (keys) => {
    const key = keys.share('secp256k1');
    return (run) => {
      if (run.bytes.length !== 32) throw new Error('a digest has 32 bytes');
      const { tweak } = children.secp256k1(key.groupPublic, key.chainCode, run.path);
      return start('schnorr', frost.taproot, { ...inputOf(run), key, tweak, merkleRoot: noScripts });
    };
  },
};
