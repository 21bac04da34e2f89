import { Address } from '@scure/btc-signer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { selectCoins } from '../src/bitcoin/coins.ts';
import { networkOf } from '../src/bitcoin/network.ts';
import { parseTx } from '../src/bitcoin/parse.ts';
import type { BitcoinPlan } from '../src/bitcoin/types.ts';
import { type ChainConfig, familyOf, type SignedTx } from '../src/index.ts';
import { accountReader, type ChainBlock, readerOf, type Transfer, type UtxoReader, utxoReader } from '../src/rpc.ts';
import { startNodes, type TestNodes } from './nodes.ts';
import { bitcoinChain, intentFor, keyAt, paths, signAll } from './support.ts';

let nodes: TestNodes;
let chain: ChainConfig;
let reader: UtxoReader;
const addressAt = (path: string): string => familyOf(bitcoinChain).addressOf(bitcoinChain, keyAt(path));
const addresses = new Map([paths.bitcoin, paths.second, paths.change].map((path) => [addressAt(path), path] as const));
const payee = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';
const network = networkOf(bitcoinChain);

beforeAll(async () => {
  nodes = await startNodes();
  chain = nodes.bitcoin;
  reader = utxoReader(readerOf(chain));
});
afterAll(() => nodes?.stop());

/** What the server would know: every unspent output of ours on the chain. */
async function ourCoins(): Promise<(Transfer & { readonly rawTx: string })[]> {
  const tip = (await reader.tip()).height;
  const blocks: ChainBlock[] = [];
  while (blocks.length <= tip) blocks.push(...(await reader.blocks(blocks.length, tip, { watch: addresses })));
  const spent = new Set(blocks.flatMap((block) => block.spent));
  const all = blocks.flatMap(({ transfers, rawTxs }) =>
    transfers.map((transfer) => ({ ...transfer, rawTx: rawTxs.get(transfer.txid) ?? '' })),
  );
  return all.filter(({ txid, index }) => !spent.has(`${txid}:${index}`));
}

async function deposit(amount: string, path: string = paths.bitcoin): Promise<string> {
  const txid = await nodes.fund(chain, 'BTC', addressAt(path), amount);
  await nodes.mine(chain);
  return txid;
}

async function planFor(outputs: readonly (readonly [string, bigint])[], feeRate: string): Promise<BitcoinPlan> {
  const coins = (await ourCoins()).map(({ txid, index, amount, rawTx, to }) => ({
    txid,
    vout: index,
    amount,
    rawTx,
    to,
  }));
  const request = {
    outputs: outputs.map(([address, amount]) => ({ address, amount })),
    changeAddress: addressAt(paths.change),
    feeRate,
  };
  const selection = selectCoins(chain, coins, request);
  if (!selection) throw new Error('too little');
  const inputs = selection.coins.map(({ txid, vout, rawTx, to }) => ({
    txid,
    vout,
    prevTx: rawTx,
    path: addresses.get(to) ?? '',
  }));
  return { family: 'bitcoin', inputs, changePath: selection.change > 0n ? paths.change : '', feeRate };
}

const sign = (outputs: readonly (readonly [string, bigint])[], plan: BitcoinPlan): SignedTx =>
  signAll(chain, familyOf(chain).build(chain, intentFor(chain, 'BTC', outputs), plan, keyAt));

describe('Bitcoin deposits', () => {
  it('are seen by address with exact amount, and can be fetched again', async () => {
    const txid = await nodes.fund(chain, 'BTC', addressAt(paths.bitcoin), '0.12345678');
    expect(await reader.txStatus(txid)).toEqual({ state: 'mempool' });
    await nodes.mine(chain);
    const { height, hash } = await reader.tip();
    const block = await reader.block(height, { watch: addresses });
    expect(block).toMatchObject({ height, hash, txids: expect.arrayContaining([txid]) });
    expect(block?.transfers).toEqual([
      expect.objectContaining({
        txid,
        to: addressAt(paths.bitcoin),
        symbol: 'BTC',
        contract: '',
        amount: 12_345_678n,
        coinbase: false,
      }),
    ]);
    const [transfer] = block?.transfers ?? [];
    expect([...(block?.rawTxs.keys() ?? [])]).toEqual([txid]);
    expect(parseTx(block?.rawTxs.get(txid) ?? '').txid).toBe(txid);
    expect(await reader.unspent(txid, transfer?.index ?? -1)).toBe(true);
    expect(await reader.txStatus(txid)).toMatchObject({ state: 'mined', height, hash, success: true });
    expect(await reader.block(hash)).toMatchObject({ height });
  });

  it('read as a range are the same as read one by one, cut at the tip', async () => {
    const { height } = await reader.tip();
    const range = await reader.blocks(height - 40, height + 5);
    expect(range.map((block) => block.height)).toEqual(Array.from({ length: 41 }, (_, n) => height - 40 + n));
    for (const block of range.slice(-3)) expect(await reader.block(block.height)).toEqual(block);
    expect(await reader.header(height)).toMatchObject({ hash: range.at(-1)?.hash, parent: range.at(-2)?.hash });
    expect(await reader.block(height + 1)).toBeUndefined();
    expect(await reader.header(height + 1)).toBeUndefined();
    expect(await reader.block('00'.repeat(32))).toBeUndefined();
    expect(await reader.finalizedHeight()).toBe(height - 1);
  });
});

