import { createHash, createHmac, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { parsePath, type RootKey, type SigHash, type Signature } from '@holdfast/chains';
import { secp256k1 } from '@noble/curves/secp256k1.js';

const { Fn } = secp256k1.Point;

/** A whole key where the product only ever has shares: for tests, where a signature is needed and its making is not the matter. */
export interface TestKey {
  readonly id: string;
  readonly root: RootKey;
  readonly ed25519: { readonly publicKey: string; readonly chainCode: string };
  /** Signs with the child key at its path; ECDSA only, low s. */
  sign(asked: SigHash): Signature;
}

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

function childSecret(secret: bigint, chainCode: Uint8Array, path: string): bigint {
  const { coin, wallet, branch, index } = parsePath(path);
  let key = secret;
  let code: Uint8Array = chainCode;
  for (const step of [coin, wallet, branch, index]) {
    const data = Buffer.alloc(37);
    data.set(secp256k1.getPublicKey(Fn.toBytes(key), true));
    data.writeUInt32BE(step, 33);
    const i = createHmac('sha512', code).update(data).digest();
    key = Fn.create(key + BigInt(`0x${hex(i.subarray(0, 32))}`));
    code = i.subarray(32);
  }
  return key;
}

export function newTestKey(): TestKey {
  const secret = Fn.fromBytes(secp256k1.utils.randomSecretKey());
  const chainCode = randomBytes(32);
  const root = { publicKey: hex(secp256k1.getPublicKey(Fn.toBytes(secret), true)), chainCode: hex(chainCode) };
  const ed25519 = { publicKey: hex(randomBytes(32)), chainCode: hex(randomBytes(32)) };
  const id = createHash('sha256')
    .update(JSON.stringify([root, ed25519]))
    .digest('hex')
    .slice(0, 32);
  return {
    id,
    root,
    ed25519,
    sign(asked) {
      if (asked.scheme !== 'ecdsa') throw new Error(`a test key signs no ${asked.scheme}`);
      const { path, digest } = asked;
      const key = Fn.toBytes(childSecret(secret, chainCode, path));
      const bytes = secp256k1.sign(Buffer.from(digest, 'hex'), key, {
        prehash: false,
        format: 'recovered',
        lowS: true,
      });
      const { r, s, recovery } = secp256k1.Signature.fromBytes(bytes, 'recovered');
      return { scheme: 'ecdsa', r, s, recid: recovery === 1 ? 1 : 0 };
    },
  };
}

/** A member's Ed25519 device key. */
export interface DeviceKey {
  readonly publicKey: string;
  sign(message: Uint8Array): string;
}
export function newDeviceKey(): DeviceKey {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const x = publicKey.export({ format: 'jwk' }).x ?? '';
  return { publicKey: hex(Buffer.from(x, 'base64url')), sign: (message) => hex(sign(null, message, privateKey)) };
}
