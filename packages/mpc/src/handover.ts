import { fault } from './abort.ts';
import { at, checkParties } from './parties.ts';
import { publicHash } from './share.ts';
import { equalBytes } from './transcript.ts';
import type { KeyShare, PartyId } from './types.ts';

/**
 * From one sharing to the next without a moment in which neither can sign. Each participant of a `reshare` keeps the old share beside the new one and
 * says so; the old one goes when everybody has said it. Nothing else is ever deleted, and a run that somebody did not finish is left behind by the next.
 * So whoever is stopped, and whatever one participant says to whom, the others have a sharing in common, and sign with the newest of these.
 *
 * The caller stores what each function returns, whole and at once, before anything of it leaves.
 */
export interface Holding {
  readonly me: PartyId;
  /** What everybody holds as far as I know; null before I joined and after I left. Secret. */
  readonly current: KeyShare | null;
  /** Runs of which not everybody has said that they keep the result, the newest last. */
  readonly pending: readonly Pending[];
  /** The run that `current` comes from; 0 for the key's generation. */
  readonly settled: number;
}

export interface Pending {
  /** Counts the runs of `reshare` for this key, 1 first; all participants agree upon it, as they do upon the session. */
  readonly run: number;
  readonly participants: readonly PartyId[];
  /** Mine; null when I leave. Secret. */
  readonly share: KeyShare | null;
  /** Who has said to keep theirs, me among them. */
  readonly kept: readonly PartyId[];
}

/**
 * What `reshare.finish` gave me. From now on I say to everybody that I keep it, as often as asked.
 * @throws MpcAbort fault for a share that is not mine or not later, and for a run that a later one has left behind: two may never end in two ways
 */
export function keepShare(
  holding: Holding,
  run: number,
  participants: readonly PartyId[],
  share: KeyShare | null,
): Holding {
  const { me, current, pending } = holding;
  if (keeps(holding, run)) return holding;
  if (!Number.isSafeInteger(run) || run <= (pending.at(-1)?.run ?? holding.settled)) throw fault('run left behind');
  if (share ? share.me !== me : !current) throw fault('not my share');
  if (share && current && !follows(share, current)) throw fault('not a later sharing of this key');
  const move: Pending = { run, participants: checkParties(participants, me), share, kept: [me] };
  return { ...holding, pending: [...pending, move] };
}

function follows(share: KeyShare, current: KeyShare): boolean {
  const same = share.curve === current.curve && equalBytes(share.groupPublic, current.groupPublic);
  return same && share.epoch > current.epoch;
}

/** May I say of this run that I keep its result? */
export function keeps({ pending, settled }: Holding, run: number): boolean {
  return settled === run || pending.some((move) => move.run === run);
}

/**
 * A participant said, over an authenticated channel, that it keeps the result of a run. When all have, the older shares are gone from what this returns.
 * Only the newest run can still end so: an older one was left behind.
 */
export function hearKept(holding: Holding, run: number, from: PartyId): Holding {
  const move = holding.pending.at(-1);
  if (move?.run !== run) return holding;
  if (!move.participants.includes(from)) throw fault('no participant of this run', from);
  const kept = [...new Set([...move.kept, from])].sort((a, b) => a - b);
  if (kept.length === move.participants.length)
    return { me: holding.me, current: move.share, pending: [], settled: run };
  return { ...holding, pending: [...holding.pending.slice(0, -1), { ...move, kept }] };
}

/** The shares that I can sign with, the newest first. */
export function usableShares({ current, pending }: Holding): KeyShare[] {
  const newest = [...pending].reverse().map(({ share }) => share);
  return [...newest, current].filter((share): share is KeyShare => share !== null);
}

/**
 * The newest of my sharings that these others hold too: the one to sign with.
 * @param held `publicHash` of each of theirs, as they said
 * @throws MpcAbort fault
 */
export function commonShare(holding: Holding, held: Readonly<Record<PartyId, readonly Uint8Array[]>>): KeyShare {
  const others = Object.keys(held).map(Number);
  const common = usableShares(holding).find((share) => {
    const name = publicHash(share);
    return others.every((party) => at(held, party).some((one) => equalBytes(one, name)));
  });
  if (!common) throw fault('no sharing that all hold');
  return common;
}
