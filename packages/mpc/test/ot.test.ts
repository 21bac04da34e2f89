import { turboshake128 } from '@noble/hashes/sha3-addons.js';
import { hexToBytes, randomBytes } from '@noble/hashes/utils.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { N } from '../src/dkls/field.ts';
import { alice, bobFinish, bobStart } from '../src/dkls/rvole.ts';
import { groupFor, randomScalar, ristrettoGroup } from '../src/group.ts';
import { MpcAbort } from '../src/index.ts';
import { challenge, choose, conclude, offer, open, respond } from '../src/ot/base.ts';
import { extend, extendAsSender, xi } from '../src/ot/extension.ts';
import { keccak as native } from '../src/ot/keccak.node.ts';
import { keccak as portable } from '../src/ot/keccak.ts';
import { bytesOf, output, turboShake, words } from '../src/ot/xof.ts';
import { equalBytes, hash } from '../src/transcript.ts';
import { generate, pairUp } from './net.ts';

const keys = generate('secp256k1', 2, 2);
const [sender, receiver] = pairUp(keys, 1, 2);
const hedge = randomBytes(32);
const columnBytes = 68;
const fault = expect.objectContaining({ name: 'MpcAbort', kind: 'fault' });

describe('the hash of the pads', () => {
  it('is over one permutation of any state, in Node and in browsers', () => {
    const state = fc.uint32Array({ minLength: 50, maxLength: 50 });
    const edges = fc.constantFrom(new Uint32Array(50), new Uint32Array(50).fill(0xffffffff));
    fc.assert(
      fc.property(fc.oneof(state, edges), (before) => {
        const [ours, nobles] = [native, portable].map(({ state, permute }) => {
          state.set(before);
          permute();
          return state.slice();
        });
        expect(ours).toEqual(nobles);
      }),
    );
  });

  it("is noble's TurboSHAKE128 for every input length and domain it is used with", () => {
    for (const length of [13, 16, 41]) {
      for (const domain of [1, 2, 127]) {
        const input = randomBytes(length * 4);
        turboShake(words(input), domain);
        expect(bytesOf(output).slice()).toEqual(turboshake128(input, { D: domain, dkLen: 168 }));
      }
    }
  });
});

describe('transcripts', () => {
  it('have no two lists of items with the same hash input', () => {
    const [a, b] = [new Uint8Array([1, 2]), new Uint8Array([3])];
    const all = [
      hash('t', a, b),
      hash('t', new Uint8Array([1, 2, 3])),
      hash('t', new Uint8Array([1]), new Uint8Array([2, 3])),
      hash('t', a, b, new Uint8Array()),
      hash('ta', b),
      hash('t', b, a),
    ];
    expect(new Set(all.map(String)).size).toBe(all.length);
  });

  it('compares bytes by content and length', () => {
    expect(equalBytes(new Uint8Array([1, 2]), new Uint8Array([1, 2]))).toBe(true);
    expect(equalBytes(new Uint8Array([1, 2]), new Uint8Array([1, 3]))).toBe(false);
    expect(equalBytes(new Uint8Array([1]), new Uint8Array([1, 0]))).toBe(false);
  });
});

describe('groups', () => {
  it.each(['secp256k1', 'ed25519', 'ristretto255'] as const)(
    '%s refuses the identity, wrong lengths and scalars at the order',
    (name) => {
      const group = name === 'ristretto255' ? ristrettoGroup : groupFor(name);
      const good = group.base.multiply(7n).toBytes();
      expect(group.decode(good).equals(group.base.multiply(7n))).toBe(true);
      const identity = name === 'secp256k1' ? new Uint8Array(33) : group.zero.toBytes();
      const bad = [
        identity,
        good.slice(1),
        new Uint8Array([...good, 0]),
        new Uint8Array(),
        new Uint8Array(good.length).fill(255),
      ];
      for (const bytes of bad) expect(() => group.decode(bytes)).toThrow();
      expect(() => group.decodeScalar(new Uint8Array(32).fill(255))).toThrow();
      expect(group.decodeScalar(group.encodeScalar(group.order - 1n))).toBe(group.order - 1n);
    },
  );

  it('secp256k1 refuses an uncompressed point and one that is not on the curve', () => {
    const group = groupFor('secp256k1');
    const off = new Uint8Array(33);
    off[0] = 2;
    off[32] = 5;
    expect(() => group.decode(off)).toThrow();
    expect(() => group.decode(new Uint8Array(65).fill(4))).toThrow();
  });

  it('draws scalars of the whole range, never twice the same', () => {
    for (const curve of ['secp256k1', 'ed25519'] as const) {
      const group = groupFor(curve);
      const drawn = Array.from({ length: 2000 }, () => randomScalar(group));
      expect(new Set(drawn).size).toBe(2000);
      const high = drawn.filter((value) => value > group.order / 2n).length;
      // 1000 +- 10 standard deviations (22.4).
      expect(Math.abs(high - 1000)).toBeLessThan(224);
      expect(drawn.every((value) => value > 0n && value < group.order)).toBe(true);
    }
  });
});

