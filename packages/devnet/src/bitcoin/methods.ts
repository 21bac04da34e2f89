import { examine } from './admission.ts';
import { rawBlock } from './block.ts';
import { toBtc } from './bytes.ts';
import { medianTime, tipOf } from './chain.ts';
import { codes, NodeError, reject } from './errors.ts';
import { generate, invalidate, type Node, submit } from './node.ts';
import { addressOfScript, scriptOfAddress } from './output.ts';
import { relayFee } from './replacement.ts';
import { parseTx } from './transaction.ts';
import { blockView, coinView, findBlock, findTx, headerView, mempoolView, txView } from './views.ts';

type Params = readonly unknown[];
type Method = (node: Node, params: Params) => unknown;

const btcPerKvB = (satPerVb: bigint): number => toBtc(satPerVb * 1000n);

function texts(value: unknown): string[] {
  if (!Array.isArray(value) || !value.every((item) => typeof item === 'string'))
    return reject('Expected an array of strings', codes.invalidParameter);
  return value;
}

function count(value: unknown, limit: number): number {
  if (!Number.isInteger(value) || (value as number) < 0 || (value as number) > limit)
    return reject('Number out of range', codes.invalidParameter);
  return value as number;
}

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

function testAccept(node: Node, raw: string): object {
  const tx = parseTx(raw);
  try {
    const { fee } = examine(node.chain, node.pool, tx);
    return { txid: tx.id, wtxid: tx.wid, allowed: true, vsize: tx.vsize, fees: { base: toBtc(fee) } };
  } catch (error) {
    if (!(error instanceof NodeError)) throw error;
    return { txid: tx.id, wtxid: tx.wid, allowed: false, 'reject-reason': error.message };
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

/** A little more when blocks would fill up, as a real estimator would see it. */
function estimate(node: Node, target: unknown): object {
  return { feerate: btcPerKvB(node.pool.entries.size > 50 ? 5n : 2n), blocks: count(target, 1008) };
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
    node.chain.blocks[Number(height)]?.hash ?? reject('Block height out of range', codes.invalidParameter),
  getblock: (node, [hash, verbosity = 1]) =>
    verbosity === 0 || verbosity === false
      ? rawBlock(findBlock(node, hash)).toString('hex')
      : blockView(node, findBlock(node, hash), Number(verbosity)),
  getblockheader: (node, [hash, verbose = true]) => {
    const block = findBlock(node, hash);
    return verbose ? headerView(node, block) : block.header.toString('hex');
  },
  getrawtransaction: (node, [txid, verbose = false]) => {
    const { tx, block } = findTx(node, txid);
    return verbose ? txView(node, tx, block) : tx.raw.toString('hex');
  },
  sendrawtransaction: (node, [raw]) => submit(node, String(raw)),
  testmempoolaccept: (node, [raws]) => texts(raws).map((raw) => testAccept(node, raw)),
  gettxout: (node, [txid, vout, mempool = true]) => coinView(node, String(txid), Number(vout), mempool === true),
  getrawmempool: (node) => [...node.pool.entries.keys()],
  getmempoolentry: (node, [txid]) => {
    const entry = node.pool.entries.get(String(txid)) ?? reject('Transaction not in mempool', codes.notFound);
    return mempoolView(node, entry);
  },
  getmempoolinfo: (node) => ({ loaded: true, size: node.pool.entries.size, mempoolminfee: btcPerKvB(relayFee) }),
  estimatesmartfee: (node, [target]) => estimate(node, target),
  scantxoutset: (node, [, descriptors]) => scan(node, texts(descriptors)),
  generatetoaddress: (node, [blocks, address]) =>
    generate(node, count(blocks, 10_000), scriptOfAddress(String(address))),
  invalidateblock: (node, [hash]) => {
    invalidate(node, String(hash));
    return null;
  },
};
