import { randomBytes } from 'node:crypto';
import type { Holding } from '../../packages/mpc/src/handover.ts';
import type { KeyShare } from '../../packages/mpc/src/index.ts';
import { entry, generate } from '../../packages/mpc/test/net.ts';
import { watched } from '../../packages/mpc/test/watched.ts';
import { parts, without } from './part.ts';
import type { Program } from './program.ts';

const removed = without('packages/mpc');
type Mpc = typeof import('../../packages/mpc/src/index.ts');
const mpcOf = (program: Program): Promise<Mpc> => program.load('packages/mpc/src/index.ts');
const refusedOr = (word: string, act: () => unknown): string[] => {
  try {
    act();
    return [word];
  } catch (error) {
    return [
      error instanceof Error && error.message.includes('signing session is never written') ? 'refused' : String(error),
    ];
  }
};

const written = parts('a signing session written down, or used twice');
async function committed(program: Program) {
  const { frost } = await mpcOf(program);
  const keys = generate('ed25519', 2, 2);
  const run = { parties: [1, 2], tweak: 0n, session: randomBytes(32), message: new Uint8Array([7]) };
  const [mine, theirs] = [1, 2].map((me) => frost.ed25519.commit({ ...run, key: entry(keys, me) }));
  if (!mine || !theirs) throw new Error('two parties');
  return { frost, mine, theirs };
}
written.control('the state of a key ceremony, as text', 'the same', async (program) => {
  const { dkg, decodeState, encodeState } = await mpcOf(program);
  const { state } = dkg.round1({ curve: 'ed25519', t: 2, n: 2, me: 1, session: randomBytes(32) });
  return [encodeState(decodeState(encodeState(state))) === encodeState(state) ? 'the same' : 'another'];
});
written.attack(
  'as the state of a ceremony is',
  'refused',
  removed('states that may rest, when written', 'state.ts', '  demandResting(state);\n  return JSON', '  return JSON'),
  async (program) => {
    const { mine } = await committed(program);
    const { encodeState } = await mpcOf(program);
    return refusedOr('written', () => encodeState(structuredClone(mine.state) as never));
  },
);
written.attack(
  'in a record that is written',
  'refused',
  removed(
    'states in memory, within records',
    'state.ts',
    "return Object.defineProperty(state, 'toJSON', { value: toJSON });",
    "return Object.defineProperty(state, 'unused', { value: toJSON });",
  ),
  async (program) => {
    const { mine } = await committed(program);
    const text = (value: unknown) => (typeof value === 'bigint' ? String(value) : value);
    return refusedOr('written', () => JSON.stringify({ backup: [mine] }, (_key, value) => text(value)));
  },
);
written.attack(
  'used for a second share, with other nonces of the peer',
  'refused',
  removed('states that are spent', 'state.ts', '  spent.add(state);\n', '', 'the nonces are wiped at their first use'),
  async (program) => {
    const { frost, mine, theirs } = await committed(program);
    frost.ed25519.sign(mine.state, { 2: theirs.broadcast });
    try {
      frost.ed25519.sign(mine.state, { 2: theirs.broadcast });
      return ['two shares'];
    } catch {
      return ['refused'];
    }
  },
);

const timed = parts('secret choices read from the work that they make');
type Field = typeof import('../../packages/mpc/src/dkls/field.ts');
const fieldOf = (program: Program): Promise<Field> => program.load('packages/mpc/src/dkls/field.ts');
const scalars = 64;
const words = (count: number): Uint32Array => new Uint32Array(new Uint8Array(randomBytes(count * 4)).buffer);
/** None of them chosen, every second, and all. */
const choices = [0, 0x55555555, 0xffffffff].map((word) => new Uint32Array(scalars / 32).fill(word));

timed.control('the sum of none is nought, and of all another', 'right', async (program) => {
  const { sumOfChosen } = await fieldOf(program);
  const terms = words(scalars * 8);
  const [none, , all] = choices.map((bits) => sumOfChosen(bits, terms));
  return [none === 0n && all !== 0n ? 'right' : 'wrong'];
});
timed.attack(
  'what is read, and how often',
  'the same',
  removed(
    'masks in the place of branches',
    'dkls/field.ts',
    'for (let k = 0; k < scalarWords; k++) sums[k] =',
    'for (let k = 0; mask !== 0 && k < scalarWords; k++) sums[k] =',
  ),
  async (program) => {
    const { sumOfChosen } = await fieldOf(program);
    const terms = words(scalars * 8);
    const traces = choices.map((bits) => {
      const { array, reads } = watched(terms);
      sumOfChosen(bits, array);
      return reads.join();
    });
    return [new Set(traces).size === 1 ? 'the same' : 'tells how many'];
  },
);
timed.attack(
  'the length of what comes next',
  'the same',
  removed('one length of every sum', 'dkls/field.ts', 'const lift = 2n * N;', 'const lift = 0n;'),
  async (program) => {
    const { addChosen } = await fieldOf(program);
    const most = new Uint32Array(8).fill(0xffffffff);
    const lengths = [0, -1].map((mask) => Math.ceil(addChosen(most, 0, most, 0, mask).toString(2).length / 64));
    return [new Set(lengths).size === 1 ? 'the same' : 'tells which'];
  },
);

const moved = parts('the old share after a move to a new sharing');
type Handover = typeof import('../../packages/mpc/src/handover.ts');
async function movedUntil(program: Program, words: readonly number[]): Promise<readonly number[]> {
  const { hearKept, keepShare, usableShares }: Handover = await program.load('packages/mpc/src/handover.ts');
  const share: KeyShare = entry(generate('ed25519', 2, 3), 1);
  const begin: Holding = { me: 1, current: share, pending: [], settled: 0 };
  const kept = keepShare(begin, 1, [1, 2, 3], { ...share, epoch: share.epoch + 1 });
  return usableShares(words.reduce((holding, from) => hearKept(holding, 1, from), kept)).map(({ epoch }) => epoch);
}
const said = (epochs: readonly number[]): string[] => [epochs.includes(0) ? 'kept' : 'gone'];
moved.control('when everybody has said that it has the new one', 'gone', async (program) =>
  said(await movedUntil(program, [2, 3])),
);
moved.attack(
  'when all but one have, one of them twice',
  'kept',
  [
    removed(
      'the word of everybody',
      'handover.ts',
      'if (kept.length === move.participants.length)',
      'if (kept.length > 1)',
    ),
    removed('words of one counted once', 'handover.ts', '[...new Set([...move.kept, from])]', '[...move.kept, from]'),
  ],
  async (program) => said(await movedUntil(program, [2, 2])),
);

export const stateAttacks = [...written.all, ...timed.all, ...moved.all];
