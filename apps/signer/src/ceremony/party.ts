import { type DealState, dkg, type KeyShare, type PairSetupState, type PairState, pairSetup } from '@holdfast/mpc';
import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { refuse } from '../errors.ts';
import { packFrames, unpackFrames } from '../signing/frames.ts';

/**
 * One party of a key ceremony. Both curves are generated in the same three rounds; then the online signers set up their pairs for ECDSA. Payloads
 * are frames (`frames.ts`):
 *
 *     round 1, 2   to everybody   [secp256k1 broadcast, ed25519 broadcast]
 *     round 3      to party p     [secp256k1 broadcast, direct to p, ed25519 broadcast, direct to p]
 *     round 4 …    to signer p    [pair set-up message]
 */
export interface CeremonyConfig {
  readonly me: number;
  readonly parties: readonly number[];
  readonly threshold: number;
  /** Signers with whom a pair is set up; none for the recovery party. */
  readonly pairWith: readonly number[];
  /** Id of the relayed session: binds the approved intent, the parties and a fresh nonce of each. */
  readonly session: Uint8Array;
}

type Payloads = ReadonlyMap<number, Uint8Array>;

export interface CeremonyResult {
  readonly secp256k1: KeyShare;
  readonly ed25519: KeyShare;
  readonly pairs: Readonly<Record<number, PairState>>;
}

/** `from`: whose messages the next step needs. */
export type CeremonyStep =
  | { readonly done: false; readonly out: Payloads; readonly from: readonly number[] }
  | { readonly done: true; readonly result: CeremonyResult };

export interface CeremonyParty {
  start(): Extract<CeremonyStep, { done: false }>;
  step(inbox: Payloads): CeremonyStep;
}

const scoped = (session: Uint8Array, name: string): Uint8Array => sha256(concatBytes(session, utf8ToBytes(name)));

/** The i-th frame of every party's message, as an inbox of the library. */
function column(inbox: Payloads, count: number, i: number): Record<number, Uint8Array> {
  return Object.fromEntries(
    [...inbox].map(([party, bytes]) => [party, unpackFrames(bytes, count)[i] ?? new Uint8Array()]),
  );
}

interface Both {
  readonly secp: DealState;
  readonly ed: DealState;
}

const toAll = (others: readonly number[], ...parts: Uint8Array[]): Payloads =>
  new Map(others.map((party) => [party, packFrames(parts)]));

export function createCeremonyParty(config: CeremonyConfig): CeremonyParty {
  const { me, parties, threshold: t, pairWith, session } = config;
  const others = parties.filter((party) => party !== me);
  const n = parties.length;
  let next: (inbox: Payloads) => CeremonyStep = () => {
    throw refuse('ceremonyState');
  };
  const waiting = (
    out: Payloads,
    from: readonly number[],
    then: typeof next,
  ): Extract<CeremonyStep, { done: false }> => {
    next = then;
    return { done: false, out, from };
  };

  function start(): Extract<CeremonyStep, { done: false }> {
    const secp = dkg.round1({ curve: 'secp256k1', t, n, me, session: scoped(session, 'secp256k1') });
    const ed = dkg.round1({ curve: 'ed25519', t, n, me, session: scoped(session, 'ed25519') });
    return waiting(toAll(others, secp.broadcast, ed.broadcast), others, (inbox) =>
      reveal({ secp: secp.state, ed: ed.state }, inbox),
    );
  }

  function reveal(state: Both, inbox: Payloads): CeremonyStep {
    const secp = dkg.round2(state.secp, column(inbox, 2, 0));
    const ed = dkg.round2(state.ed, column(inbox, 2, 1));
    return waiting(toAll(others, secp.broadcast, ed.broadcast), others, (then) =>
      deal({ secp: secp.state, ed: ed.state }, then),
    );
  }

  function deal(state: Both, inbox: Payloads): CeremonyStep {
    const secp = dkg.round3(state.secp, column(inbox, 2, 0));
    const ed = dkg.round3(state.ed, column(inbox, 2, 1));
    const out = others.map((party) => {
      const [secpDirect, edDirect] = [secp.direct[party], ed.direct[party]];
      if (!secpDirect || !edDirect) throw refuse('internal', 'no share for a party');
      return [party, packFrames([secp.broadcast, secpDirect, ed.broadcast, edDirect])] as const;
    });
    return waiting(new Map(out), others, (then) => finish({ secp: secp.state, ed: ed.state }, then));
  }

  function finish(state: Both, inbox: Payloads): CeremonyStep {
    const secp256k1 = dkg.finish(state.secp, column(inbox, 4, 0), column(inbox, 4, 1));
    const ed25519 = dkg.finish(state.ed, column(inbox, 4, 2), column(inbox, 4, 3));
    if (pairWith.length === 0) return { done: true, result: { secp256k1, ed25519, pairs: {} } };
    return startPairs(secp256k1, ed25519);
  }

  function startPairs(secp256k1: KeyShare, ed25519: KeyShare): CeremonyStep {
    const started = pairWith.map((other) => {
      const name = `pair ${Math.min(me, other)}-${Math.max(me, other)}`;
      return { other, ...pairSetup.start({ key: secp256k1, other, session: scoped(session, name) }) };
    });
    const out = new Map(started.map(({ other, out: message }) => [other, packFrames([message])]));
    const states = new Map(started.map(({ other, state }) => [other, state]));
    return waiting(out, pairWith, (inbox) => stepPairs({ secp256k1, ed25519, pairs: {} }, states, inbox));
  }

  function stepPairs(
    result: CeremonyResult,
    states: ReadonlyMap<number, PairSetupState>,
    inbox: Payloads,
  ): CeremonyStep {
    const messages = column(inbox, 1, 0);
    const pairs: Record<number, PairState> = { ...result.pairs };
    const out = new Map<number, Uint8Array>();
    const open = new Map<number, PairSetupState>();
    for (const [other, state] of states) {
      const step = pairSetup.step(state, messages[other] ?? new Uint8Array());
      if (step.done) pairs[other] = step.pair;
      else {
        out.set(other, packFrames([step.out]));
        open.set(other, step.state);
      }
    }
    const reached = { ...result, pairs };
    return open.size === 0
      ? { done: true, result: reached }
      : waiting(out, pairWith, (then) => stepPairs(reached, open, then));
  }

  return {
    start,
    step: (inbox) => {
      const taken = next;
      next = () => {
        throw refuse('ceremonyState');
      };
      return taken(inbox);
    },
  };
}
