import { afterEach, describe, expect, it, vi } from 'vitest';
import { groupFor, mod } from '../src/group.ts';
import { evaluate, evaluateCommitment, lagrange, randomPolynomial } from '../src/polynomial.ts';

const run = new Uint8Array(32).fill(7);
afterEach(() => void vi.restoreAllMocks());

describe.each(['secp256k1', 'ed25519'] as const)('Shamir’s polynomials on %s', (curve) => {
  const group = groupFor(curve);
  const constant = 123_456_789n;

  it('are evaluated at a party: a + b x + c x²', () => {
    expect(evaluate(group, [5n, 7n, 11n], 3)).toBe(5n + 21n + 99n);
    expect(evaluate(group, [5n], 9)).toBe(5n);
    expect(evaluate(group, [group.order - 1n, 1n], 2)).toBe(1n);
  });
  it('have the constant term that is shared, and a coefficient for each further party of the threshold', () => {
    for (const t of [1, 2, 3]) {
      const made = randomPolynomial(group, constant, t, run);
      expect([made.length, made[0], new Set(made).size]).toEqual([t, constant, t]);
      expect(made.every((one) => one > 0n && one < group.order)).toBe(true);
    }
  });
  it('are fresh each time, and hang on secret, run and place where the generator repeats itself', () => {
    const later = (...[secret, id]: [bigint, Uint8Array]) => randomPolynomial(group, secret, 3, id).slice(1);
    expect(later(constant, run)).not.toEqual(later(constant, run));
    vi.spyOn(globalThis.crypto, 'getRandomValues').mockImplementation((array) => array);
    const made = [later(constant, run), later(constant + 1n, run), later(constant, new Uint8Array(32))].flat();
    expect(new Set(made).size).toBe(6);
    expect(later(constant, run)).toEqual(made.slice(0, 2));
  });
  it('are checked in the exponent', () => {
    const made = [5n, 7n, 11n];
    const points = made.map((one) => group.base.multiply(one));
    for (const x of [1, 2, 3])
      expect(evaluateCommitment(group, points, x).equals(group.base.multiply(evaluate(group, made, x)))).toBe(true);
  });
  it('are put together again from any parties that suffice, whatever stands between their ids', () => {
    const made = randomPolynomial(group, constant, 3, run);
    for (const parties of [
      [1, 2, 3],
      [2, 5, 9],
      [9, 1, 4],
      [1, 2, 3, 4],
    ]) {
      const parts = parties.map((me) => lagrange(group, parties, me) * evaluate(group, made, me));
      expect(
        mod(
          parts.reduce((sum, part) => sum + part, 0n),
          group.order,
        ),
      ).toBe(constant);
    }
    expect(lagrange(group, [4], 4)).toBe(1n);
  });
});
