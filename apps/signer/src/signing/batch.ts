import { type EcdsaSignature, parsePath } from '@holdfast/chains';
import { bip32Tweak, dkls23, type EcdsaState, type KeyShare, type PairState } from '@holdfast/mpc';
import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { refuse } from '../errors.ts';
import { packFrames, unpackFrames } from './frames.ts';

/** One digest and the path of the key that signs it. */
export interface Target {
  readonly path: string;
  readonly digest: string;
}

export interface BatchInput {
  readonly key: KeyShare;
  readonly pairs: Readonly<Record<number, PairState>>;
  readonly parties: readonly number[];
  readonly session: Uint8Array;
  readonly targets: readonly Target[];
}

export type BatchStep =
  | { readonly done: false; readonly out: ReadonlyMap<number, Uint8Array> }
  | { readonly done: true; readonly signatures: readonly EcdsaSignature[] };

/** The message with which a signature may come to exist (docs/mpc.md): a party's part of it, and its last one. */
export const partIn = dkls23.partIn;

/** Signs several digests in the same rounds. Its state, nonces among it, is in this closure and nowhere else; a restart loses it, as it must. */
export interface Batch {
  start(): ReadonlyMap<number, Uint8Array>;
  step(inbox: ReadonlyMap<number, Uint8Array>): BatchStep;
}

const indices = (path: string): number[] => {
  const { coin, wallet, branch, index } = parsePath(path);
  return [coin, wallet, branch, index];
};

/** Each digest has a session id of its own: nothing of one signature can serve in another. */
const sessionOf = (session: Uint8Array, i: number): Uint8Array =>
  sha256(concatBytes(session, utf8ToBytes(`input ${i}`)));

function byParty(
  outs: readonly Readonly<Record<number, Uint8Array>>[],
  others: readonly number[],
): Map<number, Uint8Array> {
  return new Map(
    others.map((party) => {
      const parts = outs.map((out) => out[party]);
      if (parts.some((part) => part === undefined)) throw refuse('sessionFailed', 'no message for a party');
      return [party, packFrames(parts.filter((part) => part !== undefined))];
    }),
  );
}

export function createBatch({ key, pairs, parties, session, targets }: BatchInput): Batch {
  const others = parties.filter((party) => party !== key.me);
  let states: EcdsaState[] = [];
  const start = (): Map<number, Uint8Array> => {
    const started = targets.map(({ path, digest }, i) => {
      const { tweak } = bip32Tweak(key.groupPublic, key.chainCode, indices(path));
      return dkls23.start({ key, pairs, parties, digest: hexToBytes(digest), tweak, session: sessionOf(session, i) });
    });
    states = started.map(({ state }) => state);
    return byParty(
      started.map(({ out }) => out),
      others,
    );
  };
  const step = (inbox: ReadonlyMap<number, Uint8Array>): BatchStep => {
    const parts = others.map((party) => ({
      party,
      frames: unpackFrames(inbox.get(party) ?? new Uint8Array(), targets.length),
    }));
    const taken = states;
    // A state is used once: if anything below throws, there is none left to use again.
    states = [];
    const results = taken.map((state, i) =>
      dkls23.step(state, Object.fromEntries(parts.map(({ party, frames }) => [party, frames[i] ?? new Uint8Array()]))),
    );
    const signatures = results.flatMap((result) =>
      result.done ? [{ scheme: 'ecdsa', ...result.signature } as const] : [],
    );
    if (signatures.length === targets.length) return { done: true, signatures };
    const open = results.flatMap((result) => (result.done ? [] : [result]));
    states = open.map(({ state }) => state);
    return {
      done: false,
      out: byParty(
        open.map(({ out }) => out),
        others,
      ),
    };
  };
  return { start, step };
}
