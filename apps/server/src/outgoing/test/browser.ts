import { createDecipheriv, createECDH, createHmac, createPublicKey, randomBytes, verify } from 'node:crypto';
import type { BrowserKeys } from '../push.ts';

const hmac = (key: Uint8Array, ...parts: (Uint8Array | string)[]): Buffer => {
  const mac = createHmac('sha256', key);
  for (const part of parts) mac.update(part);
  return mac.digest();
};
const one = Buffer.from([1]);

/** A browser's side of a subscription, written from the RFCs by itself (8291, section 3; 8188, section 2): HKDF as two HMACs. */
export function newBrowser(): { readonly keys: BrowserKeys; open(body: Uint8Array): Buffer } {
  const ecdh = createECDH('prime256v1');
  ecdh.generateKeys();
  const auth = randomBytes(16);
  return {
    keys: { p256dh: ecdh.getPublicKey('base64url'), auth: auth.toString('base64url') },
    open(body) {
      const [salt, sender, sealed] = [body.subarray(0, 16), body.subarray(21, 86), body.subarray(86)];
      const early = hmac(auth, ecdh.computeSecret(sender));
      const input = hmac(early, 'WebPush: info\0', ecdh.getPublicKey(), sender, one);
      const late = hmac(salt, input);
      const key = hmac(late, 'Content-Encoding: aes128gcm\0', one).subarray(0, 16);
      const nonce = hmac(late, 'Content-Encoding: nonce\0', one).subarray(0, 12);
      const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(sealed.subarray(-16));
      const record = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
      if (record.at(-1) !== 2) throw new Error('not the last record');
      return record.subarray(0, -1);
    },
  };
}

/** What a push service reads of who pushes (RFC 8292). @throws Error where the key is another, or the signature does not hold */
export function verifiedClaims(authorization: string, publicKey: string): unknown {
  const [, head = '', claims = '', signature = '', key] =
    /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), k=([\w-]+)$/.exec(authorization) ?? [];
  if (key !== publicKey) throw new Error('another key');
  const point = Buffer.from(publicKey, 'base64url');
  const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')];
  const known = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
  const bytes = Buffer.from(signature, 'base64url');
  if (!verify('sha256', Buffer.from(`${head}.${claims}`), { key: known, dsaEncoding: 'ieee-p1363' }, bytes))
    throw new Error('the signature does not hold');
  return JSON.parse(Buffer.from(claims, 'base64url').toString('utf8'));
}
