import { randomUUID } from 'node:crypto';
import { kitFromJson, kitGroup } from '@holdfast/mpc';
import {
  type Approval,
  bodyHash,
  canonicalText,
  type Intent,
  intentText,
  type KeyExportRequest,
  type PolicyDocument,
  policyHash,
  policyText,
} from '@holdfast/policy';
import { hexToBytes } from '@noble/hashes/utils.js';
import { Decrypter, generateX25519Identity, identityToRecipient } from 'age-encryption';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SignerEvent } from '../src/feed.ts';
import type { KeyGroupPublic } from '../src/state/entries.ts';
import { baseIntent, decide, newMember } from './fixtures.ts';
import {
  ask,
  asked,
  call,
  confirm,
  genesis,
  must,
  newPolicy,
  type Pair,
  type Place,
  runCeremony,
  startPair,
  startPlace,
} from './harness.ts';

const dayMs = 86_400_000;
const owner = newMember('owner', 'owner');
const ann = newMember('ann', 'approver');
const omar = newMember('omar', 'operator');
let pair: Pair;
let first: Place;
let second: Place;
let policy: PolicyDocument;
let group: KeyGroupPublic;
let secret: string;
let recipient: string;

beforeAll(async () => {
  pair = await startPair();
  const [one, two] = pair.places;
  if (!one || !two) throw new Error('two signers');
  [first, second] = [one, two];
  policy = newPolicy(pair, [owner, ann, omar], ['ann', 'owner']);
  await genesis(pair, policy, owner);
  group = await confirm(pair.places, await runCeremony(pair.places, policy, owner, { approvedBy: [ann] }));
  secret = await generateX25519Identity();
  recipient = await identityToRecipient(secret);
});
afterAll(() => pair?.stop());

interface Asked {
  readonly intent: Intent;
  readonly text: string;
  readonly request: string;
  readonly approvals: readonly Approval[];
}

function request(changes: Partial<KeyExportRequest> = {}, rules = policy, now = pair.now): Asked {
  const wanted: KeyExportRequest = {
    v: '1',
    domain: 'holdfast/export/v1',
    deployment: policy.deployment,
    keyGroup: group.id,
    epoch: '0',
    signer: '1',
    recipient,
    ...changes,
  };
  const at = Date.now() + now;
  const intent: Intent = { ...baseIntent(rules, 'owner', at), kind: 'export', body: bodyHash(wanted) };
  const approvals = [decide(intent, owner, 'initiate'), decide(intent, ann, 'approve')];
  return { intent, text: intentText(intent), request: canonicalText(wanted), approvals };
}

const grantAt = (place: Place, { text, request: wanted, approvals }: Asked) =>
  call(pair, place, 'export.grant', { intent: text, request: wanted, approvals });
const announceAt = (place: Place, { text, request: wanted }: Asked) =>
  must(call(pair, place, 'announce', { intent: text, attachments: { export: wanted } }));

async function granted(changes: Partial<KeyExportRequest> = {}): Promise<Asked> {
  const wanted = request(changes);
  for (const place of pair.places) {
    await announceAt(place, wanted);
    await must(grantAt(place, wanted));
  }
  return wanted;
}

const clear = (place: Place, { intent }: Asked) => call(pair, place, 'export.clear', { id: intent.id });
const take = (place: Place, { intent }: Asked, clearances: readonly unknown[]) =>
  call(pair, place, 'export.take', { id: intent.id, clearances });
const code = async (reply: Promise<{ error?: { code: string } }>): Promise<string> =>
  (await reply).error?.code ?? 'done';

async function takeCleared(wanted: Asked): Promise<string> {
  const clearance = await must(clear(second, wanted));
  return (await must<{ file: string }>(take(first, wanted, [clearance]))).file;
}
const refuseAt = (place: Place, { intent }: Asked, by = omar) =>
  ask(place, 'POST', '/api/approvals', { approval: decide(intent, by, 'refuse') });
const infoOf = (place: Place) => asked<{ exports: { id: string; readyAt: number }[] }>(ask(place, 'GET', '/api/info'));
const eventsOf = async (place: Place, { intent }: Asked): Promise<string[]> => {
  const { events } = await must<{ events: SignerEvent[] }>(call(pair, place, 'events', { after: 0 }));
  return events.filter((event) => 'intentId' in event && event.intentId === intent.id).map(({ type }) => type);
};
const pass = (ms: number): void => {
  pair.now += ms;
};

