import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { ChainError } from '../errors.ts';
import type { ChainConfig, DecodedTx } from '../types.ts';
import { addressOfBody } from './address.ts';
import type { Payment } from './build.ts';
import { worstFee, worstStakeFee } from './fees.ts';
import { addressIn, bytesIn, numberIn, only, readMessage } from './parse.ts';
import { readStakeContract } from './read-stake.ts';
import type { TronPlan, UnsignedTronTx } from './types.ts';

const bad = (why: string): never => {
  throw new ChainError('badBytes', why);
};

const latin = new TextDecoder('latin1');
type Paid = Omit<Payment, 'memo'>;
const paid = { kind: 'transfer', call: '' } as const;

/** `TransferContract`: coins. */
function readTransferContract(value: Uint8Array): Paid {
  const fields = only(readMessage(value), [1, 2, 3], 'TransferContract');
  return {
    ...paid,
    from: addressIn(fields, 1, 'owner'),
    to: addressIn(fields, 2, 'payee'),
    contract: '',
    amount: numberIn(fields, 3, 'amount'),
  };
}

/** `TriggerSmartContract` with a call of `transfer(address,uint256)`, and nothing else. */
function readTrigger(value: Uint8Array): Paid {
  const fields = only(readMessage(value), [1, 2, 4], 'TriggerSmartContract');
  const call = /^a9059cbb0{24}(.{40})(.{64})$/.exec(bytesToHex(bytesIn(fields, 4, 'data')));
  const [, body, amount] = call ?? bad('TriggerSmartContract: not a transfer of a token');
  return {
    ...paid,
    from: addressIn(fields, 1, 'owner'),
    to: addressOfBody(hexToBytes(body ?? '')),
    contract: addressIn(fields, 2, 'contract'),
    amount: BigInt(`0x${amount}`),
  };
}

/** Seven kinds exist for us; every other is refused by its name. */
function readContract(bytes: Uint8Array): Paid {
  const fields = readMessage(bytes);
  const parameter = only(readMessage(bytesIn(fields, 2, 'parameter')), [1, 2], 'parameter');
  const url = latin.decode(bytesIn(parameter, 1, 'type'));
  const name = /^type\.googleapis\.com\/protocol\.([A-Za-z0-9]{1,64})$/.exec(url)?.[1] ?? bad('type');
  const [kind, value] = [numberIn(fields, 1, 'kind'), bytesIn(parameter, 2, 'value')];
  if (fields.has(5)) return bad(`${name}: signed by a permission`);
  only(fields, [1, 2], name);
  if (name === 'TransferContract' && kind === 1n) return readTransferContract(value);
  if (name === 'TriggerSmartContract' && kind === 31n) return readTrigger(value);
  return readStakeContract(name, kind, value) ?? bad(name);
}

/** Reads `raw_data` of a payment. @throws ChainError `badBytes` */
export function readRawData(bytes: Uint8Array): { readonly payment: Payment; readonly plan: TronPlan } {
  const fields = readMessage(bytes);
  const paid = readContract(bytesIn(fields, 11, 'contract'));
  only(fields, [1, 4, 8, 10, 11, 14, 18], 'transaction');
  const memo = latin.decode(bytesIn(fields, 10, 'memo'));
  if (!/^[\x20-\x7e]*$/.test(memo)) return bad('memo');
  const plan = {
    family: 'tron',
    refBlockBytes: bytesToHex(bytesIn(fields, 1, 'reference')),
    refBlockHash: bytesToHex(bytesIn(fields, 4, 'reference')),
    expiration: String(numberIn(fields, 8, 'expiration')),
    timestamp: String(numberIn(fields, 14, 'timestamp')),
    feeLimit: String(numberIn(fields, 18, 'fee limit')),
  } as const;
  return { payment: { ...paid, memo }, plan };
}

/** @throws ChainError */
export function decodeTron(chain: ChainConfig, unsigned: UnsignedTronTx): DecodedTx {
  const bytes = hexToBytes(unsigned.bytes);
  const { payment, plan } = readRawData(bytes);
  const [sighash] = unsigned.sighashes;
  const digest = bytesToHex(sha256(bytes));
  if (sighash?.scheme !== 'ecdsa' || unsigned.sighashes.length !== 1 || sighash.digest !== digest)
    throw new ChainError('sighashMismatch', 'not the hash of these bytes');
  const { kind, call, from, to, contract, memo } = payment;
  const amount = String(payment.amount);
  return {
    family: 'tron',
    chain: chain.id,
    ...(kind === 'transfer' ? {} : { kind, call }),
    sources: [{ path: sighash.path, address: from, amount }],
    outputs: [{ address: to, amount, contract, memo }],
    fee: String(kind === 'transfer' ? worstFee({ contract }, memo, BigInt(plan.feeLimit)) : worstStakeFee),
    conflict: { family: 'tron', chain: chain.id, account: from, place: digest },
    sighashes: [{ scheme: 'ecdsa', path: sighash.path, digest }],
    until: Number(plan.expiration),
    plan,
  };
}
