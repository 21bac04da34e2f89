import {
  type Approval,
  approvalDigest,
  type Credential,
  type Decision,
  type Proof,
  verifyApproval,
} from '@holdfast/policy';
import { type Actor, actorsOf, type Review } from '@holdfast/review';
import type { DeriveKey, KeyFile } from '@holdfast/review/keyfile';
import { Fault, hasDeviceKey, sendApproval, signWithDeviceKey, signWithPasskey } from '@holdfast/signer-ui';
import type { deliver as deliverTo, Taken } from './deliver.ts';

/** Secrets from key files opened on this page, by credential id; gone when the page is. */
export type OpenedKeys = ReadonlyMap<string, Uint8Array>;

/** Those whose key can be used here: every passkey, device keys of this browser, and those whose key file was opened. */
export async function usable<T extends { readonly credential: Credential }>(
  holders: readonly T[],
  opened: OpenedKeys,
): Promise<T[]> {
  const isUsable = async ({ credential }: T): Promise<boolean> =>
    credential.type === 'passkey'
      ? credential.rpId === location.hostname && credential.origins.includes(location.origin)
      : opened.has(credential.id) || (await hasDeviceKey(credential.id).catch(() => false));
  const flags = await Promise.all(holders.map(isUsable));
  return holders.filter((_, i) => flags[i]);
}

export const usableActors = (review: Review, opened: OpenedKeys): Promise<Actor[]> => usable(actorsOf(review), opened);

/** Key files and their ciphers are fetched when somebody uses one: most sign with a passkey. */
export const keyFiles = () => import('@holdfast/review/keyfile');

/** Has the credential sign 32 bytes. @throws Fault when the key was not used */
export async function prove(
  credential: Credential,
  challenge: Uint8Array,
  opened: OpenedKeys,
  signal?: AbortSignal,
): Promise<Proof> {
  if (credential.type === 'passkey') return signWithPasskey(credential, challenge, signal);
  const secret = opened.get(credential.id);
  return secret ? (await keyFiles()).signWithSecret(secret, challenge) : signWithDeviceKey(credential, challenge);
}

interface Deciding {
  readonly remark?: string | undefined;
  readonly signal?: AbortSignal;
  readonly signed?: () => void;
  readonly deliver?: typeof deliverTo | undefined;
}

/**
 * Signs a decision over exactly the digest that is shown, and hands it to the signer that serves this page.
 * @param remark why, of a refusal; '' for nothing @param signal stops the waiting for the key @param signed called when that has
 * signed, and only the signer is waited for @param deliver takes it there, and elsewhere where that does not answer
 * @returns who has it
 * @throws Fault when the key was not used or the signer refuses
 */
export async function decide(
  review: Review,
  { member, credential }: Actor,
  decision: Decision,
  opened: OpenedKeys,
  { remark = '', signal, signed, deliver }: Deciding = {},
): Promise<Taken> {
  const said = remark ? { remark } : {};
  const statement = { intent: review.digest, decision, member: member.id, credential: credential.id, ...said };
  const proof = await prove(credential, approvalDigest(statement), opened, signal);
  const approval: Approval = { ...statement, proof };
  const verdict = verifyApproval(review.policy, approval);
  if (!verdict.ok) throw new Fault('faultUnexpected', { message: verdict.reason });
  signed?.();
  const by = deliver
    ? await deliver(review.policy, approval)
    : await sendApproval(location.origin, approval).then(() => undefined);
  return { by: by ?? 'own', signature: proof.signature };
}

/** argon2id in the page; fetched only when a sealed key file is opened. */
const deriveInPage: DeriveKey = async (passphrase, salt, { memoryKiB, passes, lanes }) => {
  const { argon2idAsync } = await import('@noble/hashes/argon2.js');
  return argon2idAsync(passphrase, salt, { m: memoryKiB, t: passes, p: lanes, dkLen: 32 });
};

export async function openInPage(file: KeyFile, passphrase: string): Promise<Uint8Array> {
  const { openKeyFile } = await keyFiles();
  return openKeyFile(file, file.sealed ? { passphrase, derive: deriveInPage } : undefined);
}
