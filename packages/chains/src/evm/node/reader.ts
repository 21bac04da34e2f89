import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import type { GasRequest, TokenMove } from '../../rpc/calls.ts';
import { type JsonRpc, jsonRpc } from '../../rpc/json-rpc.ts';
import type { TxStatus } from '../../rpc/outcomes.ts';
import type { AccountReader } from '../../rpc/readers.ts';
import { fieldsOf, heightOf, listOf, quantityOf, textOf } from '../../rpc/shape.ts';
import { tokenFactsBy } from '../../rpc/token-facts.ts';
import type { ChainConfig, FeeTier } from '../../types.ts';
import { tokenCall } from '../build.ts';
import { disperseEvents } from '../disperse.ts';
import { evmFeeTiers } from '../fees.ts';
import { evmAllowances } from './allowances.ts';
import { evmBlock, evmBlocks, hexHeight, readHeader } from './blocks.ts';
import { broadcastEvm } from './broadcast.ts';
import { evmNames } from './names.ts';
import { checkNetwork } from './network.ts';
import { nftHeld, nftTold } from './nfts.ts';
import { evmHashOf } from './shape.ts';
import { movesIn, simulateEvm } from './simulate.ts';
import { evmSwaps } from './swaps/index.ts';
import { evmTakings } from './takings.ts';
import { view } from './view.ts';

const plainGas = 21_000n;
const word = (hex: string): string => hex.padStart(64, '0');

async function balance(rpc: JsonRpc, address: string, contract: string, height?: number): Promise<bigint> {
  const tag = height === undefined ? 'latest' : hexHeight(height);
  if (contract === '') return quantityOf(await rpc.call('eth_getBalance', address, tag), 'balance');
  const data = `0x70a08231${word(address.slice(2).toLowerCase())}`; // balanceOf(address)
  return BigInt(textOf(await rpc.call('eth_call', { to: contract, data }, tag), /^0x[0-9a-f]{64}$/, 'balanceOf'));
}

const isContract = async (rpc: JsonRpc, address: string): Promise<boolean> =>
  textOf(await rpc.call('eth_getCode', address, 'latest'), /^0x([0-9a-f]{2})*$/, 'code') !== '0x';

/** Estimates are made on today's state and run short when it changes: × 1.2 ran out in trials, × 1.5 did not. */
async function estimateGas(rpc: JsonRpc, { from, to, amount, contract, allows, data }: GasRequest): Promise<bigint> {
  if (contract === '' && data === undefined && !(await isContract(rpc, to))) return plainGas;
  const payment =
    contract === ''
      ? {
          from,
          ...(to === '' ? {} : { to }),
          value: `0x${amount.toString(16)}`,
          ...(data === undefined ? {} : { data }),
        }
      : { from, to: contract, data: tokenCall(allows ? 'allowance' : 'transfer', to, amount) };
  const estimate = quantityOf(await rpc.call('eth_estimateGas', payment), 'gas');
  return (estimate * 3n + 1n) / 2n;
}

/** Base fee of the next block, and the median over the last ten blocks of what others paid at three percentiles. */
async function fees(rpc: JsonRpc): Promise<readonly [FeeTier, FeeTier, FeeTier]> {
  const history = fieldsOf(await rpc.call('eth_feeHistory', '0xa', 'latest', [10, 50, 90]), 'feeHistory');
  const baseFee = quantityOf(listOf(history.baseFeePerGas, 'baseFeePerGas').at(-1), 'baseFeePerGas');
  const rewards = listOf(history.reward ?? [], 'reward').map((row) => listOf(row, 'reward'));
  const median = (column: number): bigint => {
    const paid = rewards.map((row) => quantityOf(row[column], 'reward')).filter((reward) => reward > 0n);
    return paid.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))[paid.length >> 1] ?? 0n;
  };
  const text = ({ level, maxFeePerGas, maxPriorityFeePerGas }: ReturnType<typeof evmFeeTiers>[number]): FeeTier => ({
    level,
    rate: String(maxFeePerGas),
    plan: { maxFeePerGas: String(maxFeePerGas), maxPriorityFeePerGas: String(maxPriorityFeePerGas) },
    estimated: true,
  });
  const [slow, normal, fast] = evmFeeTiers(baseFee, [median(0), median(1), median(2)]);
  return [text(slow), text(normal), text(fast)];
}

