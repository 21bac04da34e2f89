import { examine, isFeeAbove } from './admission.ts';
import { rawBlock } from './block.ts';
import { toBtc } from './bytes.ts';
import { medianTime, tipOf } from './chain.ts';
import { codes, NodeError, reject } from './errors.ts';
import { generate, generateWith, invalidate, type Node, submit } from './node.ts';
import { addressOfScript, scriptOfAddress } from './output.ts';
import { countOf, numberOf, textOf, textsOf } from './params.ts';
import { relayFee } from './replacement.ts';
import { parseTx } from './transaction.ts';
import {
  blockView,
  coinView,
  findBlock,
  findTx,
  hashOf,
  headerView,
  mempoolView,
  spendingView,
  txView,
} from './views.ts';

type Params = readonly unknown[];
type Method = (node: Node, params: Params) => unknown;

const btcPerKvB = (satPerVb: bigint): number => toBtc(satPerVb * 1000n);

function chainInfo(node: Node): object {
  const tip = tipOf(node.chain);
  return {
    chain: 'regtest',
    blocks: tip.height,
    headers: tip.height,
    bestblockhash: tip.hash,
    time: tip.time,
    mediantime: medianTime(node.chain),
    initialblockdownload: false,
    pruned: false,
  };
}

/** BTC for 1000 vB, unless the caller says otherwise. */
const defaultMaxFeeRate = 0.1;

function testAccept(node: Node, raw: string, maxFeeRate: number): object {
  const tx = parseTx(raw);
  const ids = { txid: tx.id, wtxid: tx.wid };
  try {
    const { fee } = examine(node.chain, node.pool, tx);
    if (isFeeAbove(maxFeeRate, fee, tx.vsize)) return { ...ids, allowed: false, 'reject-reason': 'max-fee-exceeded' };
    return { ...ids, allowed: true, vsize: tx.vsize, fees: { base: toBtc(fee) } };
  } catch (error) {
    if (!(error instanceof NodeError)) throw error;
    return { ...ids, allowed: false, 'reject-reason': error.reason };
  }
}

/** `scantxoutset start ["addr(…)"]`: unspent outputs of addresses, without the mempool. */
function scan(node: Node, descriptors: readonly string[]): object {
  const wanted = new Set(
    descriptors.map((text) => /^addr\((\w+)\)/.exec(text)?.[1] ?? reject('Bad descriptor', codes.notFound)),
  );
  const unspents = [...node.chain.coins].flatMap(([key, coin]) => {
    if (!wanted.has(addressOfScript(coin.script) ?? '')) return [];
    const [txid, vout] = key.split(':');
    return [
      { txid, vout: Number(vout), scriptPubKey: coin.script.toString('hex'), amount: coin.value, ...place(coin) },
    ];
  });
  const total = unspents.reduce((sum, coin) => sum + coin.amount, 0n);
  const { height, hash } = tipOf(node.chain);
  const shown = unspents.map((coin) => ({ ...coin, amount: toBtc(coin.amount) }));
  return { success: true, height, bestblock: hash, unspents: shown, total_amount: toBtc(total) };
}

const place = (coin: { height: number; coinbase: boolean }): object => ({
  height: coin.height,
  coinbase: coin.coinbase,
});

/** There is no fee market to learn from, as for bitcoind on a fresh chain. */
function estimate(target: unknown): object {
  const blocks = numberOf(target, 'conf_target');
  if (!(blocks >= 1 && blocks <= 1008))
    reject('Invalid conf_target, must be between 1 and 1008', codes.invalidParameter);
  return { errors: ['Insufficient data or no feerate found'], blocks: 0 };
}

/** bitcoind's methods, with its parameters by position, its answers and its error numbers. */
export const methods: Readonly<Record<string, Method>> = {
  getblockcount: (node) => tipOf(node.chain).height,
  getbestblockhash: (node) => tipOf(node.chain).hash,
  getblockchaininfo: chainInfo,
  getnetworkinfo: () => ({
    version: 280000,
    subversion: '/holdfast-devnet:0.1.0/',
    relayfee: btcPerKvB(relayFee),
    incrementalfee: btcPerKvB(relayFee),
  }),
  getblockhash: (node, [height]) =>
    node.chain.blocks[numberOf(height, 'height')]?.hash ?? reject('Block height out of range', codes.invalidParameter),
  getblock: (node, [hash, verbosity = 1]) =>
    verbosity === 0 || verbosity === false
      ? rawBlock(findBlock(node, hash, 'blockhash')).toString('hex')
      : blockView(node, findBlock(node, hash, 'blockhash'), Number(verbosity)),
  getblockheader: (node, [hash, verbose = true]) => {
    const block = findBlock(node, hash, 'hash');
    return verbose ? headerView(node, block) : block.header.toString('hex');
  },
  getrawtransaction: (node, [txid, verbose = false, at]) => {
    const { tx, block } = findTx(node, txid, at);
    if (!verbose) return tx.raw.toString('hex');
    const place = at === undefined ? {} : { in_active_chain: node.chain.blocks[block?.height ?? -1] === block };
    return { ...place, ...(verbose === 2 && block ? spendingView(node, tx, block) : txView(node, tx, block)) };
  },
  sendrawtransaction: (node, [raw, maxFeeRate = defaultMaxFeeRate, maxBurn = 0]) => {
    const limits = { feeRate: numberOf(maxFeeRate, 'maxfeerate'), burn: numberOf(maxBurn, 'maxburnamount') };
    return submit(node, textOf(raw, 'hexstring'), limits);
  },
  testmempoolaccept: (node, [raws, maxFeeRate = defaultMaxFeeRate]) =>
    textsOf(raws, 'rawtxs').map((raw) => testAccept(node, raw, numberOf(maxFeeRate, 'maxfeerate'))),
  gettxout: (node, [txid, vout, mempool = true]) =>
    coinView(node, hashOf(txid, 'txid'), countOf(vout, 'n', 0xffffffff), mempool === true),
  getrawmempool: (node) => [...node.pool.entries.keys()],
  getmempoolentry: (node, [txid]) => {
    const entry =
      node.pool.entries.get(hashOf(txid, 'parameter 1')) ?? reject('Transaction not in mempool', codes.notFound);
    return mempoolView(node, entry);
  },
  getmempoolinfo: (node) => ({
    loaded: true,
    size: node.pool.entries.size,
    mempoolminfee: btcPerKvB(relayFee),
    minrelaytxfee: btcPerKvB(relayFee),
    incrementalrelayfee: btcPerKvB(relayFee),
  }),
  estimatesmartfee: (_, [target]) => estimate(target),
  scantxoutset: (node, [, descriptors]) => scan(node, textsOf(descriptors, 'scanobjects')),
  generatetoaddress: (node, [blocks, address]) =>
    generate(node, countOf(blocks, 'nblocks', 10_000), scriptOfAddress(textOf(address, 'address'))),
  generateblock: (node, [address, texts]) => ({
    hash: generateWith(node, scriptOfAddress(textOf(address, 'output')), textsOf(texts, 'transactions')),
  }),
  setmocktime: (node, [seconds]) => {
    node.mockTime = countOf(seconds, 'timestamp', 0xffffffff);
    return null;
  },
  invalidateblock: (node, [hash]) => {
    invalidate(node, findBlock(node, hash, 'blockhash'));
    return null;
  },
};
