import { encodeArguments, type Intent, type Method, methodOf, readCall, type Value } from '@holdfast/policy';
import { expect, it } from 'vitest';
import { callTold } from '../src/call.ts';

/** What leaves of collections is told one by one, whatever the call looks like. */

const own = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const others = ['0x8617E340B3D01FA5F11F306F4090FD50E238070D', '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'] as const;
const collection = '0x5FbDB2315678afecb367f032d93F642f64180aa3';
const bundler = '0xcA11bde05977b3631167028862bE2a173976CA11';

const seed = Number(process.env.HOLDFAST_SEED ?? Date.now() % 2 ** 31);
console.info(`things: seed ${seed}`);
let state = seed;
const below = (end: number): number => {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return Math.floor((state / 2 ** 32) * end);
};
const number = (): bigint => [0n, 1n, BigInt(below(1_000)), 2n ** 256n - 1n - BigInt(below(9))][below(4)] ?? 0n;
const method = (text: string): Method => {
  const found = methodOf(text);
  if (!found) throw new Error(text);
  return found;
};
const dataOf = ({ selector, inputs }: Method, values: readonly Value[]): string =>
  `${selector}${Buffer.from(encodeArguments(inputs, [...values])).toString('hex')}`;

const single = method('safeTransferFrom(address,address,uint256)');
const singleWith = method('safeTransferFrom(address,address,uint256,bytes)');
const some = method('safeTransferFrom(address,address,uint256,uint256,bytes)');
const batch = method('safeBatchTransferFrom(address,address,uint256[],uint256[],bytes)');
const bundle = method('multicall(bytes[])');

interface Made {
  readonly data: string;
  readonly from: string;
  readonly to: string;
  readonly things: readonly { readonly id: string; readonly amount: string; readonly to: string }[];
}

/** A transfer, and what it says. */
function transfer(): Made {
  const from = below(4) === 0 ? others[0] : own;
  const to = others[below(2)] ?? own;
  const [id, amount, bytes] = [number(), BigInt(below(50)), `0x${'ab'.repeat(below(40))}`];
  const told = (items: readonly (readonly [bigint, bigint])[]) =>
    items.map(([one, many]) => ({ id: String(one), amount: String(many), to }));
  const kind = below(4);
  if (kind === 0) return { from, to, data: dataOf(single, [from, to, id]), things: told([[id, 1n]]) };
  if (kind === 1) return { from, to, data: dataOf(singleWith, [from, to, id, bytes]), things: told([[id, 1n]]) };
  if (kind === 2) return { from, to, data: dataOf(some, [from, to, id, amount, bytes]), things: told([[id, amount]]) };
  const items = Array.from({ length: below(6) }, () => [number(), BigInt(below(50))] as const);
  const lists = [items.map(([one]) => one), items.map(([, many]) => many)];
  return { from, to, data: dataOf(batch, [from, to, ...lists, bytes]), things: told(items) };
}

const toldOf = (contract: string, call: string) => {
  const outputs: Intent['outputs'] = [{ address: contract, amount: '0', memo: '', entry: '', path: '' }];
  const intent = { chain: 'evm:1', from: own, outputs, call } as unknown as Intent;
  const entry = { chains: ['evm:1'], address: collection, memo: '', assets: [], label: 'Pictures of ours' };
  return { told: callTold({ intent, entries: new Map([['x', { since: 0, entry }]]) }), reading: readCall(intent) };
};

it('things that leave are each told with collection, number, how many and to whom; and of what is not ours nothing', () => {
  for (let n = 0; n < 400; n++) {
    const { data, from, to, things } = transfer();
    const { told, reading } = toldOf(collection, data);
    const sum = things.reduce((all, { amount }) => all + BigInt(amount), 0n);
    const leaves = from === own && sum > 0n;
    const expected = leaves ? things : [];
    expect(told?.things).toEqual(expected.map((one) => ({ ...one, contract: collection, label: 'Pictures of ours' })));
    expect(told?.uncounted).toEqual([]);
    expect(reading?.to).toEqual([to]);
    expect(reading?.leaves.reduce((all, { units }) => all + units, 0n)).toBe(leaves ? sum : 0n);
  }
});

it('things that leave by calls in a call are told too, and what is only nearly such a call is told by nobody', () => {
  for (let n = 0; n < 100; n++) {
    const inner = Array.from({ length: 1 + below(4) }, transfer);
    const { told } = toldOf(bundler, dataOf(bundle, [inner.map(({ data }) => data)]));
    const ids = inner.flatMap(({ from, things }) =>
      from === own && things.some(({ amount }) => amount !== '0') ? things.map(({ id }) => id) : [],
    );
    expect(told?.things.map(({ id }) => id)).toEqual(ids);
    expect(told?.things.every(({ contract }) => contract === bundler)).toBe(true);
    const [first] = inner;
    expect(toldOf(collection, `${first?.data}00`).told).toBeUndefined();
  }
});

it('things of which a list of numbers is longer than its list of amounts are told all, and the other way round', () => {
  for (const lists of [
    [[1n, 2n], [5n]],
    [[1n], [5n, 6n]],
  ]) {
    const { told } = toldOf(collection, dataOf(batch, [own, others[0], ...(lists as Value[]), '0x']));
    expect(told?.things).toHaveLength(2);
  }
});
