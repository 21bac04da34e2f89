import { hexToBytes } from '@noble/hashes/utils.js';
import { base64 } from '@scure/base';
import { RpcError } from '../../rpc/errors.ts';
import { checkSeen } from '../../rpc/network.ts';
import type { BroadcastResult, RefusalReason, TxStatus } from '../../rpc/outcomes.ts';
import type { AccountReader } from '../../rpc/readers.ts';
import { fieldsOf, listOf } from '../../rpc/shape.ts';
import type { AssetConfig, ChainConfig, FeeTier } from '../../types.ts';
import { rawOf } from '../address.ts';
import { readBoc, sliceOf } from '../boc.ts';
import { bocOf, cellOf } from '../cell.ts';
import { costOf } from '../fees.ts';
import { networkOf } from '../network.ts';
import { addressField, externalHash, jettonWalletOf } from '../wallet.ts';
import { lossBefore, toldBalance } from './account.ts';
import { type TonApi, tonApi } from './api.ts';
import { messageIdOf, refOf, settledTime, tonBlock, tonBlocks, tonHeader } from './blocks.ts';
import { cellOn, numberOn, runGet } from './get.ts';
import { paymentIn, treeOf } from './payment.ts';
import { paymentTree } from './tree.ts';

/** Of blocks that this build knows, by network: the first one after the zero state. */
const first = { workchain: -1, shard: '8000000000000000', seqno: 1 } as const;

const tip = async (api: TonApi) => refOf((await api.get('masterchainInfo', {})).last);

async function checkNetwork(api: TonApi, chain: ChainConfig, seenBefore?: string): Promise<string> {
  const { network } = await tip(api);
  const [found] = listOf((await api.get('blocks', { ...first, limit: 1 })).blocks, 'blocks');
  // An index that begins later has no first block: what was seen, or configured, then stands by itself.
  const genesis = found === undefined ? (chain.genesis ?? seenBefore ?? '') : refOf(found).hash;
  const expected = { network: String(networkOf(chain)), genesis: undefined };
  return checkSeen(chain, { network: String(network), genesis }, expected, seenBefore);
}

async function isActive(api: TonApi, address: string): Promise<boolean> {
  const answer = await api.get('accountStates', { address, include_boc: 'false' });
  const [state] = listOf(answer.accounts, 'accounts');
  return state !== undefined && fieldsOf(state, 'account').status === 'active';
}

/** `seqno` of the wallet; 0 before its first transaction. */
async function seqnoOf(api: TonApi, address: string): Promise<bigint> {
  if (!(await isActive(api, rawOf(address)))) return 0n;
  const stack = await runGet(api, rawOf(address), 'seqno');
  if (!stack) throw new RpcError('badAnswer', 'an account without seqno');
  return numberOn(stack, 0);
}

/** Which jetton masters have told that they name the wallets that we work out; a node is asked once for each. */
const agreed = new WeakMap<TonApi, Set<string>>();

/** The master itself has to name the wallet that was worked out: code and layout in the configuration may be another jetton's. @throws RpcError `inconsistent` */
async function checkedWallet(api: TonApi, asset: AssetConfig, owner: string): Promise<string> {
  const wallet = jettonWalletOf(asset.contract, asset.account, owner);
  const known = agreed.get(api) ?? new Set<string>();
  agreed.set(api, known);
  // A master that is not there has no jettons.
  if (known.has(asset.contract) || !(await isActive(api, rawOf(asset.contract)))) return wallet;
  const slice = Buffer.from(bocOf(cellOf([addressField(rawOf(owner))]))).toString('base64');
  const stack = await runGet(api, rawOf(asset.contract), 'get_wallet_address', [{ type: 'slice', value: slice }]);
  const answer = stack && cellOn(stack, 0);
  const named = answer ? sliceOf(answer).address() : '';
  if (named !== wallet) throw new RpcError('inconsistent', `the master of ${asset.symbol} names other wallets`);
  known.add(asset.contract);
  return wallet;
}

/** `balance` of the owner's wallet of a jetton; nothing before it has one. */
async function jettonBalance(api: TonApi, asset: AssetConfig, owner: string): Promise<bigint> {
  const wallet = await checkedWallet(api, asset, owner);
  if (!(await isActive(api, wallet))) return 0n;
  const stack = await runGet(api, wallet, 'get_wallet_data');
  if (!stack) throw new RpcError('badAnswer', 'a jetton wallet without data');
  return numberOn(stack, 0);
}

async function balance(
  api: TonApi,
  chain: ChainConfig,
  address: string,
  asset: AssetConfig,
  height?: number,
): Promise<bigint> {
  const now = (await tip(api)).height;
  if (asset.contract === '') return toldBalance(api, chain, rawOf(address), height ?? now);
  const held = await jettonBalance(api, asset, address);
  // Contracts answer of now alone.
  if (height !== undefined && (await tip(api)).height !== height)
    throw new RpcError('inconsistent', 'the chain has moved on');
  return held;
}

