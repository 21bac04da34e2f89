import type { PairConfig, PairSetup, PairSetupState, PairState, PartyId } from '@holdfast/mpc';
import { hkdf } from '@noble/hashes/hkdf.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';

const count = 128;
const seedLength = 32;

const choiceOf = (derive: (what: string, length: number) => Uint8Array, party: PartyId): Uint8Array =>
  derive(`choice of ${party}`, count / 8);

/** HKDF gives 255 hashes at most: half of the seeds at a time. */
const seedsOf = (derive: (what: string, length: number) => Uint8Array, sender: PartyId): Uint8Array => {
  const seeds = new Uint8Array(count * 2 * seedLength);
  for (let half = 0; half < 2; half++)
    seeds.set(derive(`seeds of ${sender}, ${half}`, count * seedLength), half * count * seedLength);
  return seeds;
};

function dealt({ key, other, session }: PairConfig): PairState {
  const { me, groupPublic, epoch } = key;
  const derive = (what: string, length: number): Uint8Array =>
    hkdf(sha256, session, groupPublic, utf8ToBytes(what), length);
  const choice = choiceOf(derive, me);
  const theirs = seedsOf(derive, other);
  const chosenSeeds = new Uint8Array(count * seedLength);
  for (let i = 0; i < count; i++) {
    const bit = ((choice[i >> 3] ?? 0) >> (i & 7)) & 1;
    const at = (2 * i + bit) * seedLength;
    chosenSeeds.set(theirs.subarray(at, at + seedLength), i * seedLength);
  }
  const common = {
    v: 1,
    groupPublic,
    epoch,
    id: derive('id', seedLength),
    zeroSeed: derive('zero', seedLength),
  } as const;
  return { ...common, me, other, choice, chosenSeeds, seedPairs: seedsOf(derive, me) };
}

interface Dealt extends PairSetupState {
  readonly pair: PairState;
}

/**
 * What two signers need to sign ECDSA together, out of the public name of their session: right, and no secret at all. The real set-up costs a second of processor, most of what a
 * test needs that begins with a key group; its own tests are those of `packages/mpc`, and ceremonies of signers that run as processes make it.
 */
export const dealtPairs: PairSetup = {
  start: (config) => {
    const state: Dealt = { protocol: 'pair', round: 1, pair: dealt(config) };
    return { state, out: new Uint8Array() };
  },
  step: (state) => ({ done: true, pair: (state as Dealt).pair }),
};