describe('Bitcoin payments', () => {
  it('to every kind of address, from several keys, are taken by the node, and the change comes back', async () => {
    await deposit('0.001', paths.bitcoin);
    await deposit('0.002', paths.second);
    const outputs = [
      [payee, 50_000n],
      ['mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn', 50_001n],
      [Address(network).encode({ type: 'sh', hash: new Uint8Array(20).fill(7) }), 50_002n],
      [Address(network).encode({ type: 'wsh', hash: new Uint8Array(32).fill(7) }), 50_003n],
      [Address(network).encode({ type: 'tr', pubkey: keyAt('any').slice(1) }), 50_004n],
    ] as const;
    const inputs = (await ourCoins()).map(({ txid, index, rawTx, to }) => ({
      txid,
      vout: index,
      prevTx: rawTx,
      path: addresses.get(to) ?? '',
    }));
    const signed = sign(outputs, { family: 'bitcoin', inputs, changePath: paths.change, feeRate: '3' });
    expect(new Set(inputs.map((input) => input.path)).size).toBe(2);
    expect(await reader.broadcast(signed.raw)).toBe('accepted');
    expect(['accepted', 'known']).toContain(await reader.broadcast(signed.raw));
    expect(await reader.unspent(inputs[0]?.txid ?? '', inputs[0]?.vout ?? 0)).toBe(false);
    await nodes.mine(chain);
    const block = await reader.block((await reader.tip()).height);
    const paid = block?.transfers
      .filter((transfer) => transfer.txid === signed.txid)
      .map(({ to, amount }) => [to, amount]);
    expect(paid?.slice(0, 5)).toEqual(outputs.map((row) => [...row]));
    expect(addresses.get(String(paid?.[5]?.[0]))).toBe(paths.change);
    expect(block?.spent).toEqual(expect.arrayContaining(inputs.map((input) => `${input.txid}:${input.vout}`)));
    expect(await reader.broadcast(signed.raw)).toBe('known');
  });

  it('are replaced by the same payment at a higher fee, and exactly one is mined', async () => {
    await deposit('0.01');
    const outputs = [[payee, 400_000n]] as const;
    const plan = await planFor(outputs, '2');
    const [first, same, second] = ['2', '2.01', '6'].map((feeRate) => sign(outputs, { ...plan, feeRate }));
    if (!first || !same || !second) throw new Error('three');
    expect(await reader.broadcast(first.raw)).toBe('accepted');
    expect(await reader.broadcast(same.raw)).toMatchObject({ refused: 'replacementUnderpriced' });
    expect(await reader.broadcast(second.raw)).toBe('accepted');
    expect(await reader.txStatus(first.txid)).toMatchObject({ state: 'unknown' });
    await nodes.mine(chain);
    expect(await reader.txStatus(second.txid)).toMatchObject({ state: 'mined' });
    expect(await reader.broadcast(first.raw)).toMatchObject({ refused: 'inputsSpent' });
  });

  it('that cannot be taken are refused with the reason', async () => {
    await deposit('0.01');
    const outputs = [[payee, 400_000n]] as const;
    const signed = sign(outputs, await planFor(outputs, '0.1'));
    expect(await reader.broadcast(signed.raw)).toMatchObject({ refused: 'feeTooLow' });
    const good = sign(outputs, await planFor(outputs, '2'));
    // The lowest byte of the amount paid, which every signature covers.
    const at = good.raw.indexOf('160014751e76e8') - 16;
    const altered = `${good.raw.slice(0, at)}ff${good.raw.slice(at + 2)}`;
    expect(await reader.broadcast(altered)).toMatchObject({ refused: 'invalid' });
  });
});

describe('Bitcoin chain', () => {
  it('shows a reorganisation by another hash at the same height; the payment waits again', async () => {
    const txid = await deposit('0.02');
    const gone = await reader.block((await reader.tip()).height);
    await nodes.call(chain, 'invalidateblock', gone?.hash);
    expect(await reader.tip()).toMatchObject({ hash: gone?.parent });
    expect(await reader.txStatus(txid)).toEqual({ state: 'mempool' });
    // To somebody else: the same block again would still be an invalid one.
    await nodes.call(chain, 'generatetoaddress', 2, payee);
    const now = await reader.block(gone?.height ?? 0);
    expect(now?.hash).not.toBe(gone?.hash);
    expect(now?.txids).toContain(txid);
    expect(await reader.txStatus(txid)).toMatchObject({ state: 'mined', hash: now?.hash });
  });

  it('offers fee rates that rise from tier to tier', async () => {
    const rates = (await reader.fees()).map((tier) => Number(tier.plan.feeRate));
    expect(rates[0]).toBeGreaterThanOrEqual(1);
    expect(rates.toSorted((a, b) => a - b)).toEqual(rates);
  });

  it('does not pretend to have accounts', () => {
    expect(() => accountReader(reader)).toThrow(expect.objectContaining({ code: 'unsupported' }));
  });
});
