import type { ChainConfig } from '@holdfast/chains';
import { chainAt, dustBlock, nobody } from '../../apps/server/src/chainwatch/test/hostile-blocks.ts';
import { Status, startHostileNode } from '../../apps/server/src/chainwatch/test/hostile-node.ts';
import { parts, without } from './part.ts';
import type { Program } from './program.ts';

/** What a node may say that has to be told as what it is. */
const removed = without('packages/chains');
type Rpc = typeof import('../../packages/chains/src/rpc.ts');
type Answer = Parameters<typeof startHostileNode>[0];

const bitcoin = chainAt('bitcoin', 'regtest', '');
const evm = chainAt('evm', '1001', '');

/** What comes of asking a node that answers so: a word, or the code of the refusal. */
async function told(
  program: Program,
  answer: Answer,
  ask: (rpc: Rpc, at: (chain: ChainConfig) => ChainConfig) => Promise<unknown>,
): Promise<string[]> {
  const rpc: Rpc = await program.load('packages/chains/src/rpc.ts');
  const node = await startHostileNode(answer);
  try {
    return [String(await ask(rpc, (chain) => ({ ...chain, rpcUrl: node.url })))];
  } catch (error) {
    return [error instanceof rpc.RpcError ? error.code : String(error)];
  } finally {
    node.close();
  }
}

const stale = parts('a payment in a block that left the chain');
const block = dustBlock('00'.repeat(32), nobody, 0);
const [txid, hash] = ['ab'.repeat(32), block.hash];
/** A node with a transaction index, which finds the transaction in a block with so many confirmations, and misses its inputs. */
const indexed =
  (confirmations: number): Answer =>
  (method) => {
    if (method === 'getrawtransaction') return { blockhash: hash, confirmations };
    if (method === 'getblockheader') return { confirmations: confirmations > 0 ? confirmations : -1, height: 7 };
    return { error: { code: -25, message: 'bad-txns-inputs-missingorspent' } };
  };
const stateOf =
  (seenIn?: string) =>
  async (rpc: Rpc, at: (chain: ChainConfig) => ChainConfig): Promise<string> =>
    (await rpc.utxoReader(rpc.readerOf(at(bitcoin))).txStatus(txid, seenIn)).state;
const sent = async (rpc: Rpc, at: (chain: ChainConfig) => ChainConfig): Promise<string> => {
  const result = await rpc.readerOf(at(bitcoin)).broadcast(block.tx.toString('hex'));
  return typeof result === 'string' ? result : result.refused;
};
stale.control('in a block of the chain', 'mined', (program) => told(program, indexed(3), stateOf()));
stale.control('in a block of the chain, sent again', 'known', (program) => told(program, indexed(3), sent));
const standing = removed(
  'blocks off the best chain',
  'bitcoin/node/reader.ts',
  "if (typeof place.confirmations === 'number' && place.confirmations < 1) return { state: 'unknown' };",
);
stale.attack('found in the index of transactions', 'unknown', standing, (program) =>
  told(program, indexed(0), stateOf()),
);
stale.attack('asked for by the block in which it was seen', 'unknown', standing, (program) =>
  told(program, indexed(0), stateOf(hash)),
);
stale.attack(
  'sent again, though its coin is spent',
  'inputsSpent',
  removed(
    'what waits, or is in a block of the chain',
    'bitcoin/node/broadcast.ts',
    "return blockhash === undefined || (typeof confirmations === 'number' && confirmations > 0);",
    'return blockhash === undefined || confirmations !== undefined;',
  ),
  (program) => told(program, indexed(0), sent),
);

const floor = parts('a fee that the node takes from nobody');
const btc = (satPerVb: number): number => Number((satPerVb / 1e5).toFixed(8));
/** The three rates that are offered, of a node with these floors and this estimate. */
const rates = (program: Program, pool: number, relay: number, estimate?: number): Promise<string[]> =>
  told(
    program,
    (method) =>
      method === 'getmempoolinfo'
        ? { mempoolminfee: btc(pool), minrelaytxfee: btc(relay) }
        : estimate === undefined
          ? { errors: ['Insufficient data or no feerate found'] }
          : { feerate: btc(estimate) },
    async (rpc, at) =>
      (await rpc.readerOf(at(bitcoin)).fees())
        .map(({ rate, estimated }) => `${rate}${estimated ? '' : ' unknown'}`)
        .join(),
  );
floor.control('estimates above it are offered as they are', '9,9,9', (program) => rates(program, 5, 1, 9));
const leastOf = (name: string, replace: string) =>
  removed(name, 'bitcoin/node/reader.ts', 'return largest(pool ?? 0n, relay ?? 0n);', replace);
floor.attack(
  'a full mempool, and an estimate below what it takes',
  '5,5,5',
  leastOf('what the mempool takes', 'return relay ?? pool ?? 0n;'),
  (program) => rates(program, 5, 1, 2),
);
floor.attack(
  'a node that relays for more, and has no estimate',
  '3 unknown,3 unknown,3 unknown',
  leastOf('what the node relays', 'return pool ?? relay ?? 0n;'),
  (program) => rates(program, 1, 3),
);
floor.attack(
  'a rate that no double holds exactly',
  '2,2,2',
  removed(
    'decimals as the node wrote them',
    'bitcoin/node/reader.ts',
    "return BigInt(btc.toFixed(8).replace('.', ''));",
    'return BigInt(Math.ceil(btc * 1e8));',
  ),
  (program) => rates(program, 1, 1, 2),
);

