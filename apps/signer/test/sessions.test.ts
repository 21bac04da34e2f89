import { randomUUID } from 'node:crypto';
import { cpSync, rmSync } from 'node:fs';
import type { Hello } from '@holdfast/channel';
import type { Intent } from '@holdfast/policy';
import {
  assemble,
  btcPlan,
  call,
  coin,
  decide,
  evmPlan,
  must,
  openParams,
  type SignRequest,
  signBoth,
  transfer,
  usdc,
} from '@holdfast/testkit/signer';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SignStepReply } from '../src/signing/session.ts';
import { type Place, type Ready, readyPair, startPlace } from './harness.ts';

let ready: Ready;
let [first, second]: Place[] = [];
beforeAll(async () => {
  ready = await readyPair();
  [first, second] = ready.pair.places;
});
afterAll(() => ready?.pair.stop());

const places = (): [Place, Place] => {
  if (!first || !second) throw new Error('no signers');
  return [first, second];
};
let nonce = 0;
function payment(at = nonce++, family: 'evm' | 'bitcoin' = 'evm', change: Partial<Intent> = {}): SignRequest {
  const intent = transfer(ready, family, change);
  return { intent, approvals: [decide(intent, ready.owner, 'approve')], plan: evmPlan(at) };
}
const open = (place: Place, request: SignRequest, session: string = randomUUID()) =>
  call(ready.pair, place, 'sign.open', openParams(request, session));
const step = (place: Place, body: object) => call(ready.pair, place, 'sign.step', body);
async function openBoth(request: SignRequest): Promise<{ session: string; hellos: Hello[] }> {
  const session = randomUUID();
  const opened = await Promise.all(places().map((place) => must<{ hello: Hello }>(open(place, request, session))));
  return { session, hellos: opened.map(({ hello }) => hello) };
}
const restart = async (place: Place): Promise<void> => {
  await place.signer?.stop();
  await startPlace(ready.pair, place);
};

test('an answer that got lost is given again: the same request, the same answer', async () => {
  const request = payment();
  const [a, b] = places();
  const { session, hellos } = await openBoth(request);
  expect(await open(a, request, session)).toEqual({ hello: hellos[0] });
  const start = { session, hellos, inbound: [] };
  const one = await must<SignStepReply>(step(a, start));
  expect(await step(a, start)).toEqual(one);
  const two = await must<SignStepReply>(step(b, start));
  const inbound = { session, inbound: two.outbound.map(({ box }) => ({ from: '2', box })) };
  expect(await step(a, inbound)).toEqual(await step(a, inbound));
});

test('a finished session repeats its signature, and a new session signs the same intent again', async () => {
  const request = payment();
  const once = await signBoth(ready.pair, ready.pair.places, request);
  const again = await signBoth(ready.pair, ready.pair.places, request);
  expect(assemble(ready.group, request, once[0] ?? { outbound: [], done: true }).raw).toBeTruthy();
  expect(again[0]?.done).toBe(true);
});

test('a restart ends every session, because nonces live in memory only', async () => {
  const request = payment();
  const [a] = places();
  const { session, hellos } = await openBoth(request);
  await must(step(a, { session, hellos, inbound: [] }));
  await restart(a);
  expect((await step(a, { session, inbound: [] })).error?.code).toBe('unknownSession');
  await signBoth(ready.pair, ready.pair.places, request);
});

test('a decision outlives a restart: another nonce for the intent, or another intent for the nonce, is refused', async () => {
  const request = payment();
  const [a] = places();
  await must(open(a, request));
  await restart(a);
  expect((await open(a, { ...request, plan: evmPlan(nonce++) })).error?.code).toBe('conflict');
  const { plan } = request;
  expect((await open(a, { ...payment(), plan })).error?.code).toBe('conflict');
  expect(
    (await open(a, { ...request, plan: { ...plan, maxFeePerGas: '2500000000' } as SignRequest['plan'] })).error,
  ).toBeUndefined();
});

test('what was asked for under one request id is paid once, across restarts, whatever intents are shown for it', async () => {
  const asked = { request: 'invoice-7' };
  await signBoth(ready.pair, ready.pair.places, payment(undefined, 'evm', asked));
  for (const place of places()) await restart(place);
  const second = payment(undefined, 'evm', asked);
  for (const place of places()) expect((await open(place, second)).error?.code).toBe('intentReused');
  await signBoth(ready.pair, ready.pair.places, payment(undefined, 'evm', { request: 'invoice-8' }));
});

