import type { Intent } from '@holdfast/policy';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { ChainError } from '../errors.ts';
import { isTokenContract } from '../payee.ts';
import { checkFee, readTransfer } from '../transfer.ts';
import type { ChainConfig, KeyAt } from '../types.ts';
import { addressBytes, tronAddressOf } from './address.ts';
import { facts } from './facts.ts';
import { worstFee } from './fees.ts';
import { mostFeeLimit, tronNumbers } from './plan.ts';
import { writeMessage } from './protobuf.ts';
import * as schema from './schema.ts';
import type { TronPlan, UnsignedTronTx } from './types.ts';

/** One payment of the chain's coin (`contract` '') or of a token. */
export interface Payment {
  readonly from: string;
  readonly to: string;
  readonly contract: string;
  readonly amount: bigint;
  readonly memo: string;
}

const mostAmount = (1n << 63n) - 1n;
const word = (bytes: Uint8Array): Uint8Array => concatBytes(new Uint8Array(32 - bytes.length), bytes);
const numberWord = (value: bigint): Uint8Array => hexToBytes(value.toString(16).padStart(64, '0'));

/** `transfer(address,uint256)` (TRC-20). */
const transferCall = (to: string, amount: bigint): Uint8Array =>
  concatBytes(hexToBytes('a9059cbb'), word(addressBytes(to).subarray(1)), numberWord(amount));

function contractOf({ from, to, contract, amount }: Payment): Uint8Array {
  const owner = addressBytes(from);
  const kind = contract === '' ? 'TransferContract' : 'TriggerSmartContract';
  const value =
    contract === ''
      ? writeMessage(schema.transferContract, { owner, to: addressBytes(to), amount })
      : writeMessage(schema.triggerSmartContract, {
          owner,
          contract: addressBytes(contract),
          data: transferCall(to, amount),
        });
  const parameter = writeMessage(schema.parameter, { typeUrl: utf8ToBytes(schema.typeUrl(kind)), value });
  return writeMessage(schema.contract, { type: schema.kinds[kind], parameter });
}

/** `raw_data` of a transaction: what is signed, and named by its hash. @throws ChainError `badPlan` */
export function rawDataOf(payment: Payment, plan: TronPlan): Uint8Array {
  const { expiration, timestamp, feeLimit } = tronNumbers(plan);
  return writeMessage(schema.raw, {
    refBlockBytes: hexToBytes(plan.refBlockBytes),
    refBlockHash: hexToBytes(plan.refBlockHash),
    expiration,
    data: utf8ToBytes(payment.memo),
    contract: contractOf(payment),
    timestamp,
    feeLimit,
  });
}

/** A payment of the chain's coin, or of a listed TRC-20 token. @throws ChainError */
export function buildTron(chain: ChainConfig, intent: Intent, plan: TronPlan, keyAt: KeyAt): UnsignedTronTx {
  const transfer = readTransfer(facts, chain, intent);
  const [output] = transfer.outputs;
  if (!output || transfer.outputs.length !== 1) throw new ChainError('badIntent', 'outputs: exactly one');
  const from = tronAddressOf(keyAt(transfer.path));
  if (from !== intent.from) throw new ChainError('notOurs', `${intent.from} is not at ${transfer.path}`);
  const { contract } = transfer.asset;
  const { address: to, amount, memo } = output;
  if (isTokenContract(chain, to)) throw new ChainError('badAddress', 'the contract of a token');
  if (contract === '' && (to === from || amount > mostAmount)) throw new ChainError('badIntent', 'outputs[0]');
  const { feeLimit } = tronNumbers(plan);
  if (feeLimit > mostFeeLimit) throw new ChainError('badPlan', 'feeLimit');
  const fee = worstFee(transfer.asset, memo, feeLimit);
  checkFee(fee, transfer.feeCap);
  const bytes = rawDataOf({ from, to, contract, amount, memo }, plan);
  const place = bytesToHex(sha256(bytes));
  return {
    family: facts.id,
    chain: chain.id,
    from,
    bytes: bytesToHex(bytes),
    sighashes: [{ scheme: 'ecdsa', path: transfer.path, digest: place }],
    fee: String(fee),
    conflict: { family: facts.id, chain: chain.id, account: from, place },
  };
}
