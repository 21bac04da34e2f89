import { type Group, groupFor, ristrettoGroup } from '../src/group.ts';
import type { Curve } from '../src/index.ts';
import { vsotLengths } from '../src/ot/base.ts';
import { extensionBytes } from '../src/ot/extension.ts';
import type { Field, Layout } from './attacks.ts';

/** Every field of every message of every protocol (docs/mpc.md). A test fails when a message has other lengths than said here. */
function decodes(parse: (bytes: Uint8Array) => unknown): (bytes: Uint8Array) => boolean {
  return (bytes) => {
    try {
      parse(bytes);
      return true;
    } catch {
      return false;
    }
  };
}

function raw(name: string, bytes: number): Field {
  return { name, bytes };
}

function point(name: string, group: Group): Field {
  return { name, bytes: group.pointBytes, wellFormed: decodes(group.decode) };
}

function points(name: string, group: Group, count: number): Field {
  const size = group.pointBytes;
  const all = (bytes: Uint8Array) => {
    for (let i = 0; i < count; i++) group.decode(bytes.subarray(i * size, (i + 1) * size));
  };
  return { name, bytes: size * count, wellFormed: decodes(all) };
}

function scalar(name: string, group: Group): Field {
  return { name, bytes: 32, wellFormed: decodes(group.decodeScalar) };
}

const secp = groupFor('secp256k1');

export const ecdsaLayouts: readonly Layout[] = [
  {
    round: 1,
    message: 0,
    fields: [
      raw('commitment', 32),
      raw('salt', 32),
      raw('u columns', extensionBytes - 129 * 16),
      raw('check words', 129 * 16),
    ],
  },
  {
    round: 2,
    message: 0,
    fields: [
      raw('echo', 32),
      // A wrong nonce or opening is caught by the commitment before it is parsed.
      raw('nonce point', 33),
      raw('opening', 32),
      point('key part', secp),
      point('gamma u', secp),
      point('gamma v', secp),
      scalar('psi', secp),
      raw('salt', 32),
      raw('tau', 416 * 3 * 32),
      raw('eta', 32),
      raw('mu', 32),
    ],
  },
  { round: 3, message: 0, fields: [scalar('w', secp), scalar('u', secp)] },
];

export const pairLayouts: readonly Layout[] = [
  {
    round: 1,
    message: 0,
    fields: [
      point('B', ristrettoGroup),
      point('proof R', ristrettoGroup),
      scalar('proof z', ristrettoGroup),
      raw('seed commitment', 32),
    ],
  },
  { round: 2, message: 0, fields: [points('A', ristrettoGroup, 128), raw('seed opening', 64)] },
  { round: 3, message: 0, fields: [raw('challenge', vsotLengths.challenge)] },
  { round: 4, message: 0, fields: [raw('response', vsotLengths.response)] },
  { round: 5, message: 0, fields: [raw('opening', vsotLengths.opening)] },
];

export function frostLayouts(curve: Curve): readonly Layout[] {
  const group = groupFor(curve);
  return [
    { round: 1, message: 0, fields: [point('hiding', group), point('binding', group)] },
    { round: 2, message: 0, fields: [scalar('share', group)] },
  ];
}

/** A changed opening never gets as far as being parsed: the commitment catches it. */
export function dealLayouts(curve: Curve, t: number): readonly Layout[] {
  const group = groupFor(curve);
  const size = group.pointBytes;
  return [
    { round: 1, message: 0, fields: [raw('commitment', 32)] },
    {
      round: 2,
      message: 0,
      fields: [raw('polynomial', t * size), raw('proof', size + 32), raw('chain code part', 32), raw('salt', 32)],
    },
    { round: 3, message: 0, fields: [raw('echo', 32)] },
    { round: 3, message: 1, fields: [scalar('share', group)] },
  ];
}
