import {
  type Approval,
  type Credential,
  checkApproval,
  checkGenesis,
  type PolicyDocument,
  parsePolicy,
  policyHash,
  policyText,
  type SignerInfo,
  verifyApproval,
} from '@holdfast/policy';
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, randomBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import type { PeerFacts, SignerFacts } from './facts.ts';

/** The first version of the rules, with the owner's signature over its hash. Public; kept until every signer has it. */
export interface Genesis {
  readonly document: string;
  readonly proof: Approval;
}

const asInfo = ({ id, name, identity, channel, origin }: PeerFacts): SignerInfo => ({
  id,
  name,
  identity,
  channel,
  origin,
});

/** Every signer as it describes itself, in the order of their ids. */
export function signerInfos(facts: readonly SignerFacts[]): SignerInfo[] {
  return facts.map((signer) => asInfo({ ...signer, id: signer.signer })).sort((a, b) => Number(a.id) - Number(b.id));
}

/** Names of signers whose own keys differ from what another signer pinned: somebody stands between. */
export function mismatches(facts: readonly SignerFacts[]): string[] {
  const infos = signerInfos(facts);
  const pinned = facts.flatMap((signer) => signer.peers);
  return infos
    .filter((me) =>
      pinned.some((peer) => peer.id === me.id && (peer.identity !== me.identity || peer.channel !== me.channel)),
    )
    .map((me) => me.name);
}

function draft(name: string, credential: Credential, signers: SignerInfo[]): PolicyDocument {
  const owner = `m-${bytesToHex(randomBytes(8))}`;
  return {
    v: '1',
    domain: 'holdfast/policy/v1',
    deployment: bytesToHex(randomBytes(32)),
    id: 'main',
    version: '1',
    prev: '',
    members: [
      { id: owner, name, role: 'owner', status: 'active', keyHolder: 'yes', wallets: [], credentials: [credential] },
    ],
    strategies: [
      {
        wallet: '*',
        signProtection: 'on',
        nodes: [{ kind: 'sign', name: 'Owner', approvers: [owner], threshold: '1' }],
      },
    ],
    senior: [],
    workspace: [],
    book: { mode: 'off', coolingHours: '24' },
    signers,
  };
}

/** Version 1 of the rules: the owner, who approves alone, for every wallet; a fresh installation id. */
export function firstPolicy(name: string, credential: Credential, signers: SignerInfo[]): PolicyDocument {
  const document = draft(name, credential, signers);
  const problems = checkGenesis(parsePolicy(policyText(document)));
  if (problems.length > 0) throw new Error(problems.join(', '));
  return document;
}

/** Can this name stand in the rules? (No control, invisible or reordering characters, at most 100.) */
export function isMemberName(name: string, signers: SignerInfo[]): boolean {
  const placeholder: Credential = { id: 'dk-0', type: 'device', publicKey: '0'.repeat(64) };
  try {
    return parsePolicy(policyText(draft(name, placeholder, signers))).members[0]?.name === name;
  } catch {
    return false;
  }
}

/** What the owner signs: an approval whose intent is the hash of the rules. */
export function genesisStatement(document: PolicyDocument): Omit<Approval, 'proof'> {
  const [owner] = document.members;
  return {
    intent: policyHash(document),
    decision: 'approve',
    member: owner?.id ?? '',
    credential: owner?.credentials[0]?.id ?? '',
  };
}

/** Shows a signer that whoever sends the rules knows its set-up code, without sending the code. It is read off a screen: small letters, blanks and hyphens are no other code. */
export function setupMac(code: string, hash: string): string {
  const spelt = code.toUpperCase().replace(/[\s-]/g, '');
  return bytesToHex(hmac(sha256, utf8ToBytes(spelt), utf8ToBytes(hash)));
}

/** Reads a genesis that was kept; anything that does not hold is as good as none. */
export function readGenesis(kept: string | null): Genesis | undefined {
  try {
    const { document, proof } = JSON.parse(kept ?? 'null') as Genesis;
    const policy = parsePolicy(document);
    const approval = checkApproval(proof);
    return approval.intent === policyHash(policy) && verifyApproval(policy, approval).ok
      ? { document, proof: approval }
      : undefined;
  } catch {
    return undefined;
  }
}
