/** Web push without any vendor's library: content sealed for one browser (RFC 8291, by the coding of RFC 8188), and who sends it (VAPID, RFC 8292). */
import {
  createCipheriv,
  createECDH,
  createPrivateKey,
  createPublicKey,
  type ECDH,
  hkdfSync,
  randomBytes,
  sign,
} from 'node:crypto';
import type { BlockList } from 'node:net';
import { postOutside } from './post.ts';

const curve = 'prime256v1';
/** Of P-256 (FIPS 186-5, SP 800-186). */
const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
/** One record of the coding; what is sealed fits into it, and push services take no more. */
const recordBytes = 4_096;
export const pushContentMax = 3_900;
/** How long a push service keeps it for a browser that is away, and how long a token holds. */
const keptSeconds = 86_400;
const tokenSeconds = 43_200;

/** What a browser gave for sealing, base64url: its public key on P-256 and 16 bytes that only it and we know. */
export interface BrowserKeys {
  readonly p256dh: string;
  readonly auth: string;
}
export interface PushKey {
  /** What browsers subscribe with, base64url: they take messages of whoever has the private part alone. */
  readonly publicKey: string;
  /** @param audience origin of the push service @param subject how its operator reaches ours */
  authorization(audience: string, subject: string, now: Date): string;
}

const bytesOf = (text: string): Buffer => Buffer.from(text, 'base64url');
const coordinates = (point: Buffer) => ({
  x: point.subarray(1, 33).toString('base64url'),
  y: point.subarray(33, 65).toString('base64url'),
});
const derived = (secret: Uint8Array, salt: Uint8Array | string, info: Uint8Array | string, bytes: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, bytes));

/** Can anything be sealed for it? */
export function areBrowserKeys({ p256dh, auth }: BrowserKeys): boolean {
  const point = bytesOf(p256dh);
  if (point.length !== 65 || point[0] !== 4 || bytesOf(auth).length !== 16) return false;
  try {
    createPublicKey({ key: { kty: 'EC', crv: 'P-256', ...coordinates(point) }, format: 'jwk' });
    return true;
  } catch {
    return false;
  }
}

/** Made of the server's own secret, as the seal of the addresses is: both last as long as its identity, and neither is one more thing to back up. */
export function createPushKey(root: Uint8Array): PushKey {
  const wide = BigInt(`0x${derived(root, '', 'holdfast/server/push-key/v1', 48).toString('hex')}`);
  const secret = Buffer.from((1n + (wide % (order - 1n))).toString(16).padStart(64, '0'), 'hex');
  const ecdh = createECDH(curve);
  ecdh.setPrivateKey(secret);
  const point = ecdh.getPublicKey();
  const jwk = { kty: 'EC', crv: 'P-256', d: secret.toString('base64url'), ...coordinates(point) };
  const key = createPrivateKey({ key: jwk, format: 'jwk' });
  const publicKey = point.toString('base64url');
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  return {
    publicKey,
    authorization(aud, sub, now) {
      const exp = Math.floor(now.getTime() / 1_000) + tokenSeconds;
      const claims = `${part({ typ: 'JWT', alg: 'ES256' })}.${part({ aud, exp, sub })}`;
      const signature = sign('sha256', Buffer.from(claims), { key, dsaEncoding: 'ieee-p1363' });
      return `vapid t=${claims}.${signature.toString('base64url')}, k=${publicKey}`;
    },
  };
}

interface Once {
  readonly ecdh: ECDH;
  readonly salt: Buffer;
}
function fresh(): Once {
  const ecdh = createECDH(curve);
  ecdh.generateKeys();
  return { ecdh, salt: randomBytes(16) };
}

/**
 * Content that the browser of these keys alone reads (RFC 8291, section 3.4).
 * @param content at most `pushContentMax` bytes
 * @param once a pair of keys and a salt that are used for nothing else
 */
export function sealForBrowser({ p256dh, auth }: BrowserKeys, content: Uint8Array, once = fresh()): Buffer {
  const [theirs, ours] = [bytesOf(p256dh), once.ecdh.getPublicKey()];
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), theirs, ours]);
  const secret = derived(once.ecdh.computeSecret(theirs), bytesOf(auth), info, 32);
  const key = derived(secret, once.salt, 'Content-Encoding: aes128gcm\0', 16);
  const nonce = derived(secret, once.salt, 'Content-Encoding: nonce\0', 12);
  const cipher = createCipheriv('aes-128-gcm', key, nonce);
  // The last record ends with a 2 (RFC 8188, section 2).
  const sealed = Buffer.concat([cipher.update(content), cipher.update(Buffer.from([2])), cipher.final()]);
  const head = Buffer.alloc(5);
  head.writeUInt32BE(recordBytes);
  head.writeUInt8(ours.length, 4);
  return Buffer.concat([once.salt, head, ours, sealed, cipher.getAuthTag()]);
}

interface Push {
  /** Where the browser's push service takes it: the browser's word, and so anybody's. */
  readonly url: string;
  readonly keys: BrowserKeys;
  readonly content: Uint8Array;
  readonly subject: string;
  readonly now: Date;
}

/** Returns the status of the push service's answer. @throws OutgoingRefused, and what the network throws */
export function postPush(pushKey: PushKey, { url, keys, content, subject, now }: Push, allowed: BlockList) {
  const headers = {
    'content-type': 'application/octet-stream',
    'content-encoding': 'aes128gcm',
    ttl: String(keptSeconds),
    urgency: 'high',
    authorization: pushKey.authorization(new URL(url).origin, subject, now),
  };
  return postOutside(url, { headers, body: sealForBrowser(keys, content) }, allowed);
}
