import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import {
  approvalDigest,
  intentDigestHex,
  type PolicyDocument,
  parsePolicy,
  policyHash,
  policyText,
} from '@holdfast/policy';
import { confirmKit, planCeremony, runCeremony } from '@holdfast/recovery/ceremony';
import { openKit, sealKit } from '@holdfast/recovery/kit';
import type { SignerFacts } from '@holdfast/review/facts';
import { firstPolicy, genesisStatement, mismatches, setupMac, signerInfos } from '@holdfast/review/genesis';
import { signWithSecret } from '@holdfast/review/keyfile';
import { allSignerFacts, ask } from '@holdfast/signer-ui/signer-api';
import { CliError } from './exit.ts';
import { loadKey, type OpenedKey } from './key-file.ts';
import { passphraseFrom, type Terminal } from './terminal.ts';

export interface SetUpOptions {
  readonly signer: string;
  readonly key: string;
  readonly code: string;
  readonly name: string;
  readonly kit: string;
  /** Passphrase of the kit (and of the key, should it be sealed). */
  readonly passphraseFile: string;
}

/** The rules some signer already has, or new ones with this key as the owner. */
function rulesFor(facts: readonly SignerFacts[], name: string, key: OpenedKey): PolicyDocument {
  const known = facts.find((signer) => signer.policyText !== null)?.policyText;
  return known ? parsePolicy(known) : firstPolicy(name, key.credential, signerInfos(facts));
}

async function handOver(
  policy: PolicyDocument,
  key: OpenedKey,
  code: string,
  facts: readonly SignerFacts[],
): Promise<void> {
  const statement = genesisStatement(policy);
  const proof = { ...statement, proof: signWithSecret(key.secret, approvalDigest(statement)) };
  const hash = policyHash(policy);
  for (const signer of facts) {
    if (signer.policy?.hash === hash) continue;
    if (signer.policy) throw new CliError('refused', `${signer.name} was set up with other rules`);
    await ask(signer.origin, '/api/genesis', { document: policyText(policy), mac: setupMac(code, hash), proof });
  }
}

async function makeKeys(terminal: Terminal, policy: PolicyDocument, key: OpenedKey, facts: readonly SignerFacts[]) {
  const { member, credential } = genesisStatement(policy);
  const plan = planCeremony(policy, member, Date.now());
  const statement = { intent: intentDigestHex(plan.intent), decision: 'approve', member, credential } as const;
  const approval = { ...statement, proof: signWithSecret(key.secret, approvalDigest(statement)) };
  const shares = await runCeremony(plan, [approval], policy, facts, (step) => terminal.note(`  ${step}`));
  return {
    deployment: policy.deployment,
    ceremony: plan.request.ceremony,
    createdAt: new Date().toISOString(),
    ...shares,
  };
}

/** Sets up empty signers from a terminal: for scripts, tests and installations without a browser. Every step is safe to repeat. */
export async function setUp(terminal: Terminal, options: SetUpOptions): Promise<void> {
  const key = await loadKey(terminal, options.key, options.passphraseFile);
  const passphrase = await passphraseFrom(terminal, options.passphraseFile, 'Passphrase of the kit: ');
  const facts = await allSignerFacts(options.signer);
  const strangers = mismatches(facts);
  if (strangers.length > 0)
    throw new CliError('unsound', `${strangers.join(', ')} has other keys than the other signer knows`);
  const policy = rulesFor(facts, options.name, key);
  await handOver(policy, key, options.code, facts);
  const isActive = (signer: SignerFacts): boolean => signer.keyGroups.some((group) => group.active);
  if (facts.every(isActive)) {
    terminal.print('already set up');
    return;
  }
  // A kit that is there belongs to a ceremony that was not confirmed everywhere; keys that exist are never made anew.
  if (!existsSync(options.kit)) {
    if (facts.some(isActive))
      throw new CliError(
        'file',
        `a signer holds keys already; give their kit with --kit (${options.kit} is not there)`,
      );
    const made = await makeKeys(terminal, policy, key, facts);
    writeFileSync(options.kit, await sealKit(made, passphrase), { flag: 'wx', mode: 0o600 });
  }
  const group = await confirmKit(await openKit(new Uint8Array(readFileSync(options.kit)), passphrase), facts);
  terminal.print(JSON.stringify({ policy: policyHash(policy), keyGroup: group }));
}
