import { afterAll, beforeAll, expect, it } from 'vitest';
import { familyOf } from '../src/index.ts';
import { readerOf, type UtxoReader, utxoReader } from '../src/rpc.ts';
import { startNodes, type TestNodes } from './nodes.ts';
import { bitcoinChain, intentFor, keyAt, paths, signAll } from './support.ts';

/** Who paid, as a node says it: the devnet's, or with `BITCOIND` a real one. */
let nodes: TestNodes;
let reader: UtxoReader;
const family = familyOf(bitcoinChain);
const addressAt = (path: string) => family.addressOf(bitcoinChain, keyAt(path));
const payee = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';

beforeAll(async () => {
  nodes = await startNodes();
  reader = utxoReader(readerOf(nodes.bitcoin));
});
afterAll(() => nodes?.stop());

it('names every address whose coins a transaction spent, once; and nobody for new coins or what a block has not', async () => {
  const { bitcoin: chain } = nodes;
  const from = [paths.bitcoin, paths.bitcoin, paths.change];
  const inputs = [];
  for (const path of from) {
    const txid = await nodes.fund(chain, 'BTC', addressAt(path), '0.01');
    await nodes.mine(chain);
    const { height } = await reader.tip();
    const [coin] = (await reader.block(height, { watch: new Set([addressAt(path)]) }))?.transfers ?? [];
    inputs.push({ txid, vout: coin?.index ?? -1, prevTx: await nodes.call(chain, 'getrawtransaction', txid), path });
  }
  const plan = family.readPlan({ family: 'bitcoin', inputs, changePath: paths.change, feeRate: '2' });
  const built = family.build(chain, intentFor(chain, 'BTC', [[payee, 2_500_000n]]), plan, keyAt);
  const { raw, txid } = signAll(chain, built);
  expect(await reader.broadcast(raw)).toBe('accepted');
  await nodes.mine(chain);
  const { height, hash } = await reader.tip();
  expect([...(await reader.payers(txid, hash))].sort()).toEqual(
    [addressAt(paths.bitcoin), addressAt(paths.change)].sort(),
  );
  const [coinbase = ''] = (await reader.block(height))?.txids ?? [];
  expect(await reader.payers(coinbase, hash)).toEqual(['']);
  expect(await reader.payers('ab'.repeat(32), hash)).toEqual(['']);
});
