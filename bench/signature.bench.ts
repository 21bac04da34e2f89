/**
 * What a signature takes of two real signers, with all that they check, write and send for it, on each chain. Yardstick in the same run: the mathematics
 * alone by one whole key, in this process. HOLDFAST_BENCH_PAYMENTS (20) payments a chain; what an idle signer takes meanwhile is taken off.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { type ChainConfig, type Curve, familyOf } from '@holdfast/chains';
import { startApprover } from '@holdfast/testkit';
import { ed25519 } from '@noble/curves/ed25519.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { randomBytes } from '@noble/hashes/utils.js';
import { type Installation, openInstallation } from '../sandbox/installation.ts';
import { type BenchCoin, cpuOf, fundWallet, request, waitUntilPast } from './payments.ts';
import type { Figure } from './run.ts';

const payments = Number(process.env.HOLDFAST_BENCH_PAYMENTS ?? 20);
const idleMs = 5_000;
const signers = ['signer-1', 'signer-2'] as const;
/** Coins whose payments have one signature each. */
const coins: readonly BenchCoin[] = [
  { symbol: 'ETH', deposit: '100', amount: '0.001' },
  { symbol: 'TRX', deposit: '100000', amount: '2' },
  { symbol: 'TON', deposit: '100', amount: '0.05' },
];
const schemes: Readonly<Record<Curve, string>> = { secp256k1: 'ECDSA', ed25519: 'FROST, Ed25519' };

/** CPU of one signature by a whole key, ms. */
function whole(curve: Curve): number {
  const secret = randomBytes(32);
  const sign = (): Uint8Array =>
    curve === 'ed25519'
      ? ed25519.sign(randomBytes(32), secret)
      : secp256k1.sign(randomBytes(32), secret, { prehash: false });
  for (let n = 0; n < 100; n++) sign();
  const before = process.threadCpuUsage();
  for (let n = 0; n < 300; n++) sign();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000 / 300;
}

/** CPU of both signers together since they started, ms. */
const used = (fixture: Installation): number => signers.reduce((sum, name) => sum + cpuOf(fixture.pidOf(name)), 0);

/** CPU of both while nothing is to be done, in ms a ms. */
async function idleRate(fixture: Installation): Promise<number> {
  const [before, began] = [used(fixture), performance.now()];
  await sleep(idleMs);
  return (used(fixture) - before) / (performance.now() - began);
}

async function measure(fixture: Installation, chain: ChainConfig, coin: BenchCoin): Promise<Figure> {
  await fundWallet(fixture, chain, coin);
  const idle = await idleRate(fixture);
  const [before, began] = [used(fixture), performance.now()];
  for (let n = 0; n < payments; n++) await request(fixture, chain, coin);
  await waitUntilPast(fixture, [1000, 1100, 1200]);
  const busy = used(fixture) - before - idle * (performance.now() - began);
  const { curve } = familyOf(chain);
  const value = busy / signers.length / payments;
  const alone = whole(curve);
  return {
    name: `${payments} payments of ${coin.symbol} (${schemes[curve]}): CPU of each signer per signature`,
    value,
    unit: 'ms',
    yardstick: `one whole key, mathematics alone: ${alone.toFixed(2)} ms, ${(value / alone).toFixed(0)} times less`,
  };
}

export async function run(): Promise<{ rows: Figure[] }> {
  const fixture = await openInstallation();
  const { session, place } = fixture;
  const { origins } = place;
  const member = fixture.fixture.owner;
  const approver = startApprover({ session, member, origins, expected: () => true, pauseMs: 100 });
  try {
    const rows: Figure[] = [];
    for (const coin of coins) {
      const chain = fixture.chains.find(({ baseSymbol }) => baseSymbol === coin.symbol);
      if (chain) rows.push(await measure(fixture, chain, coin));
    }
    return { rows };
  } finally {
    await approver.stop();
    await fixture.stop();
    fixture.remove();
  }
}