async function opened(file: string, identity = secret) {
  const decrypter = new Decrypter();
  decrypter.addIdentity(identity);
  return kitFromJson(await decrypter.decrypt(hexToBytes(file), 'text'));
}

describe('approved key material', () => {
  test('leaves after the time of waiting, encrypted to whom it was approved for, and every time is counted', async () => {
    const wanted = await granted();
    expect(await code(clear(second, wanted))).toBe('exportWaits');
    expect(await code(take(first, wanted, []))).toBe('exportWaits');
    pass(dayMs + 1);
    const kit = await opened(await takeCleared(wanted));
    expect([kitGroup(kit), kit.secp256k1.me]).toEqual([group.id, 1]);
    await takeCleared(wanted);
    const health = await must<{ exported: { keyGroup: string; count: number }[] }>(call(pair, first, 'health', {}));
    expect(health.exported).toMatchObject([{ keyGroup: group.id, count: 2 }]);
    expect(await eventsOf(first, wanted)).toEqual(['exportGranted', 'exported', 'exported']);
    expect(await eventsOf(second, wanted)).toEqual(['exportGranted']);
    await expect(opened(await takeCleared(wanted), await generateX25519Identity())).rejects.toThrow();
  });

  test('is on every page of every signer while it is on its way, and the same grant twice is one', async () => {
    const wanted = await granted();
    for (const place of pair.places) {
      const before = await infoOf(place);
      expect(before.exports.some(({ id }) => id === wanted.intent.id)).toBe(true);
      pass(1_000);
      await must(grantAt(place, wanted));
      expect((await infoOf(place)).exports).toEqual(before.exports);
    }
    const { body } = await refuseAt(first, wanted);
    expect(body).toMatchObject({ evaluation: { state: 'refused', refusedBy: 'omar' } });
    expect((await infoOf(first)).exports.some(({ id }) => id === wanted.intent.id)).toBe(false);
  });

  test('is not granted where members cannot look at it', async () => {
    expect(await code(grantAt(first, request()))).toBe('notFound');
  });
});

