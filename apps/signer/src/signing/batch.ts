import { parsePath, type Scheme, type SigHash, type Signature, signedBytes } from '@holdfast/chains';
import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { refuse } from '../errors.ts';
import { packFrames, unpackFrames } from './frames.ts';
import { schemes } from './schemes/index.ts';
import type { Round, Run } from './schemes/types.ts';
import type { GroupKeys } from './shares.ts';

export interface BatchInput {
  readonly me: number;
  readonly keys: GroupKeys;
  readonly parties: readonly number[];
  readonly session: Uint8Array;
  readonly asked: readonly SigHash[];
}

type Out = ReadonlyMap<number, Uint8Array>;
export type BatchStep =
  | { readonly done: false; readonly out: Out }
  | { readonly done: true; readonly signatures: readonly Signature[] };

/**
 * Makes several signatures in the same rounds, each by its own scheme. Its state, nonces among it, is in this closure and nowhere else; a restart loses
 * it, as it must.
 */
export interface Batch {
  start(): Out;
  step(inbox: Out): BatchStep;
  /** Is my part of any of the signatures in my message of this number? */
  hasPart(message: number): boolean;
}

const indices = (path: string): number[] => {
  const { coin, wallet, branch, index } = parsePath(path);
  return [coin, wallet, branch, index];
};

/** Each signature has a session id of its own: nothing of one can serve in another. */
const sessionOf = (session: Uint8Array, i: number): Uint8Array =>
  sha256(concatBytes(session, utf8ToBytes(`input ${i}`)));

/** One frame a signature; those that are finished send an empty one. */
function byParty(rounds: readonly Round[], others: readonly number[]): Map<number, Uint8Array> {
  return new Map(
    others.map((party) => [
      party,
      packFrames(
        rounds.map((round) => {
          const frame = round.done ? new Uint8Array() : round.out[party];
          if (frame === undefined) throw refuse('sessionFailed', 'no message for a party');
          return frame;
        }),
      ),
    ]),
  );
}

function next(round: Round, frames: Readonly<Record<number, Uint8Array>>): Round {
  if (!round.done) return round.next(frames);
  if (Object.values(frames).some((frame) => frame.length > 0)) throw refuse('sessionFailed', 'frames');
  return round;
}

/** The protocol has verified what it made; whoever completes the transaction verifies it once more, with the key that pays. */
const finished = (rounds: readonly Round[]): Signature[] =>
  rounds.flatMap((round) => (round.done ? [round.signature] : []));

/** Opens what each scheme needs of the key group once. */
function starters(keys: GroupKeys): (scheme: Scheme) => (run: Run) => Round {
  const opened = new Map<Scheme, (run: Run) => Round>();
  return (scheme) => {
    const start = opened.get(scheme) ?? schemes[scheme].open(keys);
    opened.set(scheme, start);
    return start;
  };
}

export function createBatch(input: BatchInput): Batch {
  const { me, keys, parties, session, asked } = input;
  const others = parties.filter((party) => party !== me);
  const parts = new Set(asked.map(({ scheme }) => schemes[scheme].partIn));
  let rounds: Round[] = [];
  return {
    start: () => {
      const startOf = starters(keys);
      rounds = asked.map((sighash, i) =>
        startOf(sighash.scheme)({
          parties,
          path: indices(sighash.path),
          bytes: signedBytes(sighash),
          session: sessionOf(session, i),
        }),
      );
      return byParty(rounds, others);
    },
    step: (inbox) => {
      const frames = others.map(
        (party) => [party, unpackFrames(inbox.get(party) ?? new Uint8Array(), asked.length)] as const,
      );
      const taken = rounds;
      if (taken.length === 0) throw refuse('sessionFailed', 'nothing is under way');
      // A state is used once: if anything below throws, there is none left to use again.
      rounds = [];
      const after = taken.map((round, i) =>
        next(round, Object.fromEntries(frames.map(([party, all]) => [party, all[i] ?? new Uint8Array()]))),
      );
      if (after.every(({ done }) => done)) return { done: true, signatures: finished(after) };
      rounds = after;
      return { done: false, out: byParty(after, others) };
    },
    hasPart: (message) => parts.has(message),
  };
}
