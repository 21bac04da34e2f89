import { ed25519 } from '@noble/curves/ed25519.js';
import { describe, expect, it } from 'vitest';
import { commonShare, type Holding, hearKept, keepShare, keeps, usableShares } from '../src/handover.ts';
import { frost, type KeyShare, type PartyId, publicOf, refreshConfig } from '../src/index.ts';
import { publicHash } from '../src/share.ts';
import { each, entry, frostAll, generate, type Keys, reshareAll } from './net.ts';

const all = [1, 2, 3];
const old = generate('ed25519', 2, 3);
const refreshed = (): Keys => reshareAll(each(all, (me) => refreshConfig(entry(old, me), new Uint8Array(32))));
/** Two refreshes of the same shares, as when the first was not finished by all. */
const runs: Readonly<Record<number, Keys>> = { 1: refreshed(), 2: refreshed() };
const first = entry(runs, 1);

type Holdings = Readonly<Record<PartyId, Holding>>;
const begin: Holdings = each(all, (me) => ({ me, current: entry(old, me), pending: [], settled: 0 }));
const namesOf = (holding: Holding) => usableShares(holding).map(publicHash);

/** What the parties would sign with; fails when they have nothing in common, or do not agree. */
function common(state: Holdings, parties: readonly PartyId[]): Keys {
  const chosen = each(parties, (me) => {
    const others = parties.filter((party) => party !== me);
    return commonShare(
      entry(state, me),
      each(others, (party) => namesOf(entry(state, party))),
    );
  });
  const [one, ...rest] = Object.values(chosen).map((share) => String(publicHash(share)));
  expect(rest.every((name) => name === one)).toBe(true);
  return chosen;
}

/** Only who still has what a run deals with can take part in it. */
const canKeep = ({ current, pending }: Holding, run: number) =>
  current?.epoch === 0 && (pending.at(-1)?.run ?? 0) < run;

/** Every single thing that may happen next. `liar` says anything to anybody. Being killed is that something does not happen, or not yet. */
function next(state: Holdings, liar?: PartyId): Holdings[] {
  const put = (holding: Holding): Holdings => ({ ...state, [holding.me]: holding });
  return all.flatMap((me) =>
    Object.entries(runs).flatMap(([name, shares]) => {
      const run = Number(name);
      const holding = entry(state, me);
      const kept = canKeep(holding, run) ? [put(keepShare(holding, run, all, entry(shares, me)))] : [];
      const said = all.filter((from) => from !== me && (from === liar || keeps(entry(state, from), run)));
      return [...kept, ...said.map((from) => put(hearKept(holding, run, from)))];
    }),
  );
}

/** All states that can be reached. */
function reach(liar?: PartyId): Holdings[] {
  const nameOf = (state: Holdings) =>
    JSON.stringify(
      Object.values(state).map(({ settled, pending }) => [settled, pending.map(({ run, kept }) => [run, kept])]),
    );
  const seen = new Map<string, Holdings>([[nameOf(begin), begin]]);
  for (const state of seen.values())
    for (const after of next(state, liar)) if (!seen.has(nameOf(after))) seen.set(nameOf(after), after);
  return [...seen.values()];
}

const signs = (keys: Keys, parties: readonly PartyId[]): boolean =>
  Object.values(frostAll(frost.ed25519, keys, parties, new Uint8Array(1))).every((signature) =>
    ed25519.verify(signature, new Uint8Array(1), entry(old, 1).groupPublic),
  );

