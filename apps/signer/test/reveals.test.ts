import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { childPublicKey, familyOf, type Plan, type UnsignedTx } from '@holdfast/chains';
import { type Intent, intentText, rowIntent } from '@holdfast/policy';
import { btcPlan, testChains } from '@holdfast/testkit/signer';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { expect, test } from 'vitest';
import { decisionOf } from '../src/signing/session.ts';
import { apply } from '../src/state/apply.ts';
import { openStore } from '../src/store/store.ts';
import { createVault } from '../src/store/vault.ts';
import { asking } from './admission/refusals.ts';
import { passphrase, testKdf } from './harness.ts';
import { approved, coinOf, draftOf, now, outcome, paying, payment, rootKey, type Scenario } from './scenario.ts';

/** What a reveal makes is worth more than its coins: tokens of whoever spends it. A server that asks for it in the place of small coins gets nothing. */

const chain = testChains.find(({ family }) => family === 'bitcoin');
if (!chain) throw new Error('no such chain');
const family = familyOf(chain);
const keyAt = (path: string): Uint8Array => childPublicKey(rootKey, path);
const txidOf = ({ bytes }: UnsignedTx): string => bytesToHex(sha256(sha256(hexToBytes(bytes))).reverse());
const built = (intent: Intent, plan: Plan): UnsignedTx => family.build(chain, intent, plan, keyAt);

/** A payment of BRC-20 with what its steps are made of: every id is known before anything is signed. */
function tokens() {
  const own = payment('bitcoin', {
    kind: 'brc20',
    asset: { symbol: 'ordi', contract: 'brc20:6f726469', decimals: '18' },
    maxFee: '40000',
  });
  const [commit, reveal, send] = [0, 1, 2].map((index) => rowIntent(own, index)) as [Intent, Intent, Intent];
  const committing = btcPlan([coinOf(1)], 'm/0/7/1/0', '5');
  const committed = built(commit, committing);
  const revealing = btcPlan([{ txid: txidOf(committed), prevTx: committed.bytes, path: 'm/0/7/3/0' }], '', '5');
  const revealed = built(reveal, revealing);
  const output = { txid: txidOf(revealed), prevTx: revealed.bytes, path: 'm/0/7/0/0' };
  const sending = { ...btcPlan([output, coinOf(2)], 'm/0/7/1/0', '5'), commit: committed.bytes };
  const step = (row: Intent, plan: unknown): Scenario =>
    asking(paying(row, approved(own)), { purpose: 'step', attachments: { batch: intentText(own) }, plan });
  return { own, output, send, reveal: step(reveal, revealing), sending: step(send, sending) };
}
const small = (output: ReturnType<typeof tokens>['output'], changes: Partial<Intent> = {}): Scenario =>
  asking(paying(payment('bitcoin', { outputs: few, ...changes })), {
    plan: btcPlan([output, coinOf(3)], 'm/0/7/1/0', '5'),
  });
const few = payment('bitcoin').outputs.map((one) => ({ ...one, amount: '1000' }));
const on = (s: Scenario, { state }: Scenario): Scenario => ({ ...s, state });
const entryOf = async (s: Scenario) =>
  ({ type: 'decided', decision: decisionOf(await draftOf(s)), approvals: [], sighashes: [] }) as const;
async function decide(s: Scenario): Promise<void> {
  apply(s.state, { ...(await entryOf(s)), at: s.now }, 0);
}

test('what a reveal makes is spent by the step that sends it, again and again, and by no other payment', async () => {
  const { output, reveal, sending } = tokens();
  expect(await outcome(small(output))).toBe('admitted');
  await decide(reveal);
  expect(await outcome(on(small(output), reveal))).toBe('conflict');
  expect(await outcome(reveal)).toBe('admitted');
  for (const again of [1, 2]) {
    expect(await outcome(on(sending, reveal)), String(again)).toBe('admitted');
    await decide(on(sending, reveal));
    expect(await outcome(on(small(output), reveal))).toBe('conflict');
    await decide(reveal);
  }
});

test('nothing is revealed to an output that another payment was let spend before', async () => {
  const { output, reveal } = tokens();
  await decide(on(small(output), reveal));
  expect(await outcome(reveal)).toBe('conflict');
  reveal.now = now + 60_000;
  expect(await outcome(reveal)).toBe('conflict');
});

test('after the end of the payment it goes where members send that very output, and in no payment of coins', async () => {
  const { own, output, reveal } = tokens();
  await decide(reveal);
  const later = Number(own.expires) + 120_000;
  const times = { created: String(later - 1), notBefore: String(later - 1), expires: String(later + 3_600_000) };
  const at = (s: Scenario, time: number): Scenario => ({ ...on(s, reveal), now: time });
  expect(await outcome(at(small(output, times), later))).toBe('conflict');
  const call = `inscription ${output.txid}:0 ${output.txid}i0`;
  const outputs = few.map((one) => ({ ...one, amount: '546' }));
  const named = (changes: Partial<Intent> = {}): Scenario =>
    asking(small(output, { kind: 'inscription', call, outputs, ...changes }), { purpose: 'inscription' });
  expect(await outcome(at(named(), now))).toBe('conflict');
  expect(await outcome(at(named(times), later))).toBe('admitted');
});

test('a signer that starts again still keeps it', async () => {
  const { output, reveal, sending } = tokens();
  const dir = mkdtempSync(join(tmpdir(), 'holdfast-reveals-'));
  try {
    createVault(dir, passphrase, testKdf);
    const options = { dir, passphrase, now: () => now };
    const first = openStore(options);
    await first.append(await entryOf(reveal));
    await first.close();
    const second = openStore(options);
    const { bound, made, decided } = second.state;
    await second.close();
    const started = (s: Scenario): Scenario => ({ ...s, state: { ...s.state, bound, made, decided } });
    expect(await outcome(started(small(output)))).toBe('conflict');
    expect(await outcome(started(sending))).toBe('admitted');
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
});
