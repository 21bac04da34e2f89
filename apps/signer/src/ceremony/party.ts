import { type DealState, dkg, type KeyShare, type PairSetup, type PairSetupState, type PairState } from '@holdfast/mpc';
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
  /** How a pair is set up. */
  readonly pairSetup: PairSetup;
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

/** What goes out, from whom answers are awaited, and what they are then given to. */
interface Waiting {
  readonly out: Payloads;
  readonly from: readonly number[];
  readonly next: (inbox: Payloads) => Reached;
}
type Reached = Waiting | CeremonyResult;

const othersOf = ({ me, parties }: CeremonyConfig): number[] => parties.filter((party) => party !== me);

const toAll = (others: readonly number[], ...parts: Uint8Array[]): Payloads =>
  new Map(others.map((party) => [party, packFrames(parts)]));

function start(config: CeremonyConfig): Waiting {
  const { me, parties, threshold: t, session } = config;
  const n = parties.length;
  const others = othersOf(config);
  const secp = dkg.round1({ curve: 'secp256k1', t, n, me, session: scoped(session, 'secp256k1') });
  const ed = dkg.round1({ curve: 'ed25519', t, n, me, session: scoped(session, 'ed25519') });
  return {
    out: toAll(others, secp.broadcast, ed.broadcast),
    from: others,
    next: (inbox) => reveal(config, { secp: secp.state, ed: ed.state }, inbox),
  };
}

function reveal(config: CeremonyConfig, state: Both, inbox: Payloads): Waiting {
  const others = othersOf(config);
  const secp = dkg.round2(state.secp, column(inbox, 2, 0));
  const ed = dkg.round2(state.ed, column(inbox, 2, 1));
  return {
    out: toAll(others, secp.broadcast, ed.broadcast),
    from: others,
    next: (answers) => deal(config, { secp: secp.state, ed: ed.state }, answers),
  };
}

function deal(config: CeremonyConfig, state: Both, inbox: Payloads): Waiting {
  const others = othersOf(config);
  const secp = dkg.round3(state.secp, column(inbox, 2, 0));
  const ed = dkg.round3(state.ed, column(inbox, 2, 1));
  const out = others.map((party) => {
    const [secpDirect, edDirect] = [secp.direct[party], ed.direct[party]];
    if (!secpDirect || !edDirect) throw refuse('internal', 'no share for a party');
    return [party, packFrames([secp.broadcast, secpDirect, ed.broadcast, edDirect])] as const;
  });
  return {
    out: new Map(out),
    from: others,
    next: (answers) => finish(config, { secp: secp.state, ed: ed.state }, answers),
  };
}

function finish(config: CeremonyConfig, state: Both, inbox: Payloads): Reached {
  const secp256k1 = dkg.finish(state.secp, column(inbox, 4, 0), column(inbox, 4, 1));
  const ed25519 = dkg.finish(state.ed, column(inbox, 4, 2), column(inbox, 4, 3));
  const result = { secp256k1, ed25519, pairs: {} };
  return config.pairWith.length === 0 ? result : startPairs(config, result);
}

function startPairs(config: CeremonyConfig, result: CeremonyResult): Waiting {
  const { me, pairWith, session, pairSetup } = config;
  const started = pairWith.map((other) => {
    const name = `pair ${Math.min(me, other)}-${Math.max(me, other)}`;
    return { other, ...pairSetup.start({ key: result.secp256k1, other, session: scoped(session, name) }) };
  });
  const states = new Map(started.map(({ other, state }) => [other, state]));
  return {
    out: new Map(started.map(({ other, out: message }) => [other, packFrames([message])])),
    from: pairWith,
    next: (inbox) => stepPairs(config, result, states, inbox),
  };
}

function stepPairs(
  config: CeremonyConfig,
  result: CeremonyResult,
  states: ReadonlyMap<number, PairSetupState>,
  inbox: Payloads,
): Reached {
  const messages = column(inbox, 1, 0);
  const pairs: Record<number, PairState> = { ...result.pairs };
  const out = new Map<number, Uint8Array>();
  const open = new Map<number, PairSetupState>();
  for (const [other, state] of states) {
    const step = config.pairSetup.step(state, messages[other] ?? new Uint8Array());
    if (step.done) pairs[other] = step.pair;
    else {
      out.set(other, packFrames([step.out]));
      open.set(other, step.state);
    }
  }
  const reached = { ...result, pairs };
  return open.size === 0
    ? reached
    : { out, from: config.pairWith, next: (answers) => stepPairs(config, reached, open, answers) };
}

export function createCeremonyParty(config: CeremonyConfig): CeremonyParty {
  let next: Waiting['next'] | undefined;
  const waiting = ({ out, from, next: taker }: Waiting): Extract<CeremonyStep, { done: false }> => {
    next = taker;
    return { done: false, out, from };
  };
  return {
    start: () => waiting(start(config)),
    step: (inbox) => {
      const taken = next;
      // A step that fails ends the ceremony: its answers are taken once.
      next = undefined;
      if (!taken) throw refuse('ceremonyState');
      const reached = taken(inbox);
      return 'next' in reached ? waiting(reached) : { done: true, result: reached };
    },
  };
}
