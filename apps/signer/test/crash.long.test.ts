import { randomInt, randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { intentText } from '@holdfast/policy';
import { runsOf } from '@holdfast/testkit/runs';
import {
  ask,
  asked,
  assemble,
  call,
  decide,
  evmPlan,
  genesis,
  must,
  newMember,
  newPolicy,
  openParams,
  randomOf,
  type SignRequest,
  signBoth,
  transfer,
} from '@holdfast/testkit/signer';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SignerEvent } from '../src/feed.ts';
import { confirm, type Pair, preparePair, type Ready, runCeremony } from './harness.ts';
import { createProcess, type Process } from './processes.ts';

let pair: Pair;
let ready: Ready;
let processes: Process[];
beforeAll(async () => {
  pair = await preparePair();
  processes = await Promise.all(pair.places.map((place) => createProcess(pair, place)));
  await Promise.all(processes.map((process) => process.start()));
  const owner = newMember('owner', 'owner');
  const policy = newPolicy(pair, [owner], ['owner']);
  await genesis(pair, policy, owner);
  const group = await confirm(pair.places, await runCeremony(pair.places, policy, owner));
  ready = { pair, owner, policy, group };
});
afterAll(async () => {
  await Promise.all((processes ?? []).map((process) => process.kill()));
  await pair?.stop();
});

const kills = runsOf(14);

function payment(nonce: number): SignRequest {
  const intent = transfer(ready, 'evm');
  return { intent, approvals: [decide(intent, ready.owner, 'approve')], plan: evmPlan(nonce) };
}

test(`${kills} kills -9 at random moments of signing: every payment is signed, and none outside its class`, {
  timeout: 400_000,
}, async () => {
  const seed = Number(process.env.HOLDFAST_SEED ?? randomInt(1, 2 ** 31));
  console.log(`seed ${seed}`);
  const random = randomOf(seed);
  const signed: SignRequest[] = [];
  for (let i = 0; i < kills; i++) {
    const request = payment(i);
    const victim = processes[Math.floor(random() * 2)];
    const attempt = signBoth(pair, pair.places, request).then(
      () => 'signed',
      () => 'broken',
    );
    await sleep(random() * 160);
    await victim?.kill();
    await attempt;
    await victim?.start();
    const replies = await signBoth(pair, pair.places, request);
    expect(assemble(ready.group, request, replies[0] ?? { outbound: [], done: true }).txid).toMatch(/^0x/);
    signed.push(request);
  }
  for (const [i, request] of signed.entries())
    for (const place of pair.places) {
      const moved = { ...request, plan: evmPlan(1_000 + i) };
      expect((await call(pair, place, 'sign.open', openParams(moved, randomUUID()))).error?.code).toBe('conflict');
      const other = { ...payment(0), plan: request.plan };
      expect((await call(pair, place, 'sign.open', openParams(other, randomUUID()))).error?.code).toBe('conflict');
    }
});

test('an intent whose giving up was answered stays given up after a kill -9, and one whose part left never is', {
  timeout: 240_000,
}, async () => {
  const seed = Number(process.env.HOLDFAST_SEED ?? randomInt(1, 2 ** 31));
  console.log(`seed ${seed}`);
  const random = randomOf(seed);
  const close = (i: number, { intent }: SignRequest) => {
    const [place] = pair.places.slice(i, i + 1);
    if (!place) throw new Error('no signer');
    return must<{ closed: boolean }>(call(pair, place, 'close', { intent: intentText(intent) })).then(
      ({ closed }) => closed,
      () => undefined,
    );
  };
  for (let n = 0; n < kills; n++) {
    const request = payment(2_000 + n);
    const at = Math.floor(random() * 2);
    const victim = processes[at];
    const signing = signBoth(pair, pair.places, request).then(
      () => true,
      () => false,
    );
    await sleep(random() * 160);
    const answer = close(at, request);
    await sleep(random() * 12);
    await victim?.kill();
    const [signed, said] = await Promise.all([signing, answer]);
    await victim?.start();
    const now = await close(at, request);
    // Without an answer either may be true; with one, that and nothing else.
    expect(now).toBe(said ?? now);
    if (signed) expect(now).toBe(false);
    expect(await close(at, request)).toBe(now);
    const again = signBoth(pair, pair.places, request);
    if (now) await expect(again).rejects.toThrow('intentClosed');
    else await again;
  }
});

test('an approval that was acknowledged is there after a kill -9, once', async () => {
  const [process] = processes;
  if (!process) throw new Error('no process');
  const { place } = process;
  for (let i = 0; i < 3; i++) {
    const intent = transfer(ready, 'evm');
    await must(call(pair, place, 'announce', { intent: intentText(intent) }));
    const approval = decide(intent, ready.owner, 'approve');
    await asked(ask(place, 'POST', '/api/approvals', { approval }));
    await process.kill();
    await process.start();
    const { events } = await must<{ events: SignerEvent[] }>(call(pair, place, 'events', { after: 0 }));
    expect(events.filter((event) => event.type === 'approval' && event.intentId === intent.id)).toHaveLength(1);
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
  }
});

test('a thousand connections wait for a signer that is busy, and none is reset', async () => {
  const [process] = processes;
  if (!process) throw new Error('no process');
  process.pause();
  let waiting = 0;
  const sockets = Array.from({ length: 1_000 }, () =>
    connect(Number(new URL(process.place.url).port), '127.0.0.1', () => {
      waiting += 1;
    }),
  );
  try {
    await expect.poll(() => waiting).toBe(1_000);
  } finally {
    process.goOn();
    for (const socket of sockets) socket.destroy();
  }
});

test('a second process on the same data folder is refused with words', async () => {
  const [process] = processes;
  if (!process) throw new Error('no process');
  const twin = await createProcess(pair, { ...process.place });
  await expect(twin.start()).rejects.toThrow(/another signer process is using it/);
});
