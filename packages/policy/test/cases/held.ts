import {
  type BookInForce,
  type BookRules,
  bookInForce,
  type GraceRules,
  graceAfter,
  payableFrom,
} from '../../src/index.ts';
import { hour, now } from './crew.ts';

/** What an address book that was loosened is held to: versions in hours after the first, and what is then true, written down by hand. */

/** `on 24` */
type Short = `${BookRules['mode']} ${number}`;
interface HeldCase {
  readonly from: Short;
  readonly versions: readonly (readonly [hours: number, book: Short])[];
  /** What is held in the end, and until when. */
  readonly held: readonly (readonly [book: Short, hours: number])[];
  readonly moments: readonly (readonly [hours: number, counts: Short])[];
  /** Of entries listed then, when they can be paid. */
  readonly payable?: readonly (readonly [since: number, from: number])[];
}

const cases: Record<string, HeldCase> = {
  'switched off': {
    from: 'on 24',
    versions: [[1, 'off 24']],
    held: [['on 24', 25]],
    moments: [
      [1, 'on 24'],
      [24.999, 'on 24'],
      [25, 'off 24'],
    ],
  },
  'switched on': { from: 'off 24', versions: [[1, 'on 24']], held: [], moments: [[1, 'on 24']] },
  'nothing about the book': { from: 'on 24', versions: [[1, 'on 24']], held: [], moments: [[1, 'on 24']] },
  'a shorter period': {
    from: 'on 24',
    versions: [[1, 'on 1']],
    held: [['on 24', 25]],
    moments: [
      [24.999, 'on 24'],
      [25, 'on 1'],
    ],
    payable: [
      [0, 24],
      [1, 25],
      [2, 25],
      [24, 25],
      [24.5, 25.5],
      [30, 31],
    ],
  },
  'no period any more': {
    from: 'on 24',
    versions: [[1, 'on 0']],
    held: [['on 24', 25]],
    moments: [[2, 'on 24']],
    payable: [
      [0.5, 24.5],
      [2, 25],
      [26, 26],
    ],
  },
  'a longer period': {
    from: 'on 24',
    versions: [[1, 'on 48']],
    held: [],
    moments: [[1, 'on 48']],
    payable: [[0, 48]],
  },
  'off and a longer period, in one version': {
    from: 'on 24',
    versions: [[1, 'off 48']],
    held: [['on 24', 25]],
    moments: [
      [2, 'on 48'],
      [25, 'off 48'],
    ],
  },
  'on, and a shorter period, in one version': {
    from: 'off 24',
    versions: [[1, 'on 1']],
    held: [['off 24', 25]],
    moments: [
      [2, 'on 24'],
      [25, 'on 1'],
    ],
  },
  'first shorter, then off: by the period that was still in force': {
    from: 'on 24',
    versions: [
      [1, 'on 1'],
      [2, 'off 1'],
    ],
    held: [
      ['on 24', 25],
      ['on 1', 26],
    ],
    moments: [
      [3.5, 'on 24'],
      [25, 'on 1'],
      [26, 'off 1'],
    ],
  },
  'off, on again, off again: from the last time on': {
    from: 'on 24',
    versions: [
      [1, 'off 24'],
      [10, 'on 24'],
      [11, 'off 24'],
    ],
    held: [
      ['on 24', 25],
      ['on 24', 35],
    ],
    moments: [
      [25, 'on 24'],
      [35, 'off 24'],
    ],
  },
  'on again ends nothing that is held': {
    from: 'on 24',
    versions: [
      [1, 'off 1'],
      [2, 'on 1'],
    ],
    held: [['on 24', 25]],
    moments: [
      [3, 'on 24'],
      [25, 'on 1'],
    ],
  },
  'another change meanwhile ends nothing either': {
    from: 'on 24',
    versions: [
      [1, 'off 24'],
      [2, 'off 24'],
    ],
    held: [['on 24', 25]],
    moments: [[24, 'on 24']],
  },
  'what is over is forgotten with the next version': {
    from: 'on 24',
    versions: [
      [1, 'off 24'],
      [25, 'off 24'],
    ],
    held: [],
    moments: [[25, 'off 24']],
  },
  'in small steps: each by the longest period still in force': {
    from: 'on 24',
    versions: [
      [1, 'on 12'],
      [2, 'on 6'],
      [3, 'on 0'],
    ],
    held: [
      ['on 24', 25],
      ['on 12', 26],
      ['on 6', 27],
    ],
    moments: [
      [24, 'on 24'],
      [25, 'on 12'],
      [26, 'on 6'],
      [27, 'on 0'],
    ],
    payable: [
      [3, 25],
      [14, 26],
      [20, 26],
      [23, 27],
    ],
  },
  'without a period there is nothing to wait for': {
    from: 'on 0',
    versions: [[1, 'off 0']],
    held: [],
    moments: [[1, 'off 0']],
    payable: [[1, 1]],
  },
};

const rulesOf = (short: Short): BookRules => {
  const [mode, coolingHours] = short.split(' ') as [BookRules['mode'], string];
  return { mode, coolingHours };
};
const at = (hours: number): number => now + Math.round(hours * hour);
const shown = ({ mode, coolingHours }: BookInForce | BookRules): Short => `${mode} ${Number(coolingHours)}`;

function demand(name: string, got: unknown, wanted: unknown): void {
  if (JSON.stringify(got) !== JSON.stringify(wanted))
    throw new Error(`${name}: expected ${JSON.stringify(wanted)}, got ${JSON.stringify(got)}`);
}

function made([name, wanted]: [string, HeldCase]) {
  const versions = [
    { at: at(0), book: rulesOf(wanted.from) },
    ...wanted.versions.map(([hours, book]) => ({ at: at(hours), book: rulesOf(book) })),
  ];
  let held: readonly GraceRules[] = [];
  let book = rulesOf(wanted.from);
  for (const version of versions.slice(1)) {
    held = graceAfter(held, book, version.book, version.at);
    book = version.book;
  }
  const moments = wanted.moments.map(([hours]) => ({ at: at(hours), ...bookInForce(book, held, at(hours)) }));
  const payable = (wanted.payable ?? []).map(([since]) => ({
    since: at(since),
    from: payableFrom(at(since), book, held),
  }));
  demand(
    name,
    held.map((one) => [shown(one), (one.until - now) / hour]),
    wanted.held,
  );
  demand(
    name,
    moments.map(shown),
    wanted.moments.map(([, counts]) => counts),
  );
  demand(
    name,
    payable.map(({ from }) => (from - now) / hour),
    (wanted.payable ?? []).map(([, from]) => from),
  );
  return { name, versions, held, moments, payable };
}

export const heldVectors = () => Object.entries(cases).map(made);