async function txStatus(rpc: JsonRpc, txid: string): Promise<TxStatus> {
  const found = await rpc.call('eth_getTransactionReceipt', txid);
  if (found === null) {
    const waiting = await rpc.call('eth_getTransactionByHash', txid);
    return { state: waiting === null ? 'unknown' : 'mempool' };
  }
  const receipt = fieldsOf(found, 'receipt');
  return {
    state: 'mined',
    height: heightOf(receipt.blockNumber, 'receipt.blockNumber'),
    hash: evmHashOf(receipt.blockHash, 'receipt.blockHash'),
    success: quantityOf(receipt.status, 'receipt.status') === 1n,
    fee: quantityOf(receipt.gasUsed, 'gasUsed') * quantityOf(receipt.effectiveGasPrice, 'effectiveGasPrice'),
  };
}

/** Of a transaction that is in no block: nothing. */
async function moved(rpc: JsonRpc, txid: string): Promise<readonly TokenMove[]> {
  const found = await rpc.call('eth_getTransactionReceipt', txid);
  return found === null ? [] : movesIn(listOf(fieldsOf(found, 'receipt').logs, 'logs'));
}

/** Whom our contract tells in its own events not to have paid; of a transaction in no block, or of another contract, nobody. */
async function unpaid(rpc: JsonRpc, txid: string): Promise<readonly number[]> {
  const found = await rpc.call('eth_getTransactionReceipt', txid);
  if (found === null) return [];
  return listOf(fieldsOf(found, 'receipt').logs, 'logs').flatMap((each) => {
    const log = fieldsOf(each, 'log');
    const [topic, row] = listOf(log.topics, 'log.topics');
    const isOurs = textOf(log.address, /^0x[0-9a-fA-F]{40}$/, 'log.address').toLowerCase() === disperseEvents.address;
    const place = (): number => Number(BigInt(textOf(row, /^0x[0-9a-f]{64}$/, 'log.topics')));
    return isOurs && topic === disperseEvents.unpaid ? [place()] : [];
  });
}

/** The finality tag, and never less deep than the configured confirmations. */
async function finalizedHeight(rpc: JsonRpc, chain: ChainConfig): Promise<number> {
  const tip = readHeader(await rpc.call('eth_getBlockByNumber', 'latest', false));
  const byDepth = Math.max(0, tip.height + 1 - chain.confirmations.deposit);
  const tagged = await rpc.ask('eth_getBlockByNumber', 'finalized', false);
  return tagged.ok && tagged.result !== null ? Math.min(byDepth, readHeader(tagged.result).height) : byDepth;
}

export function evmReader(chain: ChainConfig): AccountReader {
  const rpc = jsonRpc(chain.rpcUrl);
  return {
    model: 'account',
    checkNetwork: (seenBefore) => checkNetwork(rpc, chain, seenBefore),
    tip: async () => {
      const { height, hash } = readHeader(await rpc.call('eth_getBlockByNumber', 'latest', false));
      return { height, hash };
    },
    header: async (height) => {
      const found = await rpc.call('eth_getBlockByNumber', hexHeight(height), false);
      return found === null ? undefined : readHeader(found);
    },
    block: (at, filter = {}) => evmBlock(rpc, chain, at, filter),
    blocks: (from, to, filter = {}) => evmBlocks(rpc, chain, { from, to }, filter),
    finalizedHeight: () => finalizedHeight(rpc, chain),
    balance: (address, asset, height) => balance(rpc, address, asset.contract, height),
    nonce: async (address, at) => quantityOf(await rpc.call('eth_getTransactionCount', address, at), 'nonce'),
    fees: () => fees(rpc),
    estimateGas: (request) => estimateGas(rpc, request),
    isContract: (address) => isContract(rpc, address),
    broadcast: (raw) => broadcastEvm(rpc, raw, `0x${bytesToHex(keccak_256(hexToBytes(raw)))}`),
    txStatus: (txid) => txStatus(rpc, txid),
    allowances: (owner, contracts, known) => evmAllowances(rpc, owner, contracts, known),
    moved: (txid) => moved(rpc, txid),
    unpaid: (txid) => unpaid(rpc, txid),
    simulate: (call, things) => simulateEvm(rpc, call, things),
    swaps: evmSwaps(rpc),
    taken: (owner, contract, since) => evmTakings(rpc, owner, contract, since),
    tokenFacts: (contract) => tokenFactsBy((selector) => view(rpc, contract, selector)),
    nftHeld: (nft, owner) => nftHeld(rpc, nft, owner),
    nftTold: (nft) => nftTold(rpc, nft),
    ...evmNames(rpc, chain),
  };
}
