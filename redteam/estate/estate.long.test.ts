import { afterAll, beforeAll, expect, test } from 'vitest';
import { agree, placeOrder, rowOf, until } from './desk.ts';
import { type Ground, openEstate } from './estate.ts';
import { harmOf } from './harm.ts';
import { estatePlays } from './index.ts';
import { buildGround } from './install.ts';
import { runPlays } from './play.ts';

let built: Awaited<ReturnType<typeof buildGround>>;
let ground: Ground;
beforeAll(async () => {
  built = await buildGround(16);
  ground = built.ground;
}, 300_000);
afterAll(() => built?.close());

test('attacks are named once, and there are controls', () => {
  const names = estatePlays.map(({ family, name }) => `${family}: ${name}`);
  expect(new Set(names).size).toBe(names.length);
  expect(estatePlays.some(({ control }) => control)).toBe(true);
});

test('a payment nobody agreed to would be seen, at both signers and on the chain', async () => {
  const estate = await openEstate(ground);
  try {
    const order = await placeOrder(estate);
    await agree(estate, order);
    await until('the payment', async () => (await rowOf(estate, order)).sub_status === 'broadcast');
    expect(await harmOf(estate)).toEqual([]);
    estate.truth.payments.clear();
    expect(await harmOf(estate)).toEqual([
      `signer 1 decided ${order.intentId}`,
      `signer 2 decided ${order.intentId}`,
      expect.stringContaining('the chain has'),
    ]);
  } finally {
    await estate.stop();
  }
});

/** `npm run redteam` runs them all. */
const everyNth = 9;

test('whoever owns server and database pays nothing that the members have not agreed to', async () => {
  const some = estatePlays.filter(({ control, alone }, n) => !alone && (control || n % everyNth === 0));
  expect(await runPlays(ground, some)).toEqual([]);
}, 400_000);
