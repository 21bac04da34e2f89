import { type Hello, type Identity, openSession, type PeerKeys, startHello } from '@holdfast/channel';
import { type DealState, dkg, type KeyShare, type Messages } from '@holdfast/mpc';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { packFrames, unpackFrames } from './frames.ts';

/**
 * Party 3 of the key ceremony, whose shares leave as the recovery kit. Both curves go through the same three rounds; the signers' pair
 * set-up that follows is none of its business. All state lives in memory only. Payloads are frames:
 *
 *     round 1, 2   to everybody   [secp256k1 broadcast, ed25519 broadcast]
 *     round 3      to party p     [secp256k1 broadcast, direct to p, ed25519 broadcast, direct to p]
 */
export const recoveryParty = '3';

export interface Box {
  readonly party: string;
  /** Sealed bytes, hex. */
  readonly box: string;
}
export interface KeyShares {
  readonly secp256k1: KeyShare;
  readonly ed25519: KeyShare;
}

export interface RecoveryParty {
  readonly hello: Hello;
  /** Everybody's hellos → my boxes of round 1. */
  begin(hellos: readonly Hello[]): Box[];
  /** The boxes of a round from both signers → mine of the next; after the third, none, and `shares` is there. */
  next(inbox: readonly Box[]): Box[];
  shares(): KeyShares | undefined;
}

export interface RecoveryConfig {
  readonly identity: Identity;
  /** Every party's keys, mine included. */
  readonly peers: Readonly<Record<string, PeerKeys>>;
  /** Digest of the approved intent. */
  readonly context: Uint8Array;
}

interface Both {
  readonly secp: DealState;
  readonly ed: DealState;
}
type Inbox = ReadonlyMap<number, Uint8Array>;

const scoped = (session: Uint8Array, name: string): Uint8Array => sha256(concatBytes(session, utf8ToBytes(name)));

/** The i-th frame of every party's message, as an inbox of the library. */
function column(inbox: Inbox, count: number, i: number): Messages {
  return Object.fromEntries(
    [...inbox].map(([party, bytes]) => [party, unpackFrames(bytes, count)[i] ?? new Uint8Array()]),
  );
}

function rounds(me: number, others: readonly number[], session: Uint8Array) {
  const toAll = (...parts: Uint8Array[]): Inbox => new Map(others.map((party) => [party, packFrames(parts)]));
  const config = { t: 2, n: others.length + 1, me };
  return {
    commit(): [Both, Inbox] {
      const secp = dkg.round1({ ...config, curve: 'secp256k1', session: scoped(session, 'secp256k1') });
      const ed = dkg.round1({ ...config, curve: 'ed25519', session: scoped(session, 'ed25519') });
      return [{ secp: secp.state, ed: ed.state }, toAll(secp.broadcast, ed.broadcast)];
    },
    reveal(state: Both, inbox: Inbox): [Both, Inbox] {
      const secp = dkg.round2(state.secp, column(inbox, 2, 0));
      const ed = dkg.round2(state.ed, column(inbox, 2, 1));
      return [{ secp: secp.state, ed: ed.state }, toAll(secp.broadcast, ed.broadcast)];
    },
    deal(state: Both, inbox: Inbox): [Both, Inbox] {
      const secp = dkg.round3(state.secp, column(inbox, 2, 0));
      const ed = dkg.round3(state.ed, column(inbox, 2, 1));
      const none = new Uint8Array();
      const parts = (to: number): Uint8Array[] => [
        secp.broadcast,
        secp.direct[to] ?? none,
        ed.broadcast,
        ed.direct[to] ?? none,
      ];
      return [{ secp: secp.state, ed: ed.state }, new Map(others.map((to) => [to, packFrames(parts(to))]))];
    },
    finish(state: Both, inbox: Inbox): KeyShares {
      const secp256k1 = dkg.finish(state.secp, column(inbox, 4, 0), column(inbox, 4, 1));
      const ed25519 = dkg.finish(state.ed, column(inbox, 4, 2), column(inbox, 4, 3));
      return { secp256k1, ed25519 };
    },
  };
}

/** @throws ChannelError, MpcAbort: the ceremony is over for this party, a new one has to begin */
export function createRecoveryParty({ identity, peers, context }: RecoveryConfig): RecoveryParty {
  const { hello, secret } = startHello(identity, recoveryParty, context);
  const others = Object.keys(peers).filter((party) => party !== recoveryParty);
  let step: (inbox: readonly Box[]) => Box[] = () => {
    throw new Error('not at this step');
  };
  let shares: KeyShares | undefined;

  function begin(hellos: readonly Hello[]): Box[] {
    const session = openSession({ me: recoveryParty, secret, hellos, peers, context });
    const run = rounds(Number(recoveryParty), others.map(Number), session.id);
    const seal = (round: number, out: Inbox): Box[] =>
      [...out].map(([to, bytes]) => ({ party: String(to), box: bytesToHex(session.seal(String(to), round, bytes)) }));
    const open = (round: number, boxes: readonly Box[]): Inbox => {
      if (boxes.length !== others.length) throw new Error('a message of the ceremony is missing');
      return new Map(boxes.map(({ party, box }) => [Number(party), session.open(party, round, hexToBytes(box))]));
    };
    const [committed, first] = run.commit();
    step = (commits) => {
      const [revealed, second] = run.reveal(committed, open(1, commits));
      step = (reveals) => {
        const [dealt, third] = run.deal(revealed, open(2, reveals));
        step = (deals) => {
          shares = run.finish(dealt, open(3, deals));
          return [];
        };
        return seal(3, third);
      };
      return seal(2, second);
    };
    return seal(1, first);
  }

  return { hello, begin, next: (inbox) => step(inbox), shares: () => shares };
}
