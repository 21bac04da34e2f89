import { createHash, createHmac, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { parsePath, type RootKey, type SigHash, type Signature } from '@holdfast/chains';
import { childSecret as childOf, ed25519SignWhole, ed25519Tweak } from '@holdfast/mpc';
import { ed25519 as edwards } from '@noble/curves/ed25519.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';

const { Fn } = secp256k1.Point;

/** A whole key where the product only ever has shares: for tests, where a signature is needed and its making is not the matter. */
export interface TestKey {
  readonly id: string;
  readonly root: RootKey;
  readonly ed25519: { readonly publicKey: string; readonly chainCode: string };
  /** Signs with the child key at its path: ECDSA with low s, or Ed25519. */
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

/** A whole Ed25519 key and how its children sign. */
function newEdwardsKey() {
  const { Fn: scalars, BASE } = edwards.Point;
  const secret = scalars.create(BigInt(`0x${hex(randomBytes(32))}`));
  const [publicKey, chainCode] = [BASE.multiply(secret).toBytes(), randomBytes(32)];
  const sign = (path: string, message: string): Signature => {
    const { tweak } = ed25519Tweak(publicKey, chainCode, path.split('/').slice(1).map(Number));
    const bytes = ed25519SignWhole(childOf('ed25519', secret, tweak), Buffer.from(message, 'hex'));
    return { scheme: 'ed25519', bytes };
  };
  return { root: { publicKey: hex(publicKey), chainCode: hex(chainCode) }, sign };
}

export function newTestKey(): TestKey {
  const secret = Fn.fromBytes(secp256k1.utils.randomSecretKey());
  const chainCode = randomBytes(32);
  const root = { publicKey: hex(secp256k1.getPublicKey(Fn.toBytes(secret), true)), chainCode: hex(chainCode) };
  const { root: ed25519, sign: signEdwards } = newEdwardsKey();
  const id = createHash('sha256')
    .update(JSON.stringify([root, ed25519]))
    .digest('hex')
    .slice(0, 32);
  return {
    id,
    root,
    ed25519,
    sign(asked) {
      if (asked.scheme === 'ed25519') return signEdwards(asked.path, asked.message);
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
