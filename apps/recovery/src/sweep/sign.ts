import {
  type AssetConfig,
  compareWithIntent,
  familyOf,
  groupKeyAt,
  type KeyAt,
  parsePath,
  type SigHash,
  type Signature,
  type SignedTx,
} from '@holdfast/chains';
import { ed25519SignWhole, taprootSignWhole } from '@holdfast/mpc';
import { type Intent, movesNothing } from '@holdfast/policy';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { hexToBytes } from '@noble/hashes/utils.js';
import { type Kit, kitGroup } from '../kit.ts';
import { addressFromKit, childPrivateKey, RecoverError, type Recovered, rootsOf } from '../recover.ts';
import type { Payment } from './payments.ts';

const refOf = ({ symbol, contract, decimals }: AssetConfig) => ({ symbol, contract, decimals: String(decimals) });

/** What the chain's builder reads, with nobody's approval: it is signed by the whole key, which needs none. */
function intentOf(kit: Kit, { chain, path, asset, amount }: Payment, to: string): Intent {
  const coin = chain.assets.find(({ contract }) => contract === '') ?? asset;
  return {
    ...movesNothing(),
    v: '1',
    domain: 'holdfast/intent/v1',
    kind: 'transfer',
    deployment: kit.deployment,
    workspace: '0',
    wallet: String(parsePath(path).wallet),
    keyGroup: kitGroup(kit),
    path,
    chain: chain.id,
    asset: refOf(asset),
    from: addressFromKit(kit, chain.id, path),
    outputs: [{ address: to, amount: String(amount), memo: '', entry: '', path: '' }],
    maxFee: chain.maxFee,
    feeAsset: refOf(coin),
    conflict: familyOf(chain).conflict,
    policy: { id: 'recovery', version: '0', hash: '' },
    body: '',
    id: '',
    request: '',
    created: '0',
    notBefore: '0',
    expires: '0',
    initiator: 'recovery',
    remarkHash: '',
  };
}

/** An ordinary signature by one child's private key. */
function signWith(kit: Kit, recovered: Recovered, asked: SigHash): Signature {
  const key = hexToBytes(childPrivateKey(kit, recovered, asked.path));
  if (asked.scheme === 'ed25519') return { scheme: 'ed25519', bytes: ed25519SignWhole(key, hexToBytes(asked.message)) };
  if (asked.scheme === 'schnorr') return { scheme: 'schnorr', bytes: taprootSignWhole(key, hexToBytes(asked.digest)) };
  const bytes = secp256k1.sign(hexToBytes(asked.digest), key, { prehash: false, lowS: true, format: 'recovered' });
  const { r, s, recovery } = secp256k1.Signature.fromBytes(bytes, 'recovered');
  return { scheme: 'ecdsa', r, s, recid: recovery === 1 ? 1 : 0 };
}

/** Builds the payment as signers do, reads it back and compares, then signs it with the recovered keys. @throws ChainError, RecoverError */
export function signPayment(kit: Kit, recovered: Recovered, payment: Payment, to: string): SignedTx {
  const { chain, plan } = payment;
  const family = familyOf(chain);
  const roots = rootsOf(kit);
  const keyAt: KeyAt = (path) => groupKeyAt(roots, path);
  const intent = intentOf(kit, payment, to);
  const unsigned = family.build(chain, intent, plan, keyAt);
  const [mismatch] = compareWithIntent(intent, family.decode(chain, unsigned), { chain, plan, keyAt });
  if (mismatch) throw new RecoverError('otherPayment', mismatch.field);
  return family.attach(
    chain,
    unsigned,
    unsigned.sighashes.map((asked) => signWith(kit, recovered, asked)),
  );
}
