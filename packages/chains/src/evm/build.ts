import { dataOf, givesAllowance, type Intent, initCodeOf, isCall, isDeploy, isDisperse } from '@holdfast/policy';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { Transaction } from 'micro-eth-signer';
import { ChainError } from '../errors.ts';
import { isTokenContract } from '../payee.ts';
import { checkFee, readTransfer, type Transfer } from '../transfer.ts';
import type { ChainConfig, KeyAt } from '../types.ts';
import { evmAddressOf } from './address.ts';
import { disperseCall, disperseContract } from './disperse.ts';
import { facts } from './facts.ts';
import { chainIdOf, evmNumbers } from './plan.ts';
import type { EvmPlan, UnsignedEvmTx } from './types.ts';

const word = (hex: string): string => hex.padStart(64, '0');

/** `transfer(address,uint256)`, and `approve(address,uint256)` (ERC-20). */
const selectors = { transfer: '0xa9059cbb', allowance: '0x095ea7b3' } as const;
export const tokenCall = (method: keyof typeof selectors, to: string, amount: bigint): string =>
  `${selectors[method]}${word(to.slice(2).toLowerCase())}${word(amount.toString(16))}`;

/** Nobody receives what begins a contract: the field is empty (EIP-1559, Yellow Paper 4.2). */
const noReceiver = '0x';

/** Who is called, with how many coins and which data. @throws ChainError */
function messageOf(chain: ChainConfig, intent: Intent, { asset, outputs }: Transfer) {
  if (isDisperse(intent)) {
    const odd = outputs.find(({ address }) => address === disperseContract.address || isTokenContract(chain, address));
    if (odd) throw new ChainError('badAddress', 'the contract of a token, or the one that pays');
    return disperseCall(asset.contract, outputs);
  }
  const [output] = outputs;
  if (!output || outputs.length !== 1) throw new ChainError('badIntent', 'outputs: exactly one');
  if (isDeploy(intent)) return { to: noReceiver, value: 0n, data: initCodeOf(intent) };
  if (isCall(intent)) return { to: output.address, value: output.amount, data: dataOf(intent) };
  if (isTokenContract(chain, output.address)) throw new ChainError('badAddress', 'the contract of a token');
  const method = givesAllowance(intent) ? 'allowance' : 'transfer';
  if (asset.contract !== '')
    return { to: asset.contract, value: 0n, data: tokenCall(method, output.address, output.amount) };
  if (method === 'allowance') throw new ChainError('badIntent', 'asset: no token');
  return { to: output.address, value: output.amount, data: '' };
}

/** An EIP-1559 payment of the chain's coin or of a listed ERC-20 token, to one or to many, an allowance of that token, a call, or a contract to be deployed. @throws ChainError */
export function buildEvm(chain: ChainConfig, intent: Intent, plan: EvmPlan, keyAt: KeyAt): UnsignedEvmTx {
  const transfer = readTransfer(facts, chain, intent);
  const message = messageOf(chain, intent, transfer);
  const from = evmAddressOf(keyAt(transfer.path));
  if (from !== intent.from) throw new ChainError('notOurs', `${intent.from} is not at ${transfer.path}`);
  const numbers = evmNumbers(plan);
  const fee = numbers.gasLimit * numbers.maxFeePerGas;
  checkFee(fee, transfer.feeCap);
  const tx = Transaction.prepare({ type: 'eip1559', chainId: chainIdOf(chain), ...numbers, ...message }, false);
  const bytes = tx.toBytes({ includeSignature: false });
  return {
    family: facts.id,
    chain: chain.id,
    from,
    bytes: bytesToHex(bytes),
    sighashes: [{ scheme: 'ecdsa', path: transfer.path, digest: bytesToHex(keccak_256(bytes)) }],
    fee: String(fee),
    conflict: { family: facts.id, chain: chain.id, account: from, nonce: plan.nonce },
  };
}