describe('key material does not leave', () => {
  test('one millisecond too early, at either signer', async () => {
    const wanted = await granted();
    pass(dayMs - 10_000);
    expect(await code(clear(second, wanted))).toBe('exportWaits');
    expect(await code(take(first, wanted, []))).toBe('exportWaits');
  });

  test('without the word of the other signer, with an old one, a forged one, or one for another request', async () => {
    const [wanted, other] = [await granted(), await granted()];
    pass(dayMs + 120_000);
    const clearance = await must<{ signer: string; at: number; signature: string }>(clear(second, wanted));
    const forOther = await must(clear(second, other));
    expect(await code(take(first, wanted, []))).toBe('exportNotCleared');
    expect(await code(take(first, wanted, [forOther]))).toBe('exportNotCleared');
    expect(await code(take(first, wanted, [{ ...clearance, at: clearance.at + 1 }]))).toBe('exportNotCleared');
    expect(await code(take(first, wanted, [{ ...clearance, signer: '1' }]))).toBe('exportNotCleared');
    expect(await code(take(first, wanted, [await must(clear(first, wanted))]))).toBe('exportNotCleared');
    pass(121_000);
    expect(await code(take(first, wanted, [clearance]))).toBe('exportNotCleared');
  });

  test('after a refusal during the wait, at whichever signer, even when the request has run out meanwhile', async () => {
    for (const place of pair.places) {
      const wanted = await granted();
      pass(dayMs / 2);
      const { body } = await refuseAt(place, wanted);
      expect(body).toMatchObject({ evaluation: { state: 'refused' } });
      expect(await eventsOf(place, wanted)).toEqual(['exportGranted', 'approval', 'exportRefused']);
      pass(dayMs);
      const end = place === first ? take(first, wanted, [await must(clear(second, wanted))]) : clear(second, wanted);
      expect(await code(end)).toBe('refusedByMember');
      if (place === second) expect(await code(take(first, wanted, []))).toBe('exportNotCleared');
      expect(await code(grantAt(place, wanted))).not.toBe('done');
    }
  });

  test('from another signer than the one asked, and never twice by another text under the same id', async () => {
    const wanted = await granted();
    pass(dayMs + 1);
    const clearance = await must(clear(first, wanted));
    expect(await code(take(second, wanted, [clearance]))).toBe('badExport');
    const swapped = request({ signer: '2' });
    const intent = { ...swapped.intent, id: wanted.intent.id };
    const approvals = [decide(intent, owner, 'initiate'), decide(intent, ann, 'approve')];
    expect(await code(grantAt(first, { ...swapped, intent, text: intentText(intent), approvals }))).toBe(
      'intentReused',
    );
  });

  test('to a peer that is not the server, or for an id that nobody approved', async () => {
    expect(await code(call(pair, first, 'export.take', { id: randomUUID(), clearances: [] }))).toBe('notFound');
    expect(await code(call(pair, first, 'export.clear', { id: randomUUID() }))).toBe('notFound');
  });

  test('once three days have gone by after the wait', async () => {
    const wanted = await granted();
    pass(4 * dayMs);
    expect(await code(clear(second, wanted))).toBe('exportEnded');
    expect(await code(take(first, wanted, []))).toBe('exportEnded');
  });

  test('after its signer was started again, unless all of it holds as before', async () => {
    const [wanted, refused] = [await granted(), await granted()];
    await refuseAt(first, refused);
    await first.signer?.stop();
    await startPlace(pair, first);
    expect(await code(take(first, wanted, []))).toBe('exportWaits');
    pass(dayMs + 1);
    expect(await code(take(first, refused, []))).toBe('refusedByMember');
    expect(kitGroup(await opened(await takeCleared(wanted)))).toBe(group.id);
  });

  test('when only the clock of the signer that gives it out was moved ahead', async () => {
    const fresh = await startPair({ config: { keyMaterialDelaySeconds: 600 } });
    const [one, two] = fresh.places;
    if (!one || !two) throw new Error('two signers');
    try {
      const rules = newPolicy(fresh, [owner, ann], ['ann', 'owner']);
      await genesis(fresh, rules, owner);
      const own = await confirm(fresh.places, await runCeremony(fresh.places, rules, owner, { approvedBy: [ann] }));
      const wanted = request({ deployment: rules.deployment, keyGroup: own.id }, rules, fresh.now);
      const [params, announced] = [
        { intent: wanted.text, request: wanted.request, approvals: wanted.approvals },
        { intent: wanted.text, attachments: { export: wanted.request } },
      ];
      for (const place of fresh.places) {
        await must(call(fresh, place, 'announce', announced));
        await must(call(fresh, place, 'export.grant', params));
      }
      const { id } = wanted.intent;
      one.ahead = 601_000;
      const ahead = { ...fresh, now: fresh.now + one.ahead };
      expect(await code(call(ahead, one, 'export.take', { id, clearances: [] }))).toBe('exportNotCleared');
      expect(await code(call(fresh, two, 'export.clear', { id }))).toBe('exportWaits');
    } finally {
      await fresh.stop();
    }
  });

  test('while signing is frozen, and no more once other rules are in force', async () => {
    const wanted = await granted();
    pass(dayMs + 1);
    const clearance = await must(clear(second, wanted));
    await must(call(pair, first, 'freeze', { by: 'omar', reason: 'drill' }));
    expect(await code(take(first, wanted, [clearance]))).toBe('frozen');
    const next: PolicyDocument = { ...policy, version: '2', prev: policyHash(policy) };
    const intent: Intent = {
      ...baseIntent(policy, 'owner', Date.now() + pair.now),
      kind: 'policy',
      body: bodyHash(next),
      request: 'unfreeze',
    };
    const approvals = [decide(intent, owner, 'initiate'), decide(intent, ann, 'approve')];
    const change = { intent: intentText(intent), document: policyText(next), approvals };
    for (const place of pair.places) await must(call(pair, place, 'policy.apply', change));
    expect(await code(clear(second, wanted))).toBe('policyStale');
    expect(await code(take(first, wanted, [clearance]))).toBe('policyStale');
    expect((await infoOf(first)).exports).toEqual([]);
  });
});
