import { randomInt, randomUUID } from 'node:crypto';
import type { Hello } from '@holdfast/channel';
import { intentText } from '@holdfast/policy';
import { call, decide, evmPlan, must, openParams, type SignRequest, transfer } from '@holdfast/testkit/signer';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { admit } from '../src/admission/admit.ts';
import { type AdmissionRequest, need } from '../src/admission/types.ts';
import { factsOf, type SignerContext, signerKeys } from '../src/context.ts';
import { createBatch } from '../src/signing/batch.ts';
import { packFrames, unpackFrames } from '../src/signing/frames.ts';
import { peerNote } from '../src/signing/peers.ts';
import { startRelay } from '../src/signing/relay.ts';
import { type SignStepReply, sessionContext } from '../src/signing/session.ts';
import { keysOf } from '../src/signing/shares.ts';
import { type Place, type Ready, readyPair, startPlace } from './harness.ts';

let ready: Ready;
let honest: Place;
let cheater: SignerContext;
beforeAll(async () => {
  ready = await readyPair();
  const [a, b] = ready.pair.places;
  if (!a || !b?.signer) throw new Error('no signers');
  honest = a;
  cheater = b.signer.ctx;
});
afterAll(() => ready?.pair.stop());

function payment(nonce: number): SignRequest {
  const intent = transfer(ready, 'evm');
  return { intent, approvals: [decide(intent, ready.owner, 'approve')], plan: evmPlan(nonce) };
}

/** Signer 2's whole part, with its true key and share, but the protocol message of `round` goes out with one byte changed. */
async function cheat(request: SignRequest, round: number, position: number): Promise<string | undefined> {
  const session = randomUUID();
  const asked: AdmissionRequest = {
    peer: 'server',
    purpose: 'transfer',
    intent: intentText(request.intent),
    attachments: {},
    approvals: request.approvals,
    plan: request.plan,
    parties: ['1', '2'],
  };
  const draft = await admit(
    cheater.steps,
    () => factsOf(cheater, asked),
    (found) => found,
  );
  const keys = signerKeys(ready.policy);
  const relay = startRelay({
    identity: cheater.identity,
    me: '2',
    keys,
    context: sessionContext(cheater, session, draft, ['1', '2']),
  });
  const { hello } = await must<{ hello: Hello }>(call(ready.pair, honest, 'sign.open', openParams(request, session)));
  const hellos = [hello, relay.hello];
  const channel = relay.open(hellos);
  const group = need(draft, 'group');
  const scope = { deployment: ready.policy.deployment, group: group.public.id, party: '2', epoch: group.public.epoch };
  const batch = createBatch({
    me: 2,
    keys: keysOf(cheater.store.vault, scope, group),
    parties: [1, 2],
    session: channel.id,
    asked: need(draft, 'unsigned').sighashes,
  });
  let out = batch.start().get(1) ?? new Uint8Array();
  let reply = await call(ready.pair, honest, 'sign.step', { session, hellos, inbound: [] });
  for (let at = 1; !reply.error && !reply.done; at++) {
    const { outbound } = reply as unknown as SignStepReply;
    const got =
      relay.receive(channel, at, { inbound: outbound.map(({ box }) => ({ from: '1', box })) }, ['1']).get('1') ??
      new Uint8Array();
    const [message = new Uint8Array()] = unpackFrames(out, 1);
    if (at === round) message[position % message.length] = (message[position % message.length] ?? 0) ^ 0x40;
    const sent = packFrames([message]);
    const payload = at === 1 ? packFrames([peerNote(cheater.store, '1'), sent]) : sent;
    const inbound = relay.send(channel, at, new Map([['1', payload]])).map(({ box }) => ({ from: '2', box }));
    const theirs = at === 1 ? (unpackFrames(got, 2)[1] ?? got) : got;
    reply = await call(ready.pair, honest, 'sign.step', { session, inbound });
    if (reply.error || reply.done) break;
    const step = batch.step(new Map([[1, theirs]]));
    out = step.done ? new Uint8Array() : (step.out.get(1) ?? new Uint8Array());
  }
  return reply.error?.code;
}

test('a peer that deviates is found out, never gets a signature, and the key group is in quarantine for good', async () => {
  const seed = Number(process.env.HOLDFAST_SEED ?? randomInt(1, 2 ** 31));
  console.log(`seed ${seed}`);
  const codes: (string | undefined)[] = [];
  // Changed headers are only faults; a change in the body of a proof is a cheat. A few tries find one.
  for (let i = 0; i < 12 && !codes.includes('quarantined'); i++)
    codes.push(await cheat(payment(i), 1 + (i % 2), (seed * (i + 1) * 7_919) % 1_000_003));
  expect(codes.at(-1)).toBe('quarantined');
  for (const code of codes) expect(['quarantined', 'sessionFailed']).toContain(code);
  const refused = () => call(ready.pair, honest, 'sign.open', openParams(payment(100), randomUUID()));
  expect((await refused()).error?.code).toBe('quarantined');
  await honest.signer?.stop();
  await startPlace(ready.pair, honest);
  expect((await refused()).error?.code).toBe('quarantined');
  expect(await call(ready.pair, honest, 'health', {})).toMatchObject({ quarantined: [ready.group.id] });
});
