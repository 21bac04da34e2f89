import { randomUUID } from 'node:crypto';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { intentText } from '@holdfast/policy';
import {
  ask,
  call,
  decide,
  evmPlan,
  freezeOf,
  must,
  openParams,
  type SignRequest,
  signBoth,
  transfer,
} from '@holdfast/testkit/signer';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { maxRecords } from '../src/state/openings.ts';
import { type Place, type Ready, readyPair, startPlace } from './harness.ts';

/** A server may ask the same as often as it likes: nothing that it repeats fills a signer's disk. */
let ready: Ready;
let first: Place;
beforeAll(async () => {
  ready = await readyPair();
  const [place] = ready.pair.places;
  if (!place) throw new Error('no signer');
  first = place;
});
afterAll(() => ready?.pair.stop());

const bytes = (): number => statSync(join(first.dir, 'journal')).size;
const records = (): number => first.signer?.ctx.store.log().size ?? 0;
let nonce = 0;
function approved(): SignRequest {
  const intent = transfer(ready, 'evm');
  return { intent, approvals: [decide(intent, ready.owner, 'approve')], plan: evmPlan(nonce++) };
}
const open = (request: SignRequest) => call(ready.pair, first, 'sign.open', openParams(request, randomUUID()));

test('one approved intent opened again, and after a restart, is on record once', async () => {
  const request = approved();
  await must(open(request));
  const before = records();
  for (let n = 0; n < 50; n++) await must(open(request));
  expect(records()).toBe(before);
  await first.signer?.stop();
  await startPlace(ready.pair, first);
  await must(open(request));
  expect(records()).toBe(before);
});

test('the same approval two hundred times is one: of it no more is written, and the payment is made', async () => {
  const request = approved();
  const before = bytes();
  await signBoth(ready.pair, ready.pair.places, {
    ...request,
    approvals: Array.from({ length: 200 }, () => request.approvals).flat(),
  });
  expect(bytes() - before).toBeLessThan(20_000);
});

test('an intent whose fee is raised without end is opened so many times a day and no more, others go on', async () => {
  const request = approved();
  const own = nonce - 1;
  const raised = (n: number): SignRequest => ({
    ...request,
    plan: { ...evmPlan(own), maxFeePerGas: String(30_000_000_000 + n) },
  });
  const codes: string[] = [];
  for (let n = 0; n <= maxRecords; n++) {
    codes.push((await open(raised(n))).error?.code ?? 'opened');
    // The sessions of one signer are a limited number; these are over.
    if (n % 100 === 99) await restart();
  }
  expect(codes.slice(0, maxRecords).filter((code) => code !== 'opened')).toEqual([]);
  expect(codes.at(-1)).toBe('openedTooOften');
  expect((await open(approved())).error).toBeUndefined();
  await restart();
  expect((await open(raised(maxRecords + 1))).error?.code).toBe('openedTooOften');
}, 120_000);

test('where the disk is nearly full nothing new is taken, and what stops or ends something still is', async () => {
  const limits = { warnBytes: 2 ** 50, refuseBytes: 2 ** 50 };
  const announced = approved().intent;
  const params = (intent: typeof announced) => ({ intent: intentText(intent) });
  await must(call(ready.pair, first, 'announce', params(announced)));
  const under = approved();
  const session = randomUUID();
  await must(call(ready.pair, first, 'sign.open', openParams(under, session)));
  await first.signer?.stop();
  const full: Place = { ...first, config: { ...first.config, disk: limits }, signer: undefined };
  await startPlace(ready.pair, full);
  try {
    const asked = (method: string, body: unknown) => call(ready.pair, full, method, body);
    expect((await asked('announce', params(approved().intent))).error?.code).toBe('diskFull');
    expect((await asked('sign.open', openParams(approved(), randomUUID()))).error?.code).toBe('diskFull');
    const say = (path: string, decision: 'approve' | 'refuse') =>
      ask(full, 'POST', path, { approval: decide(announced, ready.owner, decision) });
    expect((await say('/api/approvals', 'approve')).body.error?.code).toBe('diskFull');
    expect((await say('/api/refusals', 'refuse')).status).toBe(200);
    expect((await asked('close', params(under.intent))).closed).toBe(true);
    expect((await asked('health', {})).disk).toMatchObject({ state: 'full' });
    expect((await ask(full, 'GET', '/api/info')).body).toMatchObject({ disk: 'full' });
    const freeze = freezeOf(ready.policy, ready.owner);
    expect((await ask(full, 'POST', '/api/freeze', { freeze })).status).toBe(200);
  } finally {
    await full.signer?.stop();
    await startPlace(ready.pair, first);
  }
});

async function restart(): Promise<void> {
  await first.signer?.stop();
  await startPlace(ready.pair, first);
}
