import { expect, test } from 'vitest';
import { admissionSteps } from '../apps/signer/src/admission/admit.ts';
import { scripted } from './attacks/index.ts';
import { build } from './build.ts';
import { attackMutants, mutants } from './mutants.ts';
import { exchanged } from './sources.ts';

test('every step of the admission has a copy of the signer without it, and every place to be exchanged is there once', () => {
  expect(mutants.map(({ name }) => name)).toEqual(
    expect.arrayContaining(admissionSteps.map(({ name }) => `step ${name}`)),
  );
  for (const mutant of mutants) expect(() => exchanged(mutant), mutant.name).not.toThrow();
});

test('what stops fees, stale prices, withheld signatures, displayed text, twins, floods and far paths has a copy without it', () => {
  const own = ['a wallet burnt in fees', 'stale prices', 'a signature kept back', 'displayed text', 'twins', 'floods'];
  const families = new Set(mutants.filter(({ coveredBy }) => !coveredBy).map(({ family }) => family));
  for (const family of [...own, 'path range']) {
    expect(families, family).toContain(family);
    expect(scripted.map((attack) => attack.family)).toContain(family);
  }
});

test('a copy of the signer that asks for no approvals, or forgets its limits, is caught', async () => {
  const base = await build();
  try {
    const chosen = mutants.filter(({ name }) => ['step thresholds', 'step velocity', 'expiry'].includes(name));
    const results = await attackMutants(base, scripted, chosen, { seed: 1 });
    expect(results.map(({ caught }) => caught?.split(',')[0])).toEqual(['LET THROUGH', 'LET THROUGH', 'LET THROUGH']);
  } finally {
    await base.pair.stop();
  }
}, 300_000);
