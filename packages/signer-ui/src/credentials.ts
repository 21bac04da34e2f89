import {
  type DeviceCredential,
  deviceCredentialId,
  fromBase64Url,
  type PasskeyCredential,
  type Proof,
  toBase64Url,
} from '@holdfast/policy';
import { bytesToHex } from '@noble/hashes/utils.js';
import { Fault } from './fault.ts';

const promptLimitMs = 120_000;
const es256 = -7;

export function passkeysPossible(): boolean {
  return globalThis.isSecureContext && typeof PublicKeyCredential === 'function';
}

async function prompt<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof DOMException && error.name === 'NotSupportedError') throw new Fault('faultPasskeyKind');
    // Browsers give the same error for "no", "closed" and "too late", on purpose.
    if (error instanceof DOMException) throw new Fault('faultPasskeyCancelled');
    throw error;
  }
}

/** SubjectPublicKeyInfo of a P-256 key ends with its uncompressed point (RFC 5480 §2.2). */
export function pointOfSpki(spki: Uint8Array): string {
  const point = spki.subarray(-65);
  if (spki.length !== 91 || point[0] !== 4) throw new Fault('faultPasskeyKind');
  return bytesToHex(point);
}

/**
 * Makes a passkey for this page's host with user verification, ES256.
 * @param origins every origin where it may later be used; those of other hosts are left out, a passkey would not answer there
 */
export async function createPasskey(
  user: { name: string; displayName: string },
  origins: readonly string[],
): Promise<PasskeyCredential> {
  if (!passkeysPossible()) throw new Fault('faultPasskeyMissing');
  const rpId = location.hostname;
  const made = await prompt(() =>
    navigator.credentials.create({
      publicKey: {
        rp: { id: rpId, name: 'Holdfast' },
        user: { id: crypto.getRandomValues(new Uint8Array(32)), ...user },
        challenge: crypto.getRandomValues(new Uint8Array(32)),
        pubKeyCredParams: [{ type: 'public-key', alg: es256 }],
        authenticatorSelection: { userVerification: 'required', residentKey: 'preferred' },
        attestation: 'none',
        timeout: promptLimitMs,
      },
    }),
  );
  const response = made instanceof PublicKeyCredential ? made.response : undefined;
  if (!(response instanceof AuthenticatorAttestationResponse)) throw new Fault('faultPasskeyCancelled');
  const spki = response.getPublicKeyAlgorithm() === es256 ? response.getPublicKey() : null;
  if (!spki) throw new Fault('faultPasskeyKind');
  const usable = origins.filter((origin) => new URL(origin).hostname === rpId);
  const id = toBase64Url(new Uint8Array((made as PublicKeyCredential).rawId));
  return { id, type: 'passkey', publicKey: pointOfSpki(new Uint8Array(spki)), rpId, origins: usable };
}

/** Has this passkey sign 32 bytes. @param signal stops the asking @throws Fault when the person or the browser says no */
export async function signWithPasskey(
  credential: PasskeyCredential,
  challenge: Uint8Array,
  signal?: AbortSignal,
): Promise<Proof> {
  if (!passkeysPossible()) throw new Fault('faultPasskeyMissing');
  const id = fromBase64Url(credential.id);
  if (!id) throw new Fault('faultPasskeyCancelled');
  const got = await prompt(() =>
    navigator.credentials.get({
      ...(signal ? { signal } : {}),
      publicKey: {
        rpId: credential.rpId,
        challenge: new Uint8Array(challenge),
        allowCredentials: [{ type: 'public-key', id: new Uint8Array(id) }],
        userVerification: 'required',
        timeout: promptLimitMs,
      },
    }),
  );
  const response = got instanceof PublicKeyCredential ? got.response : undefined;
  if (!(response instanceof AuthenticatorAssertionResponse)) throw new Fault('faultPasskeyCancelled');
  const text = (buffer: ArrayBuffer): string => toBase64Url(new Uint8Array(buffer));
  return {
    type: 'passkey',
    authenticatorData: text(response.authenticatorData),
    clientDataJSON: text(response.clientDataJSON),
    signature: text(response.signature),
  };
}

const store = 'keys';

function openStore(): Promise<IDBDatabase> {
  return new Promise((done, fail) => {
    const request = indexedDB.open('holdfast-device-keys', 1);
    request.onupgradeneeded = () => request.result.createObjectStore(store);
    request.onsuccess = () => done(request.result);
    request.onerror = () => fail(new Fault('faultDeviceKeyMissing'));
  });
}

async function inStore<T>(mode: IDBTransactionMode, act: (keys: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const db = await openStore();
  try {
    return await new Promise<T>((done, fail) => {
      const transaction = db.transaction(store, mode, { durability: 'strict' });
      const request = act(transaction.objectStore(store));
      transaction.oncomplete = () => done(request.result);
      transaction.onabort = () => fail(new Fault('faultDeviceKeyMissing'));
    });
  } finally {
    db.close();
  }
}

/** Makes an Ed25519 key that this browser keeps and never gives out (not extractable), under the credential's id. */
export async function createDeviceKey(): Promise<DeviceCredential> {
  let pair: CryptoKeyPair;
  try {
    pair = (await crypto.subtle.generateKey({ name: 'Ed25519' }, false, ['sign', 'verify'])) as CryptoKeyPair;
  } catch {
    throw new Fault('faultDeviceKeyMissing');
  }
  const publicKey = bytesToHex(new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey)));
  const id = deviceCredentialId(publicKey);
  await inStore('readwrite', (keys) => keys.put(pair.privateKey, id));
  return { id, type: 'device', publicKey };
}

export async function hasDeviceKey(id: string): Promise<boolean> {
  return (await inStore('readonly', (keys) => keys.count(id))) > 0;
}

export async function signWithDeviceKey(credential: DeviceCredential, message: Uint8Array): Promise<Proof> {
  const key: unknown = await inStore('readonly', (keys) => keys.get(credential.id));
  if (!(key instanceof CryptoKey)) throw new Fault('faultDeviceKeyGone');
  const signature = await crypto.subtle.sign({ name: 'Ed25519' }, key, new Uint8Array(message));
  return { type: 'device', signature: bytesToHex(new Uint8Array(signature)) };
}
