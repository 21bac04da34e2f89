import { execFile } from 'node:child_process';
import path from 'node:path';
import type { ChainConfig } from '@holdfast/chains';
import {
  bitcoinNode,
  chainAt,
  dustBlock,
  evmNode,
  nobody,
  ourScript,
  transferLog,
} from '../../apps/server/src/chainwatch/test/hostile-blocks.ts';
import { parts, without } from './part.ts';
import type { Program } from './program.ts';

/** What strangers can pay for, and broken nodes answer, so that whoever reads it runs out of memory. */
const large = parts('one transaction, or one answer, that is too large');
const removed = without('packages/chains');
const heapMb = 128;

/** What a process with little memory says of the block at height 1. */
function read(program: Program, chain: ChainConfig): Promise<string> {
  const script = path.join(import.meta.dirname, 'read-block.ts');
  const args = [
    `--max-old-space-size=${heapMb}`,
    script,
    program.path('packages/chains/src/rpc.ts'),
    JSON.stringify(chain),
    '1',
  ];
  return new Promise((done) =>
    execFile(process.execPath, args, (error, stdout) => done(error ? 'the process ended' : stdout)),
  );
}
type Node = Awaited<ReturnType<typeof evmNode>>;
async function readFrom(program: Program, node: Node, family: 'evm' | 'bitcoin', network: string): Promise<string[]> {
  try {
    return [await read(program, chainAt(family, network, node.url))];
  } finally {
    node.close();
  }
}
const dust = (ours: number) => {
  const first = dustBlock('00'.repeat(32), nobody, 0);
  return bitcoinNode([first, dustBlock(first.hash, ourScript().script, ours)]);
};
const paid = (events: number, flooded?: number) => {
  const to = `0x${'11'.repeat(20)}`;
  const logs = (height: number) => Array.from({ length: events }, (_, n) => transferLog(to, height, n));
  return evmNode({ tip: 1, flooded, logs });
};

large.control('a transaction with 30 outputs to us', '30 payments', async (program) =>
  readFrom(program, await dust(30), 'bitcoin', 'regtest'),
);
large.control('a block with 10,000 payments of a token to us', '10000 payments', async (program) =>
  readFrom(program, await paid(10_000), 'evm', '1001'),
);
large.attack(
  'a transaction with 3,000 outputs to us',
  '3000 payments',
  removed(
    'bytes of a transaction once, not with each of its outputs',
    'bitcoin/node/blocks.ts',
    'found.push({ txid: tx.txid, index,',
    'found.push({ raw: Buffer.from(tx.stripped).toString("hex"), txid: tx.txid, index,',
  ),
  async (program) => readFrom(program, await dust(3_000), 'bitcoin', 'regtest'),
);
large.attack(
  'a node that answers with 100 MB',
  'tooLarge',
  removed('the most of an answer', 'rpc/http.ts', 'if (bytes > most)', 'if (bytes < 0)'),
  async (program) => readFrom(program, await paid(1, 1), 'evm', '1001'),
);

export const largeAttacks = large.all;
