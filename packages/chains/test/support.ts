import type { Intent } from '@holdfast/policy';
import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { RawTx } from '@scure/btc-signer';
import { taprootTweakPrivKey } from '@scure/btc-signer/utils.js';
import { ownScript } from '../src/bitcoin/address.ts';
import { parseTx } from '../src/bitcoin/parse.ts';
import {
  type ChainConfig,
  type EcdsaSigHash,
  type EcdsaSignature,
  familyOf,
  type SchnorrSigHash,
  type Signature,
  type SignedTx,
  type UnsignedTx,
} from '../src/index.ts';

/** A key for every path, made from its name: stands in for the signers, which hold only shares. */
const secretAt = (path: string): Uint8Array => sha256(utf8ToBytes(`test key ${path}`));
export const keyAt = (path: string): Uint8Array => secp256k1.getPublicKey(secretAt(path), true);

export function signDigest({ path, digest }: EcdsaSigHash): EcdsaSignature {
  const bytes = secp256k1.sign(hexToBytes(digest), secretAt(path), { prehash: false, lowS: true, format: 'recovered' });
  const { r, s, recovery } = secp256k1.Signature.fromBytes(bytes, 'recovered');
  return { scheme: 'ecdsa', r, s, recid: recovery === 1 ? 1 : 0 };
}

export const signAll = (chain: ChainConfig, unsigned: UnsignedTx): SignedTx =>
  familyOf(chain).attach(
    chain,
    unsigned,
    unsigned.sighashes.map((asked) => {
      if (asked.scheme === 'ed25519') throw new Error(asked.scheme);
      return asked.scheme === 'schnorr' ? signTaproot(asked) : signDigest(asked);
    }),
  );

/** By the taproot output key of the path's key, as another library tweaks it (BIP 341). */
export function signTaproot({ path, digest }: SchnorrSigHash): Signature {
  const tweaked = taprootTweakPrivKey(secretAt(path), new Uint8Array());
  return { scheme: 'schnorr', bytes: schnorr.sign(hexToBytes(digest), tweaked) };
}

const limits = { minWithdraw: '1', maxWithdraw: '1000000000000000000000', minDeposit: '1' };
export const usdc = '0x5FbDB2315678afecb367f032d93F642f64180aa3';

export const evmChain: ChainConfig = {
  id: 'evm:31337',
  family: 'evm',
  name: 'EVM',
  baseSymbol: 'ETH',
  rpcUrl: '',
  confirmations: { deposit: 3, withdraw: 3 },
  maxFee: '50000000000000000',
  assets: [
    { symbol: 'ETH', name: 'Ether', decimals: 18, contract: '', ...limits },
    { symbol: 'USDC', name: 'USD Coin', decimals: 6, contract: usdc, ...limits },
  ],
};

export const bitcoinChain: ChainConfig = {
  id: 'bitcoin:regtest',
  family: 'bitcoin',
  name: 'Bitcoin',
  baseSymbol: 'BTC',
  rpcUrl: '',
  confirmations: { deposit: 2, withdraw: 2 },
  maxFee: '1000000',
  assets: [{ symbol: 'BTC', name: 'Bitcoin', decimals: 8, contract: '', ...limits }],
};

export const usdt = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
export const tronChain: ChainConfig = {
  id: 'tron:devnet',
  family: 'tron',
  name: 'Tron',
  baseSymbol: 'TRX',
  rpcUrl: '',
  confirmations: { deposit: 2, withdraw: 2 },
  maxFee: '100000000',
  assets: [
    { symbol: 'TRX', name: 'Tron', decimals: 6, contract: '', ...limits },
    { symbol: 'USDT', name: 'Tether', decimals: 6, contract: usdt, ...limits },
  ],
};

export const paths = {
  evm: 'm/60/7/0/0',
  tron: 'm/195/7/0/0',
  bitcoin: 'm/0/7/0/0',
  second: 'm/0/7/0/1',
  change: 'm/0/7/1/0',
  taproot: 'm/0/7/2/0',
  taprootChange: 'm/0/7/3/0',
} as const;

/** A payment from sub-wallet 7. */
export function intentFor(
  chain: ChainConfig,
  symbol: string,
  outputs: readonly (readonly [string, bigint, string?])[],
): Intent {
  const assetOf = (wanted: string): Intent['asset'] => {
    const asset = chain.assets.find((known) => known.symbol === wanted);
    if (!asset) throw new Error(`no ${wanted}`);
    return { symbol: asset.symbol, contract: asset.contract, decimals: String(asset.decimals) };
  };
  const path = { evm: paths.evm, tron: paths.tron }[chain.family] ?? paths.bitcoin;
  return {
    v: '1',
    domain: 'holdfast/intent/v1',
    kind: 'transfer',
    deployment: 'd0'.repeat(32),
    workspace: '1',
    wallet: '7',
    keyGroup: '9a'.repeat(16),
    path,
    chain: chain.id,
    asset: assetOf(symbol),
    from: familyOf(chain).addressOf(chain, keyAt(path)),
    outputs: outputs.map(([address, amount, memo = '']) => ({
      address,
      amount: String(amount),
      memo,
      entry: '',
      path: '',
    })),
    maxFee: chain.maxFee,
    feeAsset: assetOf(chain.baseSymbol),
    call: '',
    conflict: familyOf(chain).conflict,
    policy: { id: 'main', version: '1', hash: '11'.repeat(32) },
    body: '',
    id: '00000000-0000-4000-8000-000000000001',
    request: 'r1',
    created: '1760000000000',
    notBefore: '1760000000000',
    expires: '1760086400000',
    initiator: 'alice',
    remarkHash: '',
  };
}

/** A transaction that pays amounts to paths of ours: what a deposit looks like. */
export function deposit(rows: readonly (readonly [string, bigint])[]): { txid: string; raw: string } {
  const input = { txid: new Uint8Array(32).fill(1), index: 0, finalScriptSig: new Uint8Array([0x51]), sequence: 0 };
  const outputs = rows.map(([path, amount]) => ({ script: ownScript(keyAt(path), path), amount }));
  const raw = bytesToHex(RawTx.encode({ version: 2, segwitFlag: false, inputs: [input], outputs, lockTime: 0 }));
  return { txid: parseTx(raw).txid, raw };
}