test('an outpoint belongs to one intent, across restarts', async () => {
  const mine = coin(ready.group, 'm/0/7/0/0', 90_000n, 50);
  const other = coin(ready.group, 'm/0/7/0/1', 90_000n, 51);
  const one = { ...payment(0, 'bitcoin'), plan: btcPlan([mine], 'm/0/7/1/0') };
  const [a] = places();
  await must(open(a, one));
  await restart(a);
  expect((await open(a, { ...payment(0, 'bitcoin'), plan: btcPlan([mine, other], 'm/0/7/1/0') })).error?.code).toBe(
    'conflict',
  );
  expect((await open(a, { ...one, plan: btcPlan([other], 'm/0/7/1/0') })).error?.code).toBe('conflict');
});

test('of many payments that race for one nonce, one is taken', async () => {
  const at = nonce++;
  const [a] = places();
  const requests = Array.from({ length: 12 }, () => payment(at));
  const results = await Promise.all(requests.map((request) => open(a, request)));
  expect(results.filter(({ error }) => !error)).toHaveLength(1);
  expect(results.filter(({ error }) => error?.code === 'conflict')).toHaveLength(11);
});

test('a box changed by the relay ends the session, and does not put the key group into quarantine', async () => {
  const request = payment();
  const [a, b] = places();
  const { session, hellos } = await openBoth(request);
  await must(step(a, { session, hellos, inbound: [] }));
  const { outbound } = await must<SignStepReply>(step(b, { session, hellos, inbound: [] }));
  const inbound = outbound.map(({ box }) => ({
    from: '2',
    box: `${box.slice(0, -2)}${box.endsWith('00') ? '01' : '00'}`,
  }));
  expect((await step(a, { session, inbound })).error?.code).toBe('sessionFailed');
  expect((await step(a, { session, inbound: [] })).error?.code).toBe('unknownSession');
  expect(await call(ready.pair, a, 'health', {})).toMatchObject({ quarantined: [] });
  await signBoth(ready.pair, ready.pair.places, request);
});

test('signers shown different plans never join one session', async () => {
  const request = payment();
  const session = randomUUID();
  const [a, b] = places();
  const other = { ...request, plan: { ...request.plan, maxFeePerGas: '3000000000' } as SignRequest['plan'] };
  const hellos = [
    await must<{ hello: Hello }>(open(a, request, session)),
    await must<{ hello: Hello }>(open(b, other, session)),
  ].map(({ hello }) => hello);
  expect((await step(a, { session, hellos, inbound: [] })).error?.code).toBe('peerDisagrees');
  expect((await step(b, { session, hellos, inbound: [] })).error?.code).toBe('peerDisagrees');
});

test('a hello of somebody else is not taken for the peer', async () => {
  const request = payment();
  const [a] = places();
  const { session, hellos } = await openBoth(request);
  const fake = hellos.map((hello) => (hello.party === '2' ? { ...hello, ephemeral: hello.nonce } : hello));
  expect((await step(a, { session, hellos: fake, inbound: [] })).error?.code).toBe('peerDisagrees');
});

test('a session id is used for one request', async () => {
  const [a] = places();
  const session = randomUUID();
  await must(open(a, payment(), session));
  expect((await open(a, payment(), session)).error?.code).toBe('sessionFailed');
});

test('many sessions run side by side', async () => {
  const requests = Array.from({ length: 8 }, () => payment());
  const results = await Promise.all(requests.map((request) => signBoth(ready.pair, ready.pair.places, request)));
  const txids = results.map(
    (replies, i) => assemble(ready.group, requests[i] ?? payment(), replies[0] ?? { outbound: [], done: true }).txid,
  );
  expect(new Set(txids).size).toBe(8);
});

