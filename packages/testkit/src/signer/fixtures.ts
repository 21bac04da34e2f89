import { createHash, randomUUID } from 'node:crypto';
import type { ChainConfig } from '@holdfast/chains';
import type { BitcoinPlan } from '@holdfast/chains/plans/bitcoin';
import type { EvmPlan } from '@holdfast/chains/plans/evm';
import {
  type Approval,
  approvalDigest,
  type Decision,
  deviceCredentialId,
  type Freeze,
  type FreezeStatement,
  freezeDigest,
  type Intent,
  intentDigestHex,
  type Member,
  movesNothing,
  type PolicyDocument,
  policyHash,
} from '@holdfast/policy';
import { ed25519 } from '@noble/curves/ed25519.js';
import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js';
import { bytesToHex } from '@noble/hashes/utils.js';

/** A member with a device key, and the key itself. */
export interface TestMember {
  readonly member: Member;
  readonly secret: Uint8Array;
}

export function newMember(id: string, role: Member['role']): TestMember {
  const { secretKey, publicKey } = ed25519.keygen();
  const key = bytesToHex(publicKey);
  const credentials: Member['credentials'] = [{ id: deviceCredentialId(key), type: 'device', publicKey: key }];
  return {
    member: { id, name: id, role, status: 'active', keyHolder: 'yes', wallets: [], credentials },
    secret: secretKey,
  };
}

/** A decision over any digest, signed by the member's device key. */
export function decideOn(
  digest: string,
  { member, secret }: TestMember,
  decision: Decision,
  said: Pick<Approval, 'remark'> = {},
): Approval {
  const credential = member.credentials[0]?.id ?? '';
  const statement = { intent: digest, decision, member: member.id, credential, ...said };
  return {
    ...statement,
    proof: { type: 'device', signature: bytesToHex(ed25519.sign(approvalDigest(statement), secret)) },
  };
}

export const decide = (intent: Intent, member: TestMember, decision: Decision): Approval =>
  decideOn(intentDigestHex(intent), member, decision);
/** A refusal that says why. */
export const refuseWith = (intent: Intent, member: TestMember, remark: string): Approval =>
  decideOn(intentDigestHex(intent), member, 'refuse', { remark });

/** An order to freeze under these rules, now, signed by the member's device key. */
export function freezeOf(
  policy: PolicyDocument,
  { member, secret }: TestMember,
  change: Partial<FreezeStatement> = {},
): Freeze {
  const statement: FreezeStatement = {
    deployment: policy.deployment,
    policy: policyHash(policy),
    member: member.id,
    credential: member.credentials[0]?.id ?? '',
    time: String(Date.now()),
    reason: 'A laptop was stolen',
    ...change,
  };
  return {
    ...statement,
    proof: { type: 'device', signature: bytesToHex(ed25519.sign(freezeDigest(statement), secret)) },
  };
}

const asset = { minWithdraw: '1', maxWithdraw: '1000000000000000000000000', minDeposit: '1' };
export const usdc = '0x5FbDB2315678afecb367f032d93F642f64180aa3';

export const testChains: ChainConfig[] = [
  {
    id: 'evm:31337',
    family: 'evm',
    name: 'Ethereum',
    baseSymbol: 'ETH',
    rpcUrl: '',
    confirmations: { deposit: 3, withdraw: 3 },
    maxFee: '50000000000000000',
    assets: [
      { symbol: 'ETH', name: 'Ether', decimals: 18, contract: '', ...asset },
      { symbol: 'USDC', name: 'USD Coin', decimals: 6, contract: usdc, ...asset },
    ],
  },
  {
    id: 'bitcoin:regtest',
    family: 'bitcoin',
    name: 'Bitcoin',
    baseSymbol: 'BTC',
    rpcUrl: '',
    confirmations: { deposit: 2, withdraw: 2 },
    maxFee: '1000000',
    assets: [{ symbol: 'BTC', name: 'Bitcoin', decimals: 8, contract: '', ...asset }],
  },
];

export const policyRef = (policy: PolicyDocument): Intent['policy'] => ({
  id: policy.id,
  version: policy.version,
  hash: policyHash(policy),
});

/** Fields that every kind of intent shares. */
export function baseIntent(policy: PolicyDocument, initiator: string, now: number): Intent {
  return {
    v: '1',
    domain: 'holdfast/intent/v1',
    kind: 'transfer',
    deployment: policy.deployment,
    workspace: '',
    ...movesNothing(),
    policy: policyRef(policy),
    body: '',
    id: randomUUID(),
    request: '',
    created: String(now),
    notBefore: String(now),
    expires: String(now + 3_600_000),
    initiator,
    remarkHash: '',
  };
}

export const evmPayee = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
export const otherEvmPayee = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';
export const btcPayee = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';

export const evmPlan = (nonce: number, gwei = 2): EvmPlan => ({
  family: 'evm',
  nonce: String(nonce),
  gasLimit: '100000',
  maxFeePerGas: String(gwei * 1_000_000_000),
  maxPriorityFeePerGas: '1000000000',
});

const le = (value: bigint, bytes: number): string => {
  let hex = '';
  for (let i = 0; i < bytes; i++)
    hex += Number((value >> BigInt(8 * i)) & 255n)
      .toString(16)
      .padStart(2, '0');
  return hex;
};

/** A transaction without witness that pays `sats` to a script at output 0, different for each `salt`; its id is the hash of its bytes. */
export function fundingTx(scriptHex: string, sats: bigint, salt: number): { txid: string; prevTx: string } {
  const input = `${le(BigInt(salt + 1), 32)}${le(0n, 4)}00ffffffff`;
  const output = `${le(sats, 8)}${(scriptHex.length / 2).toString(16).padStart(2, '0')}${scriptHex}`;
  const prevTx = `0200000001${input}01${output}00000000`;
  const hash = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest();
  const txid = hash(hash(Buffer.from(prevTx, 'hex')))
    .reverse()
    .toString('hex');
  return { txid, prevTx };
}

/** P2WPKH: OP_0 and the HASH160 of the key. */
export function p2wpkh(publicKey: Uint8Array): string {
  const inner = createHash('sha256').update(publicKey).digest();
  return `0014${createHash('ripemd160').update(inner).digest('hex')}`;
}

/** P2TR by its key alone: OP_1 and the key that BIP 341 tweaks. */
export function p2tr(publicKey: Uint8Array): string {
  const x = publicKey.subarray(1);
  const tweak = BigInt(`0x${Buffer.from(schnorr.utils.taggedHash('TapTweak', x)).toString('hex')}`);
  const even = schnorr.utils.lift_x(BigInt(`0x${Buffer.from(x).toString('hex')}`));
  const output = even.add(secp256k1.Point.BASE.multiply(tweak)).toBytes(true).subarray(1);
  return `5120${Buffer.from(output).toString('hex')}`;
}

export const btcPlan = (
  coins: { txid: string; prevTx: string; path: string }[],
  changePath: string,
  feeRate = '2',
): BitcoinPlan => ({
  family: 'bitcoin',
  inputs: coins.map(({ txid, prevTx, path }) => ({ txid, vout: 0, prevTx, path })),
  changePath,
  feeRate,
});

/** Small and seeded (mulberry32), so that a failing run can be repeated by HOLDFAST_SEED. */
export function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}