/** Prices are the network's, by vote of its validators, and the same for everybody. */
const gasPrice = '400';
const tier = (level: 1 | 2 | 3): FeeTier => ({ level, rate: gasPrice, plan: {}, estimated: true });

const reasons: readonly (readonly [RefusalReason, RegExp])[] = [
  // Exit codes of wallet v5r1: 133 another seqno, 136 its time is over, 135 not its signature; of v4r2 the same without the hundred.
  ['nonceTooLow', /exit\s?code:?=?\s?1?33\b/i],
  ['notFinal', /exit\s?code:?=?\s?1?36\b/i],
  ['invalid', /exit\s?code:?=?\s?1?3[0-9]\b|cannot (un|de)?(pack|serialize)|bag.of.cells|invalid/i],
  ['insufficientFunds', /inbound external message rejected.*(balance|gas)|not enough|cannot apply.*balance/i],
];

/** The hash by which a message of ours is found: its body is the last of its references. */
function txidOf(raw: string): string {
  const whole = readBoc(hexToBytes(raw));
  const slice = sliceOf(whole);
  slice.uint(4);
  return externalHash(slice.address(), whole.refs.at(-1)?.hash ?? '', whole.refs.at(-1)?.depth ?? 0);
}

async function broadcast(api: TonApi, raw: string): Promise<BroadcastResult> {
  const { ok, answer } = await api.post('message', { boc: Buffer.from(raw, 'hex').toString('base64') });
  if (ok) return 'accepted';
  if (await treeOf(api, { msg_hash: base64Of(txidOf(raw)) })) return 'known';
  const message = typeof answer.error === 'string' ? answer.error.slice(0, 300) : '';
  return { refused: reasons.find(([, words]) => words.test(message))?.[0] ?? 'other', message };
}

const base64Of = (hash: string): string => base64.encode(hexToBytes(hash));

/** A transaction by its own hash, as what arrived is named. */
async function transactionStatus(api: TonApi, txid: string): Promise<TxStatus> {
  const tree = await treeOf(api, { tx_hash: base64Of(txid) });
  const tx = tree?.all.find(({ hash }) => hash === txid);
  if (!tx) return { state: 'unknown' };
  const header = await tonHeader(api, tx.height);
  if (!header) throw new RpcError('inconsistent', 'a transaction of no block');
  return { state: 'mined', height: tx.height, hash: header.hash, success: !tx.aborted, fee: undefined };
}

/**
 * A payment of ours is in the block of its first transaction, once all that it needs are in blocks.
 * @param txid the hash of the message from outside, without its state init; of what arrived, that of the transaction
 */
async function txStatus(api: TonApi, chain: ChainConfig, txid: string): Promise<TxStatus> {
  const tree = await treeOf(api, { msg_hash: base64Of(txid) });
  if (!tree) return transactionStatus(api, txid);
  if (messageIdOf(tree.root) !== txid) throw new RpcError('inconsistent', 'the tree of another message');
  const { success, cost, moved } = paymentIn(chain, tree);
  if (success === undefined) return { state: 'mempool' };
  const { height } = tree.root;
  const header = await tonHeader(api, height);
  if (!header) throw new RpcError('inconsistent', 'a transaction of no block');
  const fee = cost + (await lossBefore(api, chain, tree.root));
  return { state: 'mined', height, hash: header.hash, success, fee, moved };
}

export function tonReader(chain: ChainConfig): AccountReader {
  const api = tonApi(chain.rpcUrl);
  return {
    model: 'account',
    checkNetwork: (seenBefore) => checkNetwork(api, chain, seenBefore),
    tip: async () => {
      const { height, hash } = await tip(api);
      return { height, hash };
    },
    header: (height) => tonHeader(api, height),
    block: (at, filter = {}) => tonBlock(api, chain, at, filter),
    blocks: (from, to, filter = {}) => tonBlocks(api, chain, { from, to }, filter),
    settledTime: (height) => settledTime(api, height),
    finalizedHeight: async () => Math.max(0, (await tip(api)).height + 1 - chain.confirmations.deposit),
    balance: (address, asset, height) => balance(api, chain, address, asset, height),
    nonce: (address) => seqnoOf(api, address),
    fees: async () => [tier(1), tier(2), tier(3)],
    estimateGas: async ({ contract }) => costOf({ contract }),
    isContract: async (address) => {
      const raw = rawOf(address);
      if (!(await isActive(api, raw))) return false;
      return (await runGet(api, raw, 'seqno')) === undefined;
    },
    broadcast: (raw) => broadcast(api, raw),
    txStatus: (txid) => txStatus(api, chain, txid),
    tree: async (hash) => paymentTree(api, chain, hash, (await tip(api)).height + 1 - chain.confirmations.withdraw),
  };
}
