import { randomUUID } from 'node:crypto';
import { newIdentity, publicKeysOf } from '@holdfast/channel';
import { pairSetup } from '@holdfast/mpc';
import { ask, call, decideOn, genesis, genesisBody, newMember, newPolicy, setupCode } from '@holdfast/testkit/signer';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { confirm, type Pair, type Place, runCeremony, startPair, startPlace } from './harness.ts';

const owner = newMember('owner', 'owner');
let pair: Pair;
let first: Place;
beforeEach(async () => {
  // The whole ceremony, as signers make it.
  pair = await startPair({ pairSetup });
  const [place] = pair.places;
  if (!place) throw new Error('no signer');
  first = place;
});
afterEach(() => pair.stop());

const policyNow = () => newPolicy(pair, [owner], ['owner']);
const give = (body: unknown) => ask(first, 'POST', '/api/genesis', body);
const codeOf = async (reply: ReturnType<typeof give>) => (await reply).body.error?.code;

test('the first policy is taken once, again without harm, and survives a restart', async () => {
  const policy = policyNow();
  const answer = await give(genesisBody(policy, owner));
  expect(answer.status).toBe(200);
  expect(await give(genesisBody(policy, owner))).toEqual(answer);
  await first.signer?.stop();
  await startPlace(pair, first);
  expect(await give(genesisBody(policy, owner))).toEqual(answer);
  expect(await call(pair, first, 'policy', {})).toMatchObject({ document: genesisBody(policy, owner).document });
});

test('another first policy is refused once there is one', async () => {
  await give(genesisBody(policyNow(), owner));
  expect(await codeOf(give(genesisBody(policyNow(), owner)))).toBe('alreadyInitialised');
});

test('a wrong set-up code is refused, and five of them shut the door for a minute', async () => {
  const policy = policyNow();
  for (let i = 0; i < 5; i++)
    expect(await codeOf(give(genesisBody(policy, owner, `WRONG-WRONG-${i}`)))).toBe('badSetupCode');
  expect(await codeOf(give(genesisBody(policy, owner)))).toBe('setupLocked');
  pair.now += 60_001;
  expect((await give(genesisBody(policy, owner))).status).toBe(200);
});

test('the set-up code counts in small letters and without its hyphens, as it is read off a screen, and nothing else of it is missing', async () => {
  const policy = policyNow();
  const bare = setupCode.replaceAll('-', '');
  expect(await codeOf(give(genesisBody(policy, owner, bare.slice(1))))).toBe('badSetupCode');
  for (const spelt of [setupCode.toLowerCase(), bare, setupCode.replaceAll('-', ' ')])
    expect((await give(genesisBody(policy, owner, spelt))).status, spelt).toBe(200);
});

test('a policy that names another signer, key or origin than configured is refused', async () => {
  const stranger = publicKeysOf(newIdentity());
  const policy = policyNow();
  for (const change of [
    { identity: stranger.identity },
    { channel: stranger.channel },
    { origin: 'http://evil.example' },
    { id: '9' },
  ])
    for (const at of [0, 1]) {
      const signers = policy.signers.map((signer, i) => (i === at ? { ...signer, ...change } : signer));
      expect(await codeOf(give(genesisBody({ ...policy, signers }, owner)))).toBe('badGenesis');
    }
  const more = [...policy.signers, { ...stranger, id: '3', name: 'x', origin: 'http://x' }];
  expect(await codeOf(give(genesisBody({ ...policy, signers: more }, owner)))).toBe('badGenesis');
});

test('the proof must be of an owner of this very policy', async () => {
  const policy = policyNow();
  const body = genesisBody(policy, owner);
  const other = genesisBody(policyNow(), owner).proof;
  expect(await codeOf(give({ ...body, proof: other }))).toBe('badProof');
  expect(
    await codeOf(give({ ...body, proof: decideOn(body.proof.intent, newMember('owner', 'owner'), 'approve') })),
  ).toBe('badProof');
  expect(await codeOf(give({ ...body, proof: decideOn(body.proof.intent, owner, 'refuse') }))).toBe('badProof');
  const approver = newMember('ann', 'approver');
  const two = newPolicy(pair, [owner, approver], ['owner', 'ann']);
  expect(await codeOf(give({ ...genesisBody(two, owner), proof: genesisBody(two, approver).proof }))).toBe('badProof');
});

