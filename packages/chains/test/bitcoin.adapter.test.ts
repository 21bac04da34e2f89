import { Address } from '@scure/btc-signer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { selectCoins } from '../src/bitcoin/coins.ts';
import { networkOf } from '../src/bitcoin/network.ts';
import { parseTx } from '../src/bitcoin/parse.ts';
import type { BitcoinPlan } from '../src/bitcoin/types.ts';
import { type ChainConfig, compareWithIntent, familyOf, type SignedTx } from '../src/index.ts';
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

  type Free = Awaited<ReturnType<typeof ourCoins>>[number] & { readonly vout: number };
  /** What takes the place of a signed payment at this rate or the least that the node takes, and the next of it again. */
  async function replaced(
    old: { readonly plan: BitcoinPlan; readonly raw: string; readonly txid: string },
    outputs: readonly (readonly [string, bigint])[],
    feeRate: string,
    free: readonly Free[] = [],
  ) {
    const family = familyOf(chain);
    if (family.model !== 'utxo') throw new Error('no coins');
    const terms = { ...(await reader.replacementTerms([old.txid])), fees: { feeRate } };
    const request = {
      outputs: outputs.map(([address, amount]) => ({ address, amount })),
      changeAddress: addressAt(paths.change),
    };
    const found = family.replaceCoins(chain, old, free, request, terms);
    if (!found) return undefined;
    const more = found.coins.map(({ txid, vout, rawTx, to }) => ({
      txid,
      vout,
      prevTx: rawTx,
      path: addresses.get(to) ?? '',
    }));
    const changePath = found.change > 0n ? paths.change : '';
    const plan = family.planWith([...family.inputsOf(old.plan), ...more], changePath, found.fees) as BitcoinPlan;
    const kind = outputs.length === 0 ? ('drop' as const) : ('speedup' as const);
    const own = { address: addressAt(paths.bitcoin), amount: '0', memo: '', entry: '', path: paths.bitcoin };
    const asked = intentFor(chain, 'BTC', outputs);
    const intent = { ...asked, kind, ...(kind === 'drop' ? { outputs: [own] } : {}) };
    const unsigned = family.build(chain, intent, plan, keyAt);
    expect(unsigned.fee).toBe(String(found.fee));
    expect(compareWithIntent(intent, family.decode(chain, unsigned), { chain, plan, keyAt })).toEqual([]);
    return { ...found, plan, ...signAll(chain, unsigned) };
  }
  /** Every coin of ours that is in a block, and in no plan. */
  const freeBeside = async ({ inputs }: BitcoinPlan): Promise<Free[]> => {
    const taken = new Set(inputs.map(({ txid, vout }) => `${txid}:${vout}`));
    return (await ourCoins())
      .map((coin) => ({ ...coin, vout: coin.index }))
      .filter(({ txid, vout }) => !taken.has(`${txid}:${vout}`));
  };

  it('are replaced again and again for the least that the node takes, by their change, and then dropped', async () => {
    await deposit('0.01');
    const outputs = [[payee, 400_000n]] as const;
    const plan = await planFor(outputs, '2');
    let last: { plan: BitcoinPlan; raw: string; txid: string } = { plan, ...sign(outputs, plan) };
    expect(await reader.broadcast(last.raw)).toBe('accepted');
    for (const rate of ['1', '1', '37.5', '1']) {
      const next = await replaced(last, outputs, rate);
      if (!next) throw new Error('the change is enough');
      expect(next.coins).toEqual([]);
      expect(await reader.broadcast(next.raw)).toBe('accepted');
      expect(await reader.txStatus(last.txid)).toMatchObject({ state: 'unknown' });
      last = next;
    }
    const before = (await ourCoins()).reduce((sum, { amount }) => sum + amount, 0n);
    const dropped = await replaced(last, [], '1');
    if (!dropped) throw new Error('what comes back is enough');
    expect(await reader.broadcast(dropped.raw)).toBe('accepted');
    await nodes.mine(chain);
    expect(await reader.txStatus(dropped.txid)).toMatchObject({ state: 'mined' });
    expect((await ourCoins()).reduce((sum, { amount }) => sum + amount, 0n)).toBe(before - dropped.fee);
  });

  it('without a change take another coin, and none where there is none; whoever spends the payment is paid for too', async () => {
    await deposit('0.0031', paths.second);
    const [coin] = (await ourCoins()).filter(({ amount }) => amount === 310_000n);
    if (!coin) throw new Error('no coin');
    const input = { txid: coin.txid, vout: coin.index, prevTx: coin.rawTx, path: paths.second };
    const plan: BitcoinPlan = { family: 'bitcoin', inputs: [input], changePath: '', feeRate: '2' };
    const outputs = [[addressAt(paths.bitcoin), 309_600n]] as const;
    const first = { plan, ...sign(outputs, plan) };
    expect(await reader.broadcast(first.raw)).toBe('accepted');
    expect(await replaced(first, outputs, '3')).toBeUndefined();
    // The payee spends it at once, for a fee of its own.
    const child = {
      family: 'bitcoin',
      changePath: '',
      feeRate: '40',
      inputs: [{ txid: first.txid, vout: 0, prevTx: first.raw, path: paths.bitcoin }],
    } as const;
    const spent = sign([[payee, 305_200n]], child);
    expect(await reader.broadcast(spent.raw)).toBe('accepted');
    const next = await replaced(first, outputs, '3', await freeBeside(plan));
    if (!next) throw new Error('coins are enough');
    expect(next.coins.length).toBeGreaterThan(0);
    expect(next.fee).toBeGreaterThan(4_400n + 400n);
    expect(await reader.broadcast(next.raw)).toBe('accepted');
    expect(await reader.txStatus(spent.txid)).toMatchObject({ state: 'unknown' });
    await nodes.mine(chain);
    expect(await reader.txStatus(next.txid)).toMatchObject({ state: 'mined' });
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
