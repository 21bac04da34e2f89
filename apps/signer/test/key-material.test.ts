import { randomUUID } from 'node:crypto';
import { kitFromJson, kitGroup } from '@holdfast/mpc';
import {
  bodyHash,
  type Intent,
  intentDigestHex,
  intentText,
  isDeliverySigned,
  type PolicyDocument,
  parseDelivery,
  policyHash,
  policyText,
} from '@holdfast/policy';
import { applyAt, baseIntent, call, decide, genesis, must, newPolicy } from '@holdfast/testkit/signer';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { armor, Decrypter, generateX25519Identity } from 'age-encryption';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  ann,
  clear,
  code,
  dayMs,
  eventsOf,
  first,
  grantAt,
  granted,
  group,
  infoOf,
  open,
  owner,
  pair,
  pass,
  policy,
  refuseAt,
  request,
  second,
  secret,
  startDesk,
  stopDesk,
  take,
  takeCleared,
  word,
} from './export-desk.ts';
import { confirm, runCeremony, startPair, startPlace } from './harness.ts';

beforeAll(startDesk);
afterAll(stopDesk);

async function opened(file: string, identity = secret) {
  const decrypter = new Decrypter();
  decrypter.addIdentity(identity);
  return kitFromJson(await decrypter.decrypt(armor.decode(parseDelivery(file).armour), 'text'));
}

describe('approved key material', () => {
  test('leaves after the time of waiting, encrypted to whom it was approved for, and every time is counted', async () => {
    const wanted = await granted();
    expect(await code(open(first, wanted))).toBe('exportWaits');
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

  test('leaves with the word of its signer, by its identity key, on what it is and whom it was approved for', async () => {
    const wanted = await granted();
    pass(dayMs + 1);
    const file = await takeCleared(wanted);
    const delivery = parseDelivery(file);
    const kit = await opened(file);
    const { identity } = policy.signers.find(({ id }) => id === '1') ?? {};
    expect(isDeliverySigned(delivery)).toBe(true);
    expect(delivery.statement).toMatchObject({
      deployment: policy.deployment,
      intent: intentDigestHex(wanted.intent),
      file: bytesToHex(sha256(armor.decode(delivery.armour))),
      keyGroup: group.id,
      epoch: '0',
      signer: '1',
      identity,
    });
    const shares = delivery.statement.shares.map(({ party, secp256k1, ed25519 }) => [party, secp256k1, ed25519]);
    const own = [1, 2, 3].map((party) => [
      String(party),
      bytesToHex(kit.secp256k1.verifyingShares[party] ?? new Uint8Array()),
      bytesToHex(kit.ed25519.verifyingShares[party] ?? new Uint8Array()),
    ]);
    expect(shares).toEqual(own);
    const altered = file.replace('"epoch":"0"', '"epoch":"1"');
    expect(isDeliverySigned(parseDelivery(altered))).toBe(false);
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

  test('without the word of the other signer, or with one that is old, forged, used, or for another request or hand-over', async () => {
    const [wanted, other] = [await granted(), await granted()];
    pass(dayMs + 120_000);
    const refused = async (...words: readonly unknown[]): Promise<void> =>
      expect(await code(take(first, wanted, words))).toBe('exportNotCleared');
    await refused(await must(clear(second, wanted)));
    const earlier = await word(second, wanted);
    const forOther = await word(second, other);
    const now = await word(second, wanted);
    await refused();
    await refused(earlier);
    await refused(forOther, { ...forOther, nonce: now.nonce });
    await refused({ ...earlier, nonce: now.nonce });
    await refused({ ...now, signer: '1' });
    await refused(await must(clear(first, wanted, now.nonce)));
    expect(await code(take(first, wanted, [now]))).toBe('done');
    await refused(now);
    const late = await word(second, wanted);
    pass(15_001);
    await refused(late);
  });

  test('by a word that the other signer gave before somebody refused there, once the hand-over it was for is over', async () => {
    const wanted = await granted();
    pass(dayMs + 1);
    const before = await word(second, wanted);
    await refuseAt(second, wanted);
    expect(await code(clear(second, wanted, before.nonce))).toBe('refusedByMember');
    pass(15_001);
    expect(await code(take(first, wanted, [before]))).toBe('exportNotCleared');
    await must(open(first, wanted));
    expect(await code(take(first, wanted, [before]))).toBe('exportNotCleared');
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
    expect(await code(open(second, wanted))).toBe('badExport');
    expect(await code(take(second, wanted, [await must(clear(first, wanted))]))).toBe('badExport');
    const swapped = request({ signer: '2' });
    const intent = { ...swapped.intent, id: wanted.intent.id };
    const approvals = [decide(intent, owner, 'initiate'), decide(intent, ann, 'approve')];
    expect(await code(grantAt(first, { ...swapped, intent, text: intentText(intent), approvals }))).toBe(
      'intentReused',
    );
  });

  test('to a peer that is not the server, or for an id that nobody approved', async () => {
    expect(await code(call(pair, first, 'export.take', { id: randomUUID(), clearances: [] }))).toBe('notFound');
    expect(await code(call(pair, first, 'export.open', { id: randomUUID() }))).toBe('notFound');
    expect(await code(call(pair, first, 'export.clear', { id: randomUUID(), nonce: '00'.repeat(32) }))).toBe(
      'notFound',
    );
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
      const wanted = request({ deployment: rules.deployment, keyGroup: own.id }, {}, rules, fresh.now);
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
      expect(await code(call(fresh, two, 'export.clear', { id, nonce: '00'.repeat(32) }))).toBe('exportWaits');
    } finally {
      await fresh.stop();
    }
  });

  test('while signing is frozen, and no more once other rules are in force', async () => {
    const wanted = await granted();
    pass(dayMs + 1);
    const clearance = await word(second, wanted);
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
    for (const place of pair.places) await must(applyAt(pair, place, 'policy', change));
    expect(await code(clear(second, wanted))).toBe('policyStale');
    expect(await code(take(first, wanted, [clearance]))).toBe('policyStale');
    expect((await infoOf(first)).exports).toEqual([]);
  });
});
