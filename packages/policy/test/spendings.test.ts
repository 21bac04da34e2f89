import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createSpendings, type Spending, type Spendings } from '../src/index.ts';

const hourMs = 3_600_000;
const seed = Number(process.env.HOLDFAST_SEED ?? Date.now() % 2 ** 31);

interface Told {
  readonly id: number;
  /** Since the one before; negative where the clock fell back. */
  readonly hours: number;
  readonly units: number;
  readonly what: 'payment' | 'drop';
}

const told: fc.Arbitrary<Told> = fc.record({
  id: fc.nat({ max: 30 }),
  hours: fc.oneof(
    { weight: 8, arbitrary: fc.integer({ min: -12, max: 100 }) },
    { weight: 1, arbitrary: fc.constantFrom(-1_000, 700, 719, 720, 721, 743, 744, 900) },
  ),
  units: fc.nat({ max: 1_000 }),
  what: fc.constantFrom('payment', 'payment', 'payment', 'drop'),
});

function tell(spendings: Spendings, one: Spending | string): void {
  if (typeof one === 'string') spendings.drop(one);
  else spendings.add(one);
}

it(`counters that are told what a window may reach count like those that were told everything (seed ${seed})`, () => {
  fc.assert(
    fc.property(fc.array(told, { maxLength: 60 }), (all) => {
      const spendings = createSpendings();
      let [at, newest] = [1_790_000_000_000, 0];
      for (const { id, hours, units, what } of all) {
        at += hours * hourMs;
        const paid = { id: `${id}`, at, wallet: '7', member: 'ann', asset: 'evm:1|' as const };
        tell(spendings, `${id}`);
        if (what === 'payment') tell(spendings, { ...paid, units: BigInt(units), cents: BigInt(units % 7) });
        if (what === 'payment') newest = Math.max(newest, at);
      }
      const again = createSpendings();
      for (const one of spendings.history()) tell(again, one);
      expect(again.history()).toEqual(spendings.history());
      for (const hours of [1, 24, 719, 720])
        for (const late of [-23, 0, 1, 800])
          for (const except of ['', '3']) {
            const query = { hours, scope: 'workspace' as const, wallet: '', member: '', counts: () => true, except };
            const now = newest + late * hourMs;
            expect(again.sum(query, now)).toEqual(spendings.sum(query, now));
          }
    }),
    { seed, numRuns: 400 },
  );
});

it('what no window reaches any more is told no further', () => {
  const spendings = createSpendings();
  for (let day = 0; day < 365; day++)
    spendings.add({
      ...{ id: `${day}`, at: day * 24 * hourMs, wallet: '7', member: 'ann', asset: 'evm:1|', units: 1n },
      cents: undefined,
    });
  expect(spendings.history().map((one) => (typeof one === 'string' ? one : one.id))).toEqual(
    Array.from({ length: 31 }, (_, n) => `${334 + n}`),
  );
});
