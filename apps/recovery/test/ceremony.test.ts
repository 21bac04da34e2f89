import { type Hello, newIdentity, publicKeysOf, startHello } from '@holdfast/channel';
import {
  type Approval,
  approvalDigest,
  intentDigestHex,
  type PolicyDocument,
  policyHash,
  policyText,
} from '@holdfast/policy';
import { firstPolicy, genesisStatement, setupMac, signerInfos } from '@holdfast/review/genesis';
import { signWithSecret } from '@holdfast/review/keyfile';
import { startTwoSigners, type TwoSigners } from '@holdfast/signer/test/two-signers.ts';
import { allSignerFacts, ask } from '@holdfast/signer-ui/signer-api';
import { ada, bob } from '@holdfast/testkit/review';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CeremonyPlan, confirmKit, planCeremony, runCeremony } from '../src/ceremony.ts';
import type { Kit } from '../src/kit.ts';
import { createRecoveryParty } from '../src/party.ts';

let signers: TwoSigners;
let policy: PolicyDocument;

const approve = (plan: CeremonyPlan, by = ada): Approval => {
  const credential = by.member.credentials[0]?.id ?? '';
  const statement = {
    intent: intentDigestHex(plan.intent),
    decision: 'approve',
    member: policy.members[0]?.id ?? '',
    credential,
  } as const;
  return { ...statement, proof: signWithSecret(by.secret, approvalDigest(statement)) };
};
const newPlan = () => planCeremony(policy, policy.members[0]?.id ?? '', Date.now());
const facts = () => allSignerFacts(signers.origins[0]);
const groups = async () => (await facts()).flatMap((signer) => signer.keyGroups);
const kitOf = (plan: CeremonyPlan, shares: Pick<Kit, 'secp256k1' | 'ed25519'>): Kit => ({
  deployment: policy.deployment,
  ceremony: plan.request.ceremony,
  createdAt: new Date().toISOString(),
  ...shares,
});

beforeAll(async () => {
  signers = await startTwoSigners();
  const all = await facts();
  const [credential] = ada.member.credentials;
  if (!credential) throw new Error('no credential');
  policy = firstPolicy('Ada', credential, signerInfos(all));
  const statement = genesisStatement(policy);
  const proof = { ...statement, proof: signWithSecret(ada.secret, approvalDigest(statement)) };
  const mac = setupMac(signers.setupCode, policyHash(policy));
  for (const { origin } of all) await ask(origin, '/api/genesis', { document: policyText(policy), mac, proof });
});
afterAll(() => signers.stop());

describe('the key ceremony with real signers', () => {
  it('does not begin without the owner’s approval', async () => {
    const plan = newPlan();
    await expect(runCeremony(plan, [approve(plan, bob)], policy, await facts(), () => undefined)).rejects.toThrow(
      /Missing/,
    );
    await expect(runCeremony(plan, [], policy, await facts(), () => undefined)).rejects.toThrow(/Missing/);
    expect(await groups()).toEqual([]);
  });

  it('leaves nothing when it breaks off in the middle, and can be run again', async () => {
    const plan = newPlan();
    const broken = runCeremony(plan, [approve(plan)], policy, await facts(), (step) => {
      if (step === 'deal') throw new Error('the page was closed');
    });
    await expect(broken).rejects.toThrow('the page was closed');
    expect((await groups()).filter((group) => group.active)).toEqual([]);
  });

  it('makes one key group at both signers, which counts only once the kit was proved', async () => {
    const plan = newPlan();
    const steps: string[] = [];
    const shares = await runCeremony(plan, [approve(plan)], policy, await facts(), (step) => steps.push(step));
    expect([...new Set(steps)]).toEqual(['meet', 'commit', 'reveal', 'deal', 'pair']);
    const kit = kitOf(plan, shares);
    expect((await groups()).some((group) => group.active)).toBe(false);
    const wrong = kitOf(plan, { ...shares, ed25519: { ...shares.ed25519, share: shares.ed25519.share + 1n } });
    await expect(confirmKit(wrong, await facts())).rejects.toThrow('badPossession');
    expect((await groups()).some((group) => group.active)).toBe(false);
    const id = await confirmKit(kit, await facts());
    const held = await groups();
    expect(held.map((group) => [group.id, group.active])).toEqual([
      [id, true],
      [id, true],
    ]);
    expect(await confirmKit(kit, await facts())).toBe(id);
  });
});

describe('the recovery party', () => {
  const identity = newIdentity();
  const [first, second, mallory] = [newIdentity(), newIdentity(), newIdentity()];
  const peers = { '1': publicKeysOf(first), '2': publicKeysOf(second), '3': publicKeysOf(identity) };
  const context = new Uint8Array(32).fill(1);
  const begin = (hellos: (mine: Hello) => Hello[]) => {
    const party = createRecoveryParty({ identity, peers, context });
    return () => party.begin(hellos(party.hello));
  };
  const helloOf = (who: typeof first, name: string, about = context) => startHello(who, name, about).hello;

  it('speaks only with parties whose pinned keys signed their hellos over the approved intent', () => {
    expect(begin((mine) => [helloOf(first, '1'), helloOf(second, '2'), mine])()).toHaveLength(2);
    expect(begin((mine) => [helloOf(mallory, '1'), helloOf(second, '2'), mine])).toThrow();
    expect(begin((mine) => [helloOf(first, '1', new Uint8Array(32)), helloOf(second, '2'), mine])).toThrow();
    expect(begin((mine) => [helloOf(first, '1'), helloOf(first, '1'), mine])).toThrow();
  });

  it('does not go on without a message of everybody, or with an altered one', () => {
    const party = createRecoveryParty({ identity, peers, context });
    party.begin([helloOf(first, '1'), helloOf(second, '2'), party.hello]);
    expect(() => party.next([])).toThrow('missing');
    expect(() =>
      party.next([
        { party: '1', box: '00'.repeat(64) },
        { party: '2', box: '00'.repeat(64) },
      ]),
    ).toThrow();
    expect(party.shares()).toBeUndefined();
  });
});
