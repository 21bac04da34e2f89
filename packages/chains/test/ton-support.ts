import type { Intent } from '@holdfast/policy';
import { movesNothing } from '@holdfast/policy';
import { ed25519 } from '@noble/curves/ed25519.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { type ChainConfig, familyOf, type Plan, type SigHash, type Signature } from '../src/index.ts';

const limits = { minWithdraw: '1', maxWithdraw: '1000000000000000000000', minDeposit: '1' };

/** Accounts of two jettons' masters. */
export const master = '0QDWU2PYKhtGFzIiTQR9n_LMUvjqEp4XO7j-U1GOVOMGO44n';
export const otherMaster = '0QAqBw5OrIbQWU2VRYfMWtSfXRr3QLVZYlQHLlkLp7KdEtrY';

const jetton = (symbol: string, contract: string, account: string) => ({
  symbol,
  name: symbol,
  decimals: 6,
  contract,
  account,
  ...limits,
});

export const tonChain: ChainConfig = {
  id: 'ton:-3',
  family: 'ton',
  name: 'TON',
  baseSymbol: 'TON',
  rpcUrl: '',
  confirmations: { deposit: 1, withdraw: 1 },
  maxFee: '500000000',
  assets: [
    { symbol: 'TON', name: 'Toncoin', decimals: 9, contract: '', ...limits },
    jetton('JET', master, `tep74:${'ab'.repeat(32)}:5`),
    jetton('GOV', otherMaster, `governed:${'cd'.repeat(32)}:0`),
  ],
};

const seedAt = (path: string): Uint8Array => sha256(utf8ToBytes(`ton test key ${path}`));
export const tonKeyAt = (path: string): Uint8Array => ed25519.getPublicKey(seedAt(path));

export function signTon(asked: SigHash, path = asked.path): Signature {
  if (asked.scheme !== 'ed25519') throw new Error(asked.scheme);
  return { scheme: 'ed25519', bytes: ed25519.sign(hexToBytes(asked.message), seedAt(path)) };
}

export const tonPath = 'm/607/7/0/0';
export const tonPayee = '0QDsE4xHRP4mZsJbkZsuZyHp2Wlzb4PiKFuzrYVM6ffqTrgn';

export function tonIntent(chain: ChainConfig, symbol: string, amount: bigint, memo = '', to = tonPayee): Intent {
  const asset = chain.assets.find((one) => one.symbol === symbol);
  const [coin] = chain.assets;
  if (!asset || !coin) throw new Error(symbol);
  const ref = ({ symbol, contract, decimals }: typeof coin) => ({ symbol, contract, decimals: String(decimals) });
  return {
    ...movesNothing(),
    v: '1',
    domain: 'holdfast/intent/v1',
    kind: 'transfer',
    deployment: '',
    workspace: '1',
    wallet: '7',
    keyGroup: '',
    path: tonPath,
    chain: chain.id,
    asset: ref(asset),
    from: familyOf(chain).addressOf(chain, tonKeyAt(tonPath)),
    outputs: [{ address: to, amount: String(amount), memo, entry: '', path: '' }],
    maxFee: '200000000',
    feeAsset: ref(coin),
    conflict: 'ton-seqno',
    policy: { id: '', version: '1', hash: '' },
    body: '',
    id: '',
    request: '',
    created: '0',
    notBefore: '0',
    expires: '0',
    initiator: '',
    remarkHash: '',
  };
}

export const tonPlan = (seqno = 3, attached = 0n): Plan => ({
  family: 'ton',
  seqno: String(seqno),
  validUntil: '1800000000',
  attached: String(attached),
});
