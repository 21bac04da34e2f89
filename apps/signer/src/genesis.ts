import {
  checkApproval,
  type PolicyDocument,
  PolicyError,
  parsePolicy,
  policyHash,
  verifyApproval,
} from '@holdfast/policy';
import { lookAlikeProblems } from '@holdfast/policy/look-alikes';
import { checkNewPolicy } from '@holdfast/policy/spelling';
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { SignerContext } from './context.ts';
import { refuse } from './errors.ts';
import { createRateLimit } from './http/rate.ts';

export interface GenesisRequest {
  /** Canonical text of the first policy document. */
  readonly document: string;
  /** HMAC-SHA256 under the set-up code over the 64 hex digits of the policy hash. */
  readonly mac: string;
  /** The owner's approval over the policy hash. */
  readonly proof?: unknown;
}

/** Of each client, in `lockMs`. */
const wrongCodesAllowed = 5;
const lockMs = 60_000;

/** Equal time whatever the difference. */
function equalText(a: string, b: string): boolean {
  if (a.length !== b.length) return false;
  let difference = 0;
  for (let i = 0; i < a.length; i++) difference |= a.charCodeAt(i) ^ b.charCodeAt(i);
  return difference === 0;
}

const macOf = (code: string, hash: string): string => bytesToHex(hmac(sha256, utf8ToBytes(code), utf8ToBytes(hash)));
/** Small letters, blanks and hyphens are no other code. A page or tool of an earlier release sends it as it stands. */
const knowsCode = (code: string, hash: string, mac: string): boolean =>
  [code.toUpperCase().replace(/[\s-]/g, ''), code.trim()].some((one) => equalText(macOf(one, hash), mac));

function parsed<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof PolicyError) throw refuse('badGenesis', error.message);
    throw error;
  }
}

/** The document must name this signer and each of its peers exactly as they are configured here. */
function namesTheSigners(ctx: SignerContext, document: PolicyDocument): boolean {
  const own = { id: ctx.me, origin: ctx.config.origin, ...ctx.keys };
  const expected = [own, ...ctx.config.peers];
  const named = new Map(document.signers.map((signer) => [signer.id, signer]));
  return (
    named.size === expected.length &&
    expected.every(({ id, identity, channel, origin }) => {
      const signer = named.get(id);
      return signer?.identity === identity && signer.channel === channel && signer.origin === origin;
    })
  );
}

function checkOwnerProof(document: PolicyDocument, hash: string, value: unknown) {
  const proof = parsed(() => checkApproval(value));
  const verdict = verifyApproval(document, proof);
  if (proof.intent !== hash || proof.decision !== 'approve' || !verdict.ok || verdict.member.role !== 'owner')
    throw refuse('badProof', verdict.ok ? 'not an owner over this policy' : verdict.reason);
  return proof;
}

/**
 * Takes the first policy, once. Only who holds the set-up code, which the operator reads from the signer's own host, can give it; from then on only
 * the policy's own members decide. Whoever gives wrong codes shuts the door for themselves, not for who knows the right one.
 */
export function createGenesis(
  ctx: SignerContext,
): (request: GenesisRequest, client: string) => Promise<{ policyHash: string }> {
  const wrong = createRateLimit(wrongCodesAllowed / (lockMs / 1_000), wrongCodesAllowed, ctx.now);

  const checkCode = (hash: string, mac: string, client: string): void => {
    if (!wrong.has(client)) throw refuse('setupLocked');
    if (knowsCode(ctx.setupCode, hash, mac)) return;
    wrong.take(client);
    throw refuse('badSetupCode');
  };

  let written: Promise<void> = Promise.resolve();
  return async ({ document: source, mac, proof }, client) => {
    const document = parsed(() => parsePolicy(source));
    const hash = policyHash(document);
    checkCode(hash, mac, client);
    const { policy } = ctx.store.state;
    if (policy) {
      const first = policy.document.version === '1' ? policy.hash : undefined;
      if (first !== hash) throw refuse('alreadyInitialised');
      await written;
      return { policyHash: hash };
    }
    const problems = [...checkNewPolicy(undefined, document), ...lookAlikeProblems(undefined, document)];
    if (problems.length > 0) throw refuse('badGenesis', problems.join(','));
    if (!namesTheSigners(ctx, document)) throw refuse('badGenesis', 'signers');
    const owner = checkOwnerProof(document, hash, proof);
    written = ctx.store.append({ type: 'genesis', document: source, proof: owner });
    await written;
    ctx.log('the first policy is in force', { hash });
    return { policyHash: hash };
  };
}
