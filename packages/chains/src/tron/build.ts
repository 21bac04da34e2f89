import { type Intent, isRow } from '@holdfast/policy';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { ChainError } from '../errors.ts';
import { isTokenContract } from '../payee.ts';
import { checkFee, readTransfer } from '../transfer.ts';
import type { ChainConfig, KeyAt } from '../types.ts';
import { addressBytes, tronAddressOf } from './address.ts';
import { facts } from './facts.ts';
import { worstFee, worstStakeFee } from './fees.ts';
import { mostFeeLimit, tronNumbers } from './plan.ts';
import { writeMessage } from './protobuf.ts';
import * as schema from './schema.ts';
import { type StakeDeed, stakeContract } from './stake.ts';
import type { TronPlan, UnsignedTronTx } from './types.ts';

/** One payment of the chain's coin (`contract` '') or of a token, or what is done with stake, which is of the coin and tells no memo. */
export interface Payment {
  readonly kind: 'transfer' | StakeDeed['kind'];
  readonly call: string;
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

function paymentContract({ from, to, contract, amount }: Payment) {
  const owner = addressBytes(from);
  return contract === ''
    ? ({
        name: 'TransferContract',
        value: writeMessage(schema.transferContract, { owner, to: addressBytes(to), amount }),
      } as const)
    : ({
        name: 'TriggerSmartContract',
        value: writeMessage(schema.triggerSmartContract, {
          owner,
          contract: addressBytes(contract),
          data: transferCall(to, amount),
        }),
      } as const);
}

function contractOf(payment: Payment): Uint8Array {
  const { kind } = payment;
  const { name, value } = kind === 'transfer' ? paymentContract(payment) : stakeContract({ ...payment, kind });
  const parameter = writeMessage(schema.parameter, { typeUrl: utf8ToBytes(schema.typeUrl(name)), value });
  return writeMessage(schema.contract, { type: schema.kinds[name], parameter });
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

const isKnown = (kind: Intent['kind']): kind is Payment['kind'] =>
  ['transfer', 'stake', 'unstake', 'unfrozen', 'delegate', 'reclaim'].includes(kind);

/** What can be done with coins of `from`: paying oneself, or a contract of a token, cannot. @throws ChainError */
function checkPayee(chain: ChainConfig, { kind, from, to, contract, amount }: Omit<Payment, 'memo'>): void {
  if (isTokenContract(chain, to)) throw new ChainError('badAddress', 'the contract of a token');
  const toSelf = kind !== 'transfer' || contract === '' ? to === from : false;
  const selfOnly = kind === 'stake' || kind === 'unstake' || kind === 'unfrozen';
  if (contract === '' && (toSelf !== selfOnly || amount > mostAmount)) throw new ChainError('badIntent', 'outputs[0]');
}

/** A payment of the chain's coin, or of a listed TRC-20 token, or what is done with stake. @throws ChainError */
export function buildTron(chain: ChainConfig, intent: Intent, plan: TronPlan, keyAt: KeyAt): UnsignedTronTx {
  const transfer = readTransfer(facts, chain, intent);
  const [output] = transfer.outputs;
  if (!output || transfer.outputs.length !== 1) throw new ChainError('badIntent', 'outputs: exactly one');
  const from = tronAddressOf(keyAt(transfer.path));
  if (from !== intent.from) throw new ChainError('notOurs', `${intent.from} is not at ${transfer.path}`);
  const { contract } = transfer.asset;
  const { address: to, amount, memo } = output;
  const { call } = intent;
  // A row of a batch is a payment: its bytes cannot say more than that.
  const kind = isRow(intent) ? 'transfer' : intent.kind;
  if (!isKnown(kind)) throw new ChainError('badIntent', 'kind');
  if (kind !== 'transfer' && (contract !== '' || memo !== '')) throw new ChainError('badIntent', 'asset');
  const deed = { kind, call, from, to, contract, amount, memo };
  checkPayee(chain, deed);
  const { feeLimit } = tronNumbers(plan);
  if (feeLimit > mostFeeLimit || (kind !== 'transfer' && feeLimit > 0n)) throw new ChainError('badPlan', 'feeLimit');
  const fee = kind === 'transfer' ? worstFee(transfer.asset, memo, feeLimit) : worstStakeFee;
  checkFee(fee, transfer.feeCap);
  const bytes = rawDataOf(deed, plan);
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