const network = parts('a node of another network');
const genesis = '0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206';
/** The first block of the main network. */
const realFirst = '000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f';
const core =
  (chain: string, first = genesis): Answer =>
  (method) =>
    method === 'getblockhash' ? first : { chain };
const account =
  (id: number, first: string): Answer =>
  (method) =>
    method === 'eth_chainId' ? `0x${id.toString(16)}` : { hash: first };
const checked = (chain: ChainConfig, seen?: string) => async (rpc: Rpc, at: (chain: ChainConfig) => ChainConfig) =>
  (await rpc.readerOf(at(chain)).checkNetwork(seen)) === '' ? 'nothing' : 'right';
const first = `0x${'7'.repeat(64)}`;
network.control('the right one, by its own name', 'right', (program) =>
  told(program, core('regtest'), checked(bitcoin)),
);
network.control('the right one, as it was seen before', 'right', (program) =>
  told(program, account(1001, first), checked(evm, first)),
);
const byName = removed(
  'the name of the network',
  'rpc/network.ts',
  'if (seen.network !== expected.network)',
  "if (seen.network === '')",
);
const byBlock = removed(
  'the first block of the network',
  'rpc/network.ts',
  'if (genesis !== undefined && seen.genesis !== genesis)',
  'if (genesis === undefined)',
);
network.attack('a test network with the first block of the real one', 'wrongNetwork', [byName], (program) =>
  told(program, core('regtest', realFirst), checked({ ...bitcoin, id: 'bitcoin:mainnet' })),
);
network.attack('a test network in the place of the real one', 'wrongNetwork', [], (program) =>
  told(program, core('regtest'), checked({ ...bitcoin, id: 'bitcoin:mainnet' })),
);
network.attack('another chain id', 'wrongNetwork', [byName], (program) =>
  told(program, account(1, first), checked(evm)),
);
network.attack('the right name, and another first block', 'wrongNetwork', [byBlock], (program) =>
  told(program, core('regtest', 'ab'.repeat(32)), checked(bitcoin)),
);
network.attack('the right chain id, and another first block than before', 'wrongNetwork', [byBlock], (program) =>
  told(program, account(1001, first), checked(evm, `0x${'8'.repeat(64)}`)),
);

const poor = parts('a node that has not all of it, or lets nobody in');
/** Without an index of transactions only what waits is found, unless the block is named. */
const unindexed: Answer = (method) =>
  method === 'getblockheader'
    ? { confirmations: 4, height: 7 }
    : { error: { code: -5, message: 'No such mempool transaction. Use -txindex' } };
const pruned: Answer = (method) => {
  if (method === 'getblockhash') return hash;
  if (method === 'getblockcount') return 9;
  return { error: { code: -1, message: 'Block not available (pruned data)' } };
};
const blockAt = (at: number | string) => async (rpc: Rpc, node: (chain: ChainConfig) => ChainConfig) =>
  (await rpc.readerOf(node(bitcoin)).block(at)) === undefined ? 'nothing there' : 'a block';
poor.attack(
  'no index of transactions, and a payment in a block',
  'mined',
  removed(
    'the block in which it was seen',
    'bitcoin/node/reader.ts',
    'if (seenIn !== undefined) return standing(rpc, seenIn);',
  ),
  (program) => told(program, unindexed, stateOf(hash)),
);
poor.control('no index of transactions, and one that waits for nothing', 'unknown', (program) =>
  told(program, unindexed, stateOf()),
);
poor.attack(
  'blocks that were thrown away, asked for by their hash',
  'nodeError',
  removed(
    'errors that are not “there is none”',
    'bitcoin/node/blocks.ts',
    "if (reply.code === notFound) return undefined;\n  throw new RpcError('nodeError', reply.message, reply);",
    'return undefined;',
  ),
  (program) => told(program, pruned, blockAt(hash)),
);
poor.control('blocks that were thrown away, asked for by their height', 'nodeError', (program) =>
  told(program, pruned, blockAt(7)),
);
const refusal = (status: number) =>
  removed(`what ${status} means`, 'rpc/http.ts', `if (status === ${status}) return`, 'if (status === 0) return');
for (const [status, code] of [
  [401, 'unauthorized'],
  [403, 'forbidden'],
  [429, 'busy'],
  [503, 'busy'],
] as const)
  poor.attack(`an answer of ${status}`, code, refusal(status), (program) =>
    told(program, () => new Status(status), blockAt(7)),
  );
poor.attack(
  'a node that was started lately',
  'starting',
  removed(
    'a node that is warming up',
    'rpc/json-rpc.ts',
    "if (code === warmingUp) throw new RpcError('starting', text);",
  ),
  (program) => told(program, () => ({ error: { code: -28, message: 'Loading block index…' } }), blockAt(7)),
);

export const nodeAttacks = [...stale.all, ...floor.all, ...network.all, ...poor.all];
