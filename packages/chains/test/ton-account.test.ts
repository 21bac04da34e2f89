import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { spell } from '../src/ton/address.ts';
import { lossBefore, toldBalance } from '../src/ton/node/account.ts';
import type { TonApi } from '../src/ton/node/api.ts';
import { settledTime, tonBlock } from '../src/ton/node/blocks.ts';
import { readTonTx } from '../src/ton/node/shape.ts';
import { tonChain } from './ton-support.ts';

/** What an account gained and lost, however many transactions strangers make of it: they pay little for each, and each is looked at once. */

const account = `0:${'7'.repeat(64)}`;
const base64 = (n: number): string => Buffer.from(n.toString(16).padStart(64, '0'), 'hex').toString('base64');
/** An account's transactions, one a block: what each brought, `own` where a payment of the account itself took it. */
type Made = readonly { readonly gain: bigint; readonly own?: boolean }[];

function txsOf(made: Made) {
  let balance = 5_000_000_000n;
  return made.map(({ gain, own = false }, n) => {
    const before = balance;
    balance += gain;
    return {
      account,
      hash: base64(n + 1),
      lt: String(10 * (n + 1)),
      mc_block_seqno: n + 1,
      trace_id: base64(n + 1),
      now: 1_700_000_000,
      description: { aborted: false },
      in_msg: { source: own ? null : `0:${'8'.repeat(64)}`, destination: account, value: '1', hash: base64(n + 1) },
      out_msgs: [],
      account_state_before: { balance: String(before) },
      account_state_after: { balance: String(balance) },
    };
  });
}

/** A node that has these, and how often it was asked for them. */
function nodeOf(txs: ReturnType<typeof txsOf>) {
  const node = { asked: 0, told: 0 };
  const api: TonApi = {
    get: async (method, { end_lt, limit = 10, seqno, offset = 0 }) => {
      if (method === 'blocks')
        return { blocks: [{ seqno, root_hash: base64(Number(seqno)), gen_utime: '1700000000', global_id: -3 }] };
      if (method === 'transactionsByMasterchainBlock')
        return { transactions: Number(offset) > 0 ? [] : txs.filter(({ mc_block_seqno: at }) => at === seqno) };
      node.asked++;
      const upTo = txs.filter(({ lt }) => end_lt === undefined || BigInt(lt) <= BigInt(end_lt));
      const found = upTo.toReversed().slice(0, Number(limit));
      node.told += found.length;
      return { transactions: found };
    },
    post: () => Promise.reject(new Error('nobody is asked')),
  };
  return { node, api };
}
const deposited = async (api: TonApi, height: number): Promise<bigint> =>
  (await tonBlock(api, tonChain, height, { watch: new Set([spell(tonChain, account)]) }))?.transfers[0]?.amount ?? 0n;
const dust = { gain: -3n };
const seed = Number(process.env.HOLDFAST_SEED ?? Date.now() % 2 ** 31);
console.info(`ton-account: seed ${seed}`);

/** Before each transaction, and after the last. */
function lossesOf(made: Made): bigint[] {
  const losses = [0n];
  for (const { gain, own = false } of made) {
    const left = (losses.at(-1) ?? 0n) - gain;
    losses.push(own || left < 0n ? 0n : left);
  }
  return losses;
}

describe('what an account lost, and nobody was told', () => {
  it('is what one gets who goes through all of it from the first transaction on, at each of them and in any order', async () => {
    const gains = fc.constantFrom(-1n, -40n, 5n, 60n, 400_000_000n, 1_500_000_000n);
    const one = fc.oneof(
      { weight: 24, arbitrary: fc.record({ gain: gains }) },
      fc.constant({ gain: -100n, own: true }),
    );
    const looks = fc.array(fc.nat(), { minLength: 30, maxLength: 30 });
    const property = fc.asyncProperty(fc.array(one, { minLength: 1, maxLength: 200 }), looks, async (made, asked) => {
      const losses = lossesOf(made);
      const txs = txsOf(made);
      const { api } = nodeOf(txs);
      for (const look of asked) {
        const n = look % made.length;
        const tx = txs[n] ?? expect.fail('no transaction');
        const [before = 0n, after = 0n] = losses.slice(n);
        expect(await lossBefore(api, tonChain, readTonTx(tx))).toBe(before);
        const told = BigInt(tx.account_state_after.balance) + after;
        expect(await toldBalance(api, tonChain, account, n + 1)).toBe(told);
      }
    });
    await fc.assert(property, { numRuns: 60, seed });
  });

  it('is found among ten thousand payments of nothing, and they are looked at once', async () => {
    const made = [...Array.from({ length: 10_000 }, () => dust), { gain: 50_000n }, { gain: 7n }, dust, { gain: 9n }];
    const { api, node } = nodeOf(txsOf(made));
    expect(await deposited(api, 10_001)).toBe(20_000n);
    expect(node.told).toBe(10_000);
    const before = node.told;
    expect(await deposited(api, 10_002)).toBe(7n);
    expect(await deposited(api, 10_004)).toBe(6n);
    expect(node.told - before).toBeLessThanOrEqual(2 * 64);
  });

  it('is found without them where many small deposits came since, or where a later payment is caught up with', async () => {
    const small = Array.from({ length: 3_000 }, () => ({ gain: 500_000_000n }));
    const { api, node } = nodeOf(txsOf([...Array.from({ length: 3_000 }, () => dust), ...small]));
    // Long after it happened: what came later is not gone through.
    expect(await deposited(api, 4_500)).toBe(500_000_000n);
    expect(await deposited(api, 6_000)).toBe(500_000_000n);
    expect(node).toEqual({ asked: 2, told: 128 });
  });

  it('is not guessed where a node tells of others than it was asked for, or there is no end of them', async () => {
    const txs = txsOf(Array.from({ length: 5 }, () => dust));
    const { api } = nodeOf(txs);
    const deaf: TonApi = { ...api, get: async () => ({ transactions: txs.toReversed() }) };
    const [, second = expect.fail('no transaction')] = txs;
    await expect(lossBefore(deaf, tonChain, readTonTx(second))).rejects.toMatchObject({ code: 'inconsistent' });
    const endless: TonApi = {
      ...api,
      get: async (_, { end_lt = '1000000', limit = 1 }) => {
        const one = txs[0] ?? expect.fail('no transaction');
        const page = Array.from({ length: Number(limit) }, (_, n) => ({
          ...one,
          lt: String(BigInt(end_lt) - BigInt(n)),
        }));
        return { transactions: page };
      },
    };
    await expect(toldBalance(endless, tonChain, account, 9)).rejects.toMatchObject({ code: 'tooLarge' });
  });
});

it('takes a time for over only once every shard is past it: one that is behind may hold what was made in time', async () => {
  const block = (workchain: number, gen_utime: number) => ({
    ...{ workchain, seqno: 9, root_hash: base64(9), gen_utime: String(gen_utime), global_id: -3 },
  });
  const settled = (...blocks: object[]) =>
    settledTime({ get: async () => ({ blocks }), post: () => Promise.reject(new Error('nobody is asked')) }, 9);
  expect(await settled(block(-1, 1_700_000_020), block(0, 1_700_000_019), block(0, 1_700_000_007))).toBe(
    1_700_000_007_000,
  );
  await expect(settled(block(-1, 1_700_000_020))).rejects.toMatchObject({ code: 'inconsistent' });
  await expect(settled()).rejects.toMatchObject({ code: 'inconsistent' });
});
