import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import type { Anchor } from '../../models.ts';
import type { BlockRef } from '../../rpc/blocks.ts';
import type { TxStatus } from '../../rpc/outcomes.ts';
import type { TimedReader } from '../../rpc/readers.ts';
import { countOf, fieldsOf } from '../../rpc/shape.ts';
import type { AssetConfig, ChainConfig } from '../../types.ts';
import { bytesIn, readMessage } from '../parse.ts';
import { headerOf, readHeader, tronBlock, tronBlocks } from './blocks.ts';
import { broadcastTron } from './broadcast.ts';
import { type TronNode, tronNode } from './http.ts';
import { checkNetwork } from './network.ts';
import { accountResources } from './resources.ts';
import { hashOf, inconsistent, unitsOf } from './shape.ts';
import { tronToken } from './token.ts';
import { fees, tokenBalance, usage } from './usage.ts';

async function tip(node: TronNode): Promise<BlockRef> {
  const { height, hash } = readHeader(await node.askFor('wallet/getnowblock', {}));
  return { height, hash };
}

async function balanceNow(node: TronNode, address: string, { contract }: AssetConfig): Promise<bigint> {
  if (contract === '') return unitsOf((await node.askFor('wallet/getaccount', { address })).balance, 'balance');
  return tokenBalance(node, address, contract);
}

/** Nodes know balances of now alone: one of a height is told while the chain stands there. @throws RpcError `inconsistent` when it moved */
async function balance(node: TronNode, address: string, asset: AssetConfig, height?: number): Promise<bigint> {
  const found = await balanceNow(node, address, asset);
  if (height !== undefined && (await tip(node)).height !== height) inconsistent('the chain has moved on');
  return found;
}

/** A block that no reorganisation takes back, so that the transaction has something to stand on. */
async function anchor(node: TronNode): Promise<Anchor> {
  const { height, hash } = readHeader(await node.askFor('walletsolidity/getnowblock', {}));
  return {
    refBlockBytes: height.toString(16).padStart(16, '0').slice(12),
    refBlockHash: hash.slice(16, 32),
  };
}

async function txStatus(node: TronNode, txid: string): Promise<TxStatus> {
  const info = await node.askFor('wallet/gettransactioninfobyid', { value: txid });
  if (info.id === undefined) {
    const waiting = await node.askFor('wallet/gettransactionfrompending', { value: txid });
    return { state: waiting.txID === txid ? 'mempool' : 'unknown' };
  }
  if (hashOf(info.id, 'id') !== txid) return inconsistent('another transaction');
  const height = countOf(info.blockNumber ?? 0, 'blockNumber');
  const header = headerOf(await node.askFor('wallet/getblockbynum', { num: height }));
  if (!header) return inconsistent('a transaction of no block');
  const { result } = fieldsOf(info.receipt ?? {}, 'receipt');
  return {
    state: 'mined',
    height,
    hash: header.hash,
    success: info.result !== 'FAILED' && (result === undefined || result === 'SUCCESS'),
    fee: unitsOf(info.fee, 'fee'),
    released: unitsOf(info.withdraw_expire_amount, 'withdraw_expire_amount'),
  };
}

/** The solidified block, and never less deep than the configured confirmations. */
async function finalizedHeight(node: TronNode, chain: ChainConfig): Promise<number> {
  const { height } = await tip(node);
  const solid = readHeader(await node.askFor('walletsolidity/getnowblock', {})).height;
  return Math.max(0, Math.min(solid, height + 1 - chain.confirmations.deposit));
}

/** The id of a signed transaction: the hash of its `raw_data`. */
const txidOf = (raw: string): string => bytesToHex(sha256(bytesIn(readMessage(hexToBytes(raw)), 1, 'raw_data')));

export function tronReader(chain: ChainConfig): TimedReader {
  const node = tronNode(chain.rpcUrl);
  return {
    model: 'timed',
    checkNetwork: (seenBefore) => checkNetwork(node, chain, seenBefore),
    tip: () => tip(node),
    header: async (height) => headerOf(await node.askFor('wallet/getblockbynum', { num: height })),
    block: (at, filter = {}) => tronBlock(node, chain, at, filter),
    blocks: (from, to, filter = {}) => tronBlocks(node, chain, { from, to }, filter),
    finalizedHeight: () => finalizedHeight(node, chain),
    balance: (address, asset, height) => balance(node, address, asset, height),
    fees: () => fees(node),
    anchor: () => anchor(node),
    usage: (request) => usage(node, request),
    resources: (address) => accountResources(node, address),
    isContract: async (address) =>
      (await node.askFor('wallet/getcontract', { value: address })).contract_address !== undefined,
    tokenFacts: (contract) => tronToken(node, contract),
    broadcast: (raw) => broadcastTron(node, raw, txidOf(raw)),
    txStatus: (txid) => txStatus(node, txid),
  };
}