describe('the base OT', () => {
  const context = randomBytes(32);

  it('refuses a sender key that is the identity, and points that are', () => {
    const { state, message } = offer(context, hedge);
    const bad = message.slice();
    bad.fill(0, 0, 32);
    expect(() => choose(context, 2, bad, hedge)).toThrow(fault);
    const points = choose(context, 2, message, hedge).message.slice();
    points.fill(0, 32 * 5, 32 * 6);
    expect(() => challenge(context, 2, state, points)).toThrow(fault);
  });

  it('refuses a proof of knowledge made for another session', () => {
    expect(() => choose(randomBytes(32), 2, offer(context, hedge).message, hedge)).toThrow(
      expect.objectContaining({ kind: 'cheat' }),
    );
  });

  it('does not let a sender learn a choice bit: a challenge wrong in one pair is noticed whichever bit was chosen', () => {
    const sent = offer(context, hedge);
    const chosen = choose(context, 2, sent.message, hedge);
    const asked = challenge(context, 2, sent.state, chosen.message);
    for (const instance of [0, 77, 127]) {
      const xiBad = asked.message.slice();
      xiBad[instance * 32] = (xiBad[instance * 32] ?? 0) ^ 1;
      const state = { ...chosen.state, challenge: xiBad };
      const response = respond(context, state, xiBad);
      const bit = ((chosen.state.choice[instance >> 3] ?? 0) >> (instance & 7)) & 1;
      const opened = () => conclude(context, 1, state, open(context, 2, asked.keyPairs, response).message);
      expect(opened, `bit ${bit}`).toThrow(expect.objectContaining({ kind: 'cheat', party: bit ? 2 : 1 }));
    }
  });
});

describe('the OT extension', () => {
  it('correlates: q_j = t_j xor x_j * delta for all transfers', () => {
    const context = randomBytes(32);
    const { extended, message } = extend(context, receiver.seedPairs, hedge);
    const q = extendAsSender(context, 2, sender, message);
    const delta = words(sender.choice);
    for (let j = 0; j < xi; j++) {
      const bit = ((extended.choices[j >>> 5] ?? 0) >>> (j & 31)) & 1;
      for (let k = 0; k < 4; k++) {
        const expected = (extended.rows[j * 4 + k] ?? 0) ^ (bit ? (delta[k] ?? 0) : 0);
        expect((q[j * 4 + k] ?? 0) >>> 0).toBe(expected >>> 0);
      }
    }
  });

  /** A receiver that uses other choice bits in some columns; its check words are honest for the rest. */
  function cheatColumns(columns: readonly number[]): boolean {
    const context = randomBytes(32);
    const { message } = extend(context, receiver.seedPairs, hedge);
    const forged = message.slice();
    for (const i of columns) forged[i * columnBytes + 3] = (forged[i * columnBytes + 3] ?? 0) ^ 4;
    try {
      extendAsSender(context, 2, sender, forged);
      return true;
    } catch (error) {
      if (error instanceof MpcAbort && error.kind === 'cheat') return false;
      throw error;
    }
  }

  it('a receiver that is inconsistent in any single column is caught, because the check hangs on the whole message', () => {
    for (let i = 0; i < 128; i += 5) expect(cheatColumns([i])).toBe(false);
    expect(cheatColumns([])).toBe(true);
  });

  it('a receiver that guesses one choice bit of the sender wins half the time, and is known as a cheat otherwise', () => {
    const outcomes = Array.from({ length: 128 }, (_, i) => {
      // A wrong second seed makes column i inconsistent while all check words stay honest: the selective-failure attack.
      const seedPairs = receiver.seedPairs.slice();
      seedPairs[i * 64 + 32] = (seedPairs[i * 64 + 32] ?? 0) ^ 1;
      const context = randomBytes(32);
      const { message } = extend(context, seedPairs, hedge);
      try {
        extendAsSender(context, 2, sender, message);
        return 0;
      } catch (error) {
        expect(error).toEqual(expect.objectContaining({ name: 'MpcAbort', kind: 'cheat', party: 2 }));
        return 1;
      }
    });
    const bits = outcomes.map((_, i) => ((sender.choice[i >> 3] ?? 0) >> (i & 7)) & 1);
    expect(outcomes).toEqual(bits);
  });
});

describe('the multiplication', () => {
  const context = randomBytes(32);
  const group = groupFor('secp256k1');

  function run(inputs: readonly [bigint, bigint], change: (message: Uint8Array) => void = () => {}) {
    const salt = randomBytes(32);
    const bob = bobStart(context, receiver.seedPairs, hedge);
    const a = alice(context, { salt, hedge }, 2, sender, bob.message, inputs);
    change(a.message);
    return { chi: bob.state.chi, c: a.c, d: bobFinish(context, salt, 1, bob.state, a.message) };
  }

  it('gives additive shares of chi times each input, for random and extreme inputs', () => {
    const inputs = [
      [1n, N - 1n],
      [N - 1n, 1n],
      [2n ** 255n, 3n],
      [randomScalar(group), randomScalar(group)],
    ] as const;
    for (const pair of inputs) {
      const { chi, c, d } = run(pair);
      expect((c[0] + d[0]) % N).toBe((chi * pair[0]) % N);
      expect((c[1] + d[1]) % N).toBe((chi * pair[1]) % N);
    }
  });

  it('draws chi of the whole range', () => {
    const chis = Array.from({ length: 200 }, () => bobStart(context, receiver.seedPairs, hedge).state.chi);
    expect(new Set(chis).size).toBe(200);
    // 100 +- 6 standard deviations (7.1).
    expect(Math.abs(chis.filter((chi) => chi > N / 2n).length - 100)).toBeLessThan(43);
  });

  it('refuses scalars at or above the order', () => {
    const order = Uint8Array.from(hexToBytes(N.toString(16)).toReversed());
    for (const tooBig of [order, new Uint8Array(32).fill(255)])
      expect(() => run([1n, 2n], (message) => message.set(tooBig, 416 * 96))).toThrow(fault);
  });

  it('a sender that uses another input in one transfer is always caught without fixing its check', () => {
    for (let j = 0; j < 416; j += 37) {
      const alter = (message: Uint8Array) => {
        message[j * 96] = (message[j * 96] ?? 0) ^ 1;
      };
      expect(() => run([5n, 7n], alter)).toThrow(expect.objectContaining({ kind: 'cheat', party: 1 }));
    }
  });
});
