import { createHash } from 'node:crypto';
import { type ChainConfig, familyOf } from '@holdfast/chains';
import { Flood, startHostileNode } from './hostile-node.ts';

/** Blocks that strangers can have made, and nodes that tell of them. */

const limits = { minWithdraw: '1', maxWithdraw: '1000000000', minDeposit: '1' };
const asset = (symbol: string, contract: string) => ({ symbol, name: symbol, decimals: 8, contract, ...limits });
export const chainAt = (family: 'evm' | 'bitcoin', network: string, rpcUrl: string): ChainConfig => ({
  id: `${family}:${network}`,
  family,
  name: family,
  baseSymbol: family === 'evm' ? 'ETH' : 'BTC',
  rpcUrl,
  confirmations: { deposit: 1, withdraw: 1 },
  maxFee: '100000',
  assets: family === 'evm' ? [asset('ETH', ''), asset('USDC', `0x${'22'.repeat(20)}`)] : [asset('BTC', '')],
});

const hash256 = (bytes: Buffer): Buffer =>
  createHash('sha256').update(createHash('sha256').update(bytes).digest()).digest();
const shown = (hash: Buffer): string => Buffer.from(hash).reverse().toString('hex');

/** A script that pays nobody. */
export const nobody = Buffer.alloc(22, 0x6a);

/** An address on regtest, and the script that pays it. */
export function ourScript(): { readonly address: string; readonly script: Buffer } {
  const key = Buffer.from('02'.padEnd(66, '1'), 'hex');
  const address = familyOf(chainAt('bitcoin', 'regtest', '')).addressOf(chainAt('bitcoin', 'regtest', ''), key);
  const hash160 = createHash('ripemd160').update(createHash('sha256').update(key).digest()).digest();
  return { address, script: Buffer.concat([Buffer.from([0, 20]), hash160]) };
}

/** A block of one transaction with 10,000 outputs of 294 satoshis: the first so many to the script, the others to nobody. */
export function dustBlock(parent: string, script: Buffer, ours: number) {
  const outputTo = (to: Buffer): Buffer =>
    Buffer.concat([Buffer.from('2601000000000000', 'hex'), Buffer.from([to.length]), to]);
  const input = Buffer.concat([Buffer.alloc(32, 7), Buffer.alloc(4), Buffer.from([0]), Buffer.alloc(4, 0xff)]);
  const outputs = Array.from({ length: 10_000 }, (_, n) => outputTo(n < ours ? script : nobody));
  const start = Buffer.from([2, 0, 0, 0, 1]);
  const tx = Buffer.concat([start, input, Buffer.from([0xfd, 0x10, 0x27]), ...outputs, Buffer.alloc(4)]);
  const rest = Buffer.alloc(12, ours & 0xff);
  const header = Buffer.concat([Buffer.alloc(4), Buffer.from(parent, 'hex').reverse(), hash256(tx), rest]);
  return { hash: shown(hash256(header)), header, tx, raw: Buffer.concat([header, Buffer.from([1]), tx]) };
}

type DustBlock = ReturnType<typeof dustBlock>;

/** A Bitcoin node with these blocks, which may become more. */
export function bitcoinNode(blocks: readonly DustBlock[]) {
  const byHash = (hash: unknown) => blocks.findIndex((block) => block.hash === hash);
  return startHostileNode((method, [at, verbose]) => {
    if (method === 'getblockchaininfo') return { blocks: blocks.length - 1, bestblockhash: blocks.at(-1)?.hash };
    if (method === 'getblockcount') return blocks.length - 1;
    if (method === 'getblockhash') return blocks[Number(at)]?.hash;
    if (method === 'getblockheader')
      return verbose ? { height: byHash(at) } : blocks[byHash(at)]?.header.toString('hex');
    if (method === 'getblock') return blocks[byHash(at)]?.raw.toString('hex');
    return {};
  });
}

/** An EVM node whose blocks are numbered by their hashes; `logs` by height. */
export const evmHash = (height: number): string => `0x${(height + 1).toString(16).padStart(64, '0')}`;
const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const word = (hex: string): string => `0x${hex.replace(/^0x/, '').toLowerCase().padStart(64, '0')}`;

export function evmNode(state: { tip: number; flooded: number | undefined; logs: (height: number) => object[] }) {
  const block = (height: number) => ({
    number: `0x${height.toString(16)}`,
    hash: evmHash(height),
    parentHash: evmHash(height - 1),
    timestamp: '0x1',
    logsBloom: `0x${'f'.repeat(512)}`,
    transactions: [],
  });
  return startHostileNode((method, [at, full]) => {
    if (method === 'eth_getLogs') return state.logs(Number((at as { blockHash: string }).blockHash) - 1);
    if (method === 'eth_call' || method === 'eth_getBalance') return word('f'.repeat(20));
    const byHash = method === 'eth_getBlockByHash';
    const height = at === 'latest' || at === 'finalized' ? state.tip : Number(at) - (byHash ? 1 : 0);
    if (height > state.tip) return null;
    return full === true && height === state.flooded ? new Flood(100_000_000) : block(height);
  });
}

export const transferLog = (to: string, height: number, index: number) => ({
  address: `0x${'22'.repeat(20)}`,
  topics: [transferTopic, word('1'), word(to)],
  data: word('5'),
  blockHash: evmHash(height),
  transactionHash: word(`${height}${index}`),
  logIndex: `0x${index.toString(16)}`,
});