test('an unsound or later policy is refused as the first', async () => {
  const policy = policyNow();
  expect(await codeOf(give(genesisBody({ ...policy, version: '2' }, owner)))).toBe('badGenesis');
  expect(await codeOf(give(genesisBody({ ...policy, strategies: [] }, owner)))).toBe('badGenesis');
});

test('nothing is signed or announced before the first policy', async () => {
  const params = { session: randomUUID(), intent: '{}', approvals: [], plan: {}, parties: ['1', '2'] };
  for (const [method, given] of [
    ['policy', {}],
    ['announce', { intent: '{}' }],
    ['sign.open', params],
    ['address', { chain: 'evm:31337', path: 'm/60/1/0/0' }],
  ] as const)
    expect((await call(pair, first, method, given)).error?.code).toMatch(/notInitialised|badIntent/);
});

test('an interrupted ceremony leaves nothing, and can be run again', async () => {
  const policy = policyNow();
  await genesis(pair, policy, owner);
  for (const stopAt of [1, 2, 3, 5])
    await expect(runCeremony(pair.places, policy, owner, { stopAt })).rejects.toThrow('broken off');
  expect(await call(pair, first, 'health', {})).toMatchObject({ keyGroups: [] });
  const run = await runCeremony(pair.places, policy, owner);
  expect((await confirm(pair.places, run)).active).toBe(true);
});

test('a key group counts only once the kit is proven, at each signer; repeating that is harmless, and survives a restart', async () => {
  const policy = policyNow();
  await genesis(pair, policy, owner);
  const run = await runCeremony(pair.places, policy, owner);
  expect(await call(pair, first, 'health', {})).toMatchObject({ keyGroups: [] });
  const wrong = {
    ...run.possession,
    secp256k1: run.possession.secp256k1.replace(/^./, (digit) => (digit === '0' ? '1' : '0')),
  };
  expect(
    (await ask(first, 'POST', '/api/keygen/confirm', { ceremony: run.ceremony, possession: wrong })).body.error?.code,
  ).toBe('badPossession');
  expect((await ask(first, 'GET', `/api/keygen/${run.ceremony}`)).body).toMatchObject({ state: 'pending' });
  // One signer is told, the other misses it and is restarted: telling both again catches it up.
  await confirm([first], run);
  for (const place of pair.places) {
    await place.signer?.stop();
    await startPlace(pair, place);
  }
  await confirm(pair.places, run);
  for (const place of pair.places)
    expect(await call(pair, place, 'health', {})).toMatchObject({ keyGroups: [{ id: run.group.id, active: true }] });
});

test('a new ceremony puts a pending one away and leaves an active one alone', async () => {
  const policy = policyNow();
  await genesis(pair, policy, owner);
  const active = await runCeremony(pair.places, policy, owner);
  await confirm(pair.places, active);
  const dropped = await runCeremony(pair.places, policy, owner);
  const kept = await runCeremony(pair.places, policy, owner);
  expect(
    (await ask(first, 'POST', '/api/keygen/confirm', { ceremony: dropped.ceremony, possession: dropped.possession }))
      .body.error?.code,
  ).toBe('ceremonyState');
  await confirm(pair.places, kept);
  const { keyGroups } = await call(pair, first, 'health', {});
  expect(keyGroups).toMatchObject([{ id: active.group.id }, { id: kept.group.id }]);
});

test('a ceremony nobody approved does not begin', async () => {
  const policy = policyNow();
  await genesis(pair, policy, owner);
  await expect(runCeremony(pair.places, policy, owner, { approvals: [] })).rejects.toThrow('initiatorMissing');
});
