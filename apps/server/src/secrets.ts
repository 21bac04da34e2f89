import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** Seals short secrets for the database with a key that is not in it. */
export interface SecretBox {
  /** `purpose` binds the sealed text to its place: it opens nowhere else. */
  seal(secret: string, purpose: string): string;
  /** @throws when the text was made with another key or for another purpose, or was altered */
  open(sealed: string, purpose: string): string;
}

const ivBytes = 12;
const tagBytes = 16;

/** AES-256-GCM under a key derived (HKDF-SHA256) from the server's identity secret. */
export function createSecretBox(root: Uint8Array): SecretBox {
  const key = new Uint8Array(hkdfSync('sha256', root, '', 'holdfast/server/secret-box/v1', 32));
  return {
    seal(secret, purpose) {
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(purpose));
      const body = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64');
    },
    open(sealed, purpose) {
      const bytes = Buffer.from(sealed, 'base64');
      const iv = bytes.subarray(0, ivBytes);
      const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: tagBytes }).setAAD(
        Buffer.from(purpose),
      );
      decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
      return decipher.update(bytes.subarray(ivBytes + tagBytes)).toString('utf8') + decipher.final('utf8');
    },
  };
}
