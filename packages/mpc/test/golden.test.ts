import { expect, it, vi } from 'vitest';
import { ecdsaAlways, ecdsaRun, frostAlways, frostRun } from './golden.ts';
import { beginAnew } from './golden-random.ts';

vi.mock('@noble/hashes/utils.js', async (load) => {
  const [real, { seeded }] = await Promise.all([load<object>(), import('./golden-random.ts')]);
  return seeded(real);
});

it('what a run of ECDSA makes of its randomness is what it always made', () => {
  beginAnew();
  expect(ecdsaRun()).toEqual(ecdsaAlways);
});

it('and so does a run of FROST, for ed25519 and taproot', () => {
  beginAnew();
  expect(frostRun()).toEqual(frostAlways);
});