test('limits of the configuration hold across restarts and however the amount is split', async () => {
  const limited = await readyPair({
    config: { velocity: [{ wallet: '*', chain: 'evm:31337', contract: usdc, maxAmount: '2500000', maxCount: 10 }] },
  });
  const [a] = limited.pair.places;
  if (!a) throw new Error('no signer');
  const pay = async (units: string, at: number) => {
    const intent = transfer(limited, 'evm', {
      asset: { symbol: 'USDC', contract: usdc, decimals: '6' },
      outputs: [
        { address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', amount: units, memo: '', entry: '', path: '' },
      ],
    });
    const request = { intent, approvals: [decide(intent, limited.owner, 'approve')], plan: evmPlan(at) };
    return (await call(limited.pair, a, 'sign.open', openParams(request, randomUUID()))).error?.code;
  };
  expect(await pay('1000000', 0)).toBeUndefined();
  expect(await pay('1000000', 1)).toBeUndefined();
  await a.signer?.stop();
  await startPlace(limited.pair, a);
  expect(await pay('500001', 2)).toBe('velocity');
  expect(await pay('500000', 2)).toBeUndefined();
  expect(await pay('1', 3)).toBe('velocity');
  await limited.pair.stop();
});

test('a nonce belongs to one intent until that ended, also when its session never finished, and then another is signed under it', async () => {
  const own = await readyPair();
  const [a, b] = own.pair.places;
  if (!a || !b) throw new Error('no signer');
  const pay = (at: number): SignRequest => {
    const now = Date.now() + own.pair.now;
    const times = { created: String(now), notBefore: String(now), expires: String(now + 60_000) };
    const intent = transfer(own, 'evm', times);
    return { intent, approvals: [decide(intent, own.owner, 'approve')], plan: evmPlan(at) };
  };
  const admitted = async (request: SignRequest) =>
    (await call(own.pair, a, 'sign.open', openParams(request, randomUUID()))).error?.code;
  expect(await admitted(pay(0))).toBeUndefined();
  const stuck = openParams(pay(1), randomUUID());
  const opened = [a, b].map((place) => must<{ hello: Hello }>(call(own.pair, place, 'sign.open', stuck)));
  const hellos = (await Promise.all(opened)).map(({ hello }) => hello);
  await must(call(own.pair, a, 'sign.step', { session: stuck.session, hellos, inbound: [] }));
  expect([await admitted(pay(0)), await admitted(pay(1))]).toEqual(['conflict', 'conflict']);
  own.pair.now += 60_000 + 121_000;
  await a.signer?.stop();
  await startPlace(own.pair, a);
  const next = pay(1);
  expect((await signBoth(own.pair, own.pair.places, next)).every(({ done }) => done)).toBe(true);
  expect(await admitted(pay(0))).toBeUndefined();
  expect(await admitted(pay(1))).toBe('conflict');
  await own.pair.stop();
});

test('a session of an intent that ended does not begin, also when the clock is put back', async () => {
  const own = await readyPair();
  const [a] = own.pair.places;
  if (!a) throw new Error('no signer');
  const pay = (expires: number): SignRequest => {
    const intent = transfer(own, 'evm', { expires: String(expires) });
    return { intent, approvals: [decide(intent, own.owner, 'approve')], plan: evmPlan(0) };
  };
  const late = openParams(pay(Date.now() + 60_000), randomUUID());
  const opened = own.pair.places.map((place) => must<{ hello: Hello }>(call(own.pair, place, 'sign.open', late)));
  const hellos = (await Promise.all(opened)).map(({ hello }) => hello);
  own.pair.now += 60_000 + 121_000;
  expect(await call(own.pair, a, 'sign.open', openParams(pay(Date.now() + 600_000), randomUUID()))).toHaveProperty(
    'hello',
  );
  own.pair.now = 0;
  const begun = await call(own.pair, a, 'sign.step', { session: late.session, hellos, inbound: [] });
  expect(begun.error?.code).toBe('expired');
  await own.pair.stop();
});

test('a signer put back to an older copy takes part in nothing more', async () => {
  const [a, b] = places();
  await signBoth(ready.pair, ready.pair.places, payment());
  await b.signer?.stop();
  const copy = `${b.dir}.copy`;
  cpSync(b.dir, copy, { recursive: true });
  await startPlace(ready.pair, b);
  await signBoth(ready.pair, ready.pair.places, payment());
  await signBoth(ready.pair, ready.pair.places, payment());
  await b.signer?.stop();
  rmSync(b.dir, { recursive: true });
  cpSync(copy, b.dir, { recursive: true });
  await startPlace(ready.pair, b);
  for (let i = 0; i < 6; i++)
    await expect(signBoth(ready.pair, ready.pair.places, payment())).rejects.toThrow('peerDisagrees');
  expect(await call(ready.pair, a, 'health', {})).toMatchObject({ quarantined: [] });
});
