import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ChainConfig, familyOf } from '../src/index.ts';
import { readerOf, type UtxoReader, utxoReader } from '../src/rpc.ts';
import { startNodes, type TestNodes } from './nodes.ts';
import { bitcoinChain, intentFor, keyAt, paths, signAll } from './support.ts';

let nodes: TestNodes;
let chain: ChainConfig;
let reader: UtxoReader;
const own = familyOf(bitcoinChain).addressOf(bitcoinChain, keyAt(paths.bitcoin));
const payee = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';

beforeAll(async () => {
  nodes = await startNodes();
  chain = nodes.bitcoin;
  reader = utxoReader(readerOf(chain));
});
afterAll(() => nodes?.stop());

it('a payment whose block left the chain and whose coin another spent is refused, though the node still has its bytes', async () => {
  const txid = await nodes.fund(chain, 'BTC', own, '0.01');
  await nodes.mine(chain);
  const { height } = await reader.tip();
  const [coin] = (await reader.block(height, { watch: new Set([own]) }))?.transfers ?? [];
  const prevTx = await nodes.call<string>(chain, 'getrawtransaction', txid);
  const input = { txid, vout: coin?.index ?? -1, prevTx, path: paths.bitcoin };
  const [dead, paid] = ['2', '9'].map((feeRate) => {
    const plan = familyOf(chain).readPlan({ family: 'bitcoin', inputs: [input], changePath: paths.change, feeRate });
    return signAll(chain, familyOf(chain).build(chain, intentFor(chain, 'BTC', [[payee, 400_000n]]), plan, keyAt));
  });
  if (!dead || !paid) throw new Error('two');

  expect(await reader.broadcast(dead.raw)).toBe('accepted');
  await nodes.mine(chain);
  expect(await reader.broadcast(dead.raw)).toBe('known');
  const mined = await reader.tip();
  await nodes.call(chain, 'invalidateblock', mined.hash);
  expect(await reader.txStatus(dead.txid)).toEqual({ state: 'mempool' });
  expect(await reader.broadcast(paid.raw)).toBe('accepted');
  expect(await reader.txStatus(dead.txid)).toEqual({ state: 'unknown' });
  await nodes.call(chain, 'generatetoaddress', 2, payee);

  expect(await nodes.call(chain, 'getrawtransaction', dead.txid)).toBe(dead.raw);
  expect(await reader.txStatus(dead.txid)).toEqual({ state: 'unknown' });
  expect(await reader.broadcast(dead.raw)).toMatchObject({ refused: 'inputsSpent' });
  expect(await reader.txStatus(paid.txid)).toMatchObject({ state: 'mined' });
  expect(await reader.broadcast(paid.raw)).toBe('known');
});
