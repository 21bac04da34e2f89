import { afterAll, beforeAll, expect, test } from 'vitest';
import { agree, placeOrder, rowOf, until } from './desk.ts';
import { harmOf } from './harm.ts';
import { installationPlays } from './index.ts';
import { buildGround } from './install.ts';
import { type Ground, openInstallation } from './installation.ts';
import { runPlays } from './play.ts';

let built: Awaited<ReturnType<typeof buildGround>>;
let ground: Ground;
beforeAll(async () => {
  built = await buildGround(16);
  ground = built.ground;
}, 300_000);
afterAll(() => built?.close());

test('attacks are named once, and there are controls', () => {
  const names = installationPlays.map(({ family, name }) => `${family}: ${name}`);
  expect(new Set(names).size).toBe(names.length);
  expect(installationPlays.some(({ control }) => control)).toBe(true);
});

test('a payment nobody agreed to would be seen, at both signers and on the chain', async () => {
  const installation = await openInstallation(ground);
  try {
    const order = await placeOrder(installation);
    await agree(installation, order);
    await until('the payment', async () => (await rowOf(installation, order)).sub_status === 'broadcast');
    expect(await harmOf(installation)).toEqual([]);
    installation.truth.payments.clear();
    expect(await harmOf(installation)).toEqual([
      `signer 1 decided ${order.intentId}`,
      `signer 2 decided ${order.intentId}`,
      expect.stringContaining('the chain has'),
    ]);
  } finally {
    await installation.stop();
  }
});

/** `npm run redteam` runs them all. */
const everyNth = 9;

test('whoever owns server and database pays nothing that the members have not agreed to', async () => {
  const some = installationPlays.filter(({ control, alone }, n) => !alone && (control || n % everyNth === 0));
  expect(await runPlays(ground, some)).toEqual([]);
}, 400_000);