describe('a move to a new sharing', () => {
  it('leaves all with one sharing in common, wherever each of them was stopped, and nobody without', () => {
    const states = reach();
    for (const state of states) common(state, all);
    const settled = states.map((state) => Object.values(state).filter((one) => one.settled !== 0).length);
    expect(new Set(settled)).toEqual(new Set([0, 1, 2, 3]));
  });

  it('leaves the others with one in common, whatever one of them says to whom', () => {
    for (const state of reach(3)) for (const parties of [[1, 2]]) common(state, parties);
  });

  it('ends in a sharing that signs, before, between and after', () => {
    const keep = (state: Holdings, me: PartyId): Holdings => ({
      ...state,
      [me]: keepShare(entry(state, me), 1, all, entry(first, me)),
    });
    const states = [begin, keep(begin, 1), keep(keep(begin, 1), 2), all.reduce(keep, begin)];
    const last = all.reduce(keep, begin);
    const one = { ...last, 1: hearKept(hearKept(entry(last, 1), 1, 2), 1, 3) };
    for (const state of [...states, one]) expect(signs(common(state, [1, 2]), [1, 2])).toBe(true);
    expect(namesOf(entry(one, 1)).length).toBe(1);
    expect(entry(common(one, all), 1).epoch).toBe(1);
  });

  it('deletes nothing while one word is missing, and the old share with the last', () => {
    const mine = keepShare(entry(begin, 1), 1, all, entry(first, 1));
    const almost = hearKept(hearKept(mine, 1, 2), 1, 2);
    expect(usableShares(almost).map(({ epoch }) => epoch)).toEqual([1, 0]);
    expect(usableShares(hearKept(almost, 1, 3)).map(({ epoch }) => epoch)).toEqual([1]);
    expect(keeps(hearKept(almost, 1, 3), 1)).toBe(true);
  });

  it('lets who leaves go, and who joins begin, only then', () => {
    const leaving = keepShare(entry(begin, 1), 1, [1, 2], null);
    expect(usableShares(leaving)).toEqual([entry(old, 1)]);
    expect(usableShares(hearKept(leaving, 1, 2))).toEqual([]);
    const share: KeyShare = entry(first, 2);
    const joining = keepShare({ me: 2, current: null, pending: [], settled: 0 }, 1, [1, 2], share);
    expect(hearKept(joining, 1, 1).current).toBe(share);
  });

  it('is said again without a change, counts its runs from 1 on, and never goes back behind one', () => {
    const behind = expect.objectContaining({ kind: 'fault', message: 'run left behind' });
    const holding = entry(begin, 1);
    const mine = keepShare(holding, 1, [3, 2, 1], entry(first, 1));
    expect(mine.pending).toMatchObject([{ run: 1, participants: all, kept: [1] }]);
    expect(keepShare(mine, 1, all, entry(first, 1))).toBe(mine);
    expect([keeps(holding, 1), keeps(mine, 1), keeps(mine, 2)]).toEqual([false, true, false]);
    expect(hearKept(mine, 2, 2)).toBe(mine);
    expect(hearKept(hearKept(mine, 1, 3), 1, 3).pending).toMatchObject([{ kept: [1, 3] }]);
    for (const run of [-1, 1.5, Number.NaN, 2 ** 53])
      expect(() => keepShare(holding, run, all, entry(first, 1))).toThrow(behind);
    const newer = keepShare(mine, 2, all, entry(entry(runs, 2), 1));
    expect(hearKept(newer, 1, 2)).toBe(newer);
    const settled = hearKept(hearKept(newer, 2, 2), 2, 3);
    expect(settled).toEqual({ me: 1, current: entry(entry(runs, 2), 1), pending: [], settled: 2 });
    expect(keepShare(settled, 2, all, null)).toBe(settled);
    expect(() => keepShare(settled, 1, all, entry(first, 1))).toThrow(behind);
    expect(() => keepShare(holding, 1, [2, 3], entry(first, 1))).toThrow('I am not one of the parties');
  });

  it('refuses what is not its own: a share of another party, key or earlier epoch, and words of strangers', () => {
    const fault = expect.objectContaining({ kind: 'fault' });
    const holding = entry(begin, 1);
    const mine = entry(first, 1);
    const refused = [entry(first, 2), entry(generate('ed25519', 2, 3), 1), { ...mine, epoch: 0 }];
    for (const share of refused) expect(() => keepShare(holding, 1, all, share)).toThrow(fault);
    expect(() => keepShare({ ...holding, current: null }, 1, all, null)).toThrow(fault);
    expect(() => hearKept(keepShare(holding, 1, all, mine), 1, 9)).toThrow(fault);
    expect(() => keepShare(keepShare(holding, 2, all, entry(entry(runs, 2), 1)), 1, all, mine)).toThrow(fault);
    expect(() => commonShare(holding, { 2: [publicHash(publicOf(mine))] })).toThrow(fault);
  });
});
