import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { ChainError } from '../errors.ts';
import type { ChainConfig, DecodedOutput, DecodedTx } from '../types.ts';
import { checkEvmAddress } from './address.ts';
import { disperseContract, readDisperse } from './disperse.ts';
import { chainIdOf } from './plan.ts';
import { decodeRlp, rlpBytes, rlpNumber } from './rlp.ts';
import type { UnsignedEvmTx } from './types.ts';

const eip1559Type = 0x02;
/** Methods of tokens that we call, by what an intent calls them. */
const methods: ReadonlyMap<string, 'transfer' | 'allowance'> = new Map([
  ['a9059cbb', 'transfer'],
  ['095ea7b3', 'allowance'],
]);

const bad = (why: string): never => {
  throw new ChainError('badBytes', why);
};

function addressFrom(hex: string): string {
  const checked = checkEvmAddress(`0x${hex}`);
  return checked.ok ? checked.address : bad('address');
}

interface Read {
  readonly kind: 'transfer' | 'allowance' | 'disperse' | 'call' | 'deploy';
  readonly outputs: readonly DecodedOutput[];
  /** Of a call its data, and of a deployment what begins the contract, hex; of a payment of many who is called to pay them. */
  readonly call?: string;
}

/**
 * Six kinds of transaction exist for us: a plain payment, `transfer` or `approve` on a token, rows that our contract pays, any other call, which is never one of those,
 * and one without a receiver, which deploys a contract and takes no coins along. Its output is the account itself.
 */
function readPayment(from: string, to: Uint8Array, value: bigint, data: Uint8Array): Read {
  if (to.length === 0) {
    if (value !== 0n || data.length === 0) return bad('no receiver');
    return { kind: 'deploy', call: `0x${bytesToHex(data)}`, outputs: [{ address: from, amount: '0', contract: '' }] };
  }
  if (to.length !== 20) return bad('receiver');
  const receiver = addressFrom(bytesToHex(to));
  // What it is told in another spelling pays all the same, and coins alone are lost there.
  if (receiver === disperseContract.address) {
    const rows = readDisperse(receiver, value, bytesToHex(data));
    return rows ? { kind: 'disperse', call: receiver, outputs: rows } : bad('contract');
  }
  if (data.length === 0)
    return { kind: 'transfer', outputs: [{ address: receiver, amount: String(value), contract: '' }] };
  const hex = bytesToHex(data);
  const call = /^(.{8})0{24}(.{40})(.{64})$/.exec(hex);
  const kind = methods.get(call?.[1] ?? '');
  if (!call || !kind || value !== 0n)
    return { kind: 'call', call: `0x${hex}`, outputs: [{ address: receiver, amount: String(value), contract: '' }] };
  const output = { address: addressFrom(call[2] ?? ''), amount: String(BigInt(`0x${call[3]}`)), contract: receiver };
  return { kind, outputs: [output] };
}

/** Reads an unsigned EIP-1559 transaction (type 2, nine fields, no access list). @throws ChainError */
export function decodeEvm(chain: ChainConfig, unsigned: UnsignedEvmTx): DecodedTx {
  const bytes = hexToBytes(unsigned.bytes);
  if (bytes[0] !== eip1559Type) return bad('type');
  const fields = decodeRlp(bytes.subarray(1));
  if (fields instanceof Uint8Array || fields.length !== 9) return bad('fields');
  const [chainId, nonce, priority, maxFee, gasLimit, to, value, data, accessList] = fields;
  if (rlpNumber(chainId) !== chainIdOf(chain)) return bad('chain id');
  if (accessList instanceof Uint8Array || accessList?.length !== 0) return bad('access list');
  const [sighash] = unsigned.sighashes;
  const digest = bytesToHex(keccak_256(bytes));
  if (sighash?.scheme !== 'ecdsa' || unsigned.sighashes.length !== 1 || sighash.digest !== digest)
    throw new ChainError('sighashMismatch', 'not the hash of these bytes');
  const { kind, outputs, call } = readPayment(unsigned.from, rlpBytes(to), rlpNumber(value), rlpBytes(data));
  const fee = rlpNumber(gasLimit) * rlpNumber(maxFee);
  const amount = String(outputs.reduce((sum, output) => sum + BigInt(output.amount), 0n));
  return {
    family: 'evm',
    chain: chain.id,
    ...(kind === 'transfer' ? {} : { kind }),
    ...(call === undefined ? {} : { call }),
    sources: [{ path: sighash.path, address: unsigned.from, amount }],
    outputs,
    fee: String(fee),
    conflict: { family: 'evm', chain: chain.id, account: unsigned.from, nonce: String(rlpNumber(nonce)) },
    sighashes: [{ scheme: 'ecdsa', path: sighash.path, digest }],
    plan: {
      nonce: String(rlpNumber(nonce)),
      gasLimit: String(rlpNumber(gasLimit)),
      maxFeePerGas: String(rlpNumber(maxFee)),
      maxPriorityFeePerGas: String(rlpNumber(priority)),
    },
  };
}
