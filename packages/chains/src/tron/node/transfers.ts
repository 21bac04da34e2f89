import { hexToBytes } from '@noble/hashes/utils.js';
import type { Transfer } from '../../rpc/blocks.ts';
import { type Fields, fieldsOf, listOf, textOf } from '../../rpc/shape.ts';
import { addressOf, contractOf, hashOf, inconsistent, topicAddress, unitsOf, wordsOf } from './shape.ts';

/** keccak256('Transfer(address,address,uint256)'). */
export const transferTopic = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const nativeIndex = -1;

type Watch = (address: string) => boolean;

/** A transaction and what came of it. `info` is undefined where nothing but coins of the payer's moved. */
export interface Told {
  readonly txid: string;
  readonly tx: Fields;
  readonly info: Fields;
}

/** Both the block and the account of its results have to say that it did what it says. */
export function succeeded({ tx, info }: Told): boolean {
  const [result] = listOf(tx.ret ?? [], 'ret').map((each) => fieldsOf(each, 'ret'));
  const { result: computed } = fieldsOf(info.receipt ?? {}, 'receipt');
  return (
    (result?.contractRet === undefined || result.contractRet === 'SUCCESS') &&
    result?.ret !== 'FAILED' &&
    info.result !== 'FAILED' &&
    (computed === undefined || computed === 'SUCCESS')
  );
}

const mostMemoHex = 1_000;

/** The text that a payer wrote into the transaction; undefined where there is none, or what is no text. */
export function memoOf({ tx }: Told): string | undefined {
  const { data } = fieldsOf(tx.raw_data, 'raw_data');
  if (typeof data !== 'string' || !/^([0-9a-f]{2})+$/.test(data)) return undefined;
  return new TextDecoder().decode(hexToBytes(data.slice(0, mostMemoHex)));
}

/** A payment of coins that is the transaction itself. */
export function nativeTransfer({ txid, tx }: Told, symbol: string, watch: Watch): Transfer[] {
  const contracts = listOf(fieldsOf(tx.raw_data, 'raw_data').contract, 'contract');
  const contract = fieldsOf(contracts[0], 'contract');
  if (contract.type !== 'TransferContract' || contracts.length !== 1) return [];
  const value = fieldsOf(fieldsOf(contract.parameter, 'parameter').value, 'value');
  const [to, from] = [addressOf(value.to_address, 'to_address'), addressOf(value.owner_address, 'owner_address')];
  if (to === from || !watch(to)) return [];
  const amount = unitsOf(value.amount, 'amount');
  if (amount === 0n) return [];
  return [{ txid, index: nativeIndex, from, to, symbol, contract: '', amount, coinbase: false }];
}

/**
 * What every node notes of an inner transaction that moves coins. Some note more: what contracts do with stake, whose amounts nobody is paid (a delegation says
 * how much is staked for us), and votes.
 */
const moving: ReadonlySet<string> = new Set(['call', 'create', 'suicide']);

/** What an inner transaction brought. Of one that failed nothing is read: whoever wrote the contract can have anything told of it, amounts below zero too. */
function innerAmount(inner: Fields): bigint {
  const values = listOf(inner.callValueInfo ?? [], 'callValueInfo').map((one) => fieldsOf(one, 'callValue'));
  // What has a token's id is a token of the chain's older kind.
  const coins = values.filter(({ tokenId }) => tokenId === undefined || tokenId === '');
  return coins.reduce((sum, { callValue }) => sum + unitsOf(callValue, 'callValue'), 0n);
}

/**
 * Coins that a contract paid on inside a transaction, where the node tells. Their numbers follow that of the transaction itself, downwards, and count what every
 * node tells: by another node the same payment has the same number.
 */
export function internalTransfers({ txid, info }: Told, symbol: string, watch: Watch): Transfer[] {
  const all = listOf(info.internal_transactions ?? [], 'internal_transactions');
  const told = all
    .map((each) => fieldsOf(each, 'internal_transaction'))
    .filter(({ note }) => moving.has(wordsOf(note)));
  return told.flatMap((inner, n): Transfer[] => {
    if (inner.rejected === true) return [];
    const to = contractOf(inner.transferTo_address, 'transferTo_address');
    const amount = watch(to) ? innerAmount(inner) : 0n;
    if (amount === 0n) return [];
    const from = contractOf(inner.caller_address, 'caller_address');
    return [{ txid, index: nativeIndex - 1 - n, from, to, symbol, contract: '', amount, coinbase: false }];
  });
}

/**
 * Transfer events of listed contracts; other shapes of the same topic are not ours, and one of nothing is no payment.
 * @param symbols contract → symbol, of listed tokens only @param first number in the block of the first log
 */
export function tokenTransfers(
  { txid, info }: Told,
  symbols: ReadonlyMap<string, string>,
  watch: Watch,
  first: number,
): Transfer[] {
  return listOf(info.log ?? [], 'log').flatMap((each, n): Transfer[] => {
    const log = fieldsOf(each, 'log');
    const contract = contractOf(log.address, 'log.address');
    const symbol = symbols.get(contract);
    const [topic, from, to, ...more] = listOf(log.topics ?? [], 'log.topics');
    if (symbol === undefined || topic !== transferTopic || to === undefined || more.length > 0) return [];
    const [payer, receiver] = [topicAddress(from), topicAddress(to)];
    const amount = BigInt(`0x${textOf(log.data, /^[0-9a-f]{64}$/, 'log.data')}`);
    if (amount === 0n || !watch(receiver)) return [];
    return [{ txid, index: first + n, from: payer, to: receiver, symbol, contract, amount, coinbase: false }];
  });
}

/** The transactions of a block with their results; a node that has not all of these has not got that far. */
export function toldOf(txs: readonly Fields[], infos: readonly Fields[]): Told[] {
  const byId = new Map(infos.map((info) => [hashOf(info.id, 'info.id'), info]));
  return txs.map((tx) => {
    const txid = hashOf(tx.txID, 'txID');
    const info = byId.get(txid) ?? inconsistent('a transaction without its result');
    return { txid, tx, info };
  });
}
