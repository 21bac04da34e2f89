import type { Intent } from '@holdfast/policy';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ChainConfig, ChainError, compareWithIntent, familyOf, type Plan, type UnsignedTx } from '../src/index.ts';
import { bitcoinChain, deposit, evmChain, intentFor, keyAt, paths } from './support.ts';

const source = deposit([
  [paths.bitcoin, 500_000n],
  [paths.second, 300_000n],
  ['m/0/8/0/0', 300_000n],
]);
const at = (vout: number, path: string) => ({ txid: source.txid, vout, prevTx: source.raw, path });

interface Case {
  readonly name: string;
  readonly chain: ChainConfig;
  readonly intent: Intent;
  readonly plan: Plan;
}

const evmPayee = '0x8617E340B3D01FA5F11F306F4090FD50E238070D';
const evmPlan = {
  family: 'evm',
  nonce: '7',
  gasLimit: '65000',
  maxFeePerGas: '20000000000',
  maxPriorityFeePerGas: '1',
} as const;
const cases: readonly Case[] = [
  { name: 'ETH', chain: evmChain, intent: intentFor(evmChain, 'ETH', [[evmPayee, 10n ** 15n]]), plan: evmPlan },
  { name: 'USDC', chain: evmChain, intent: intentFor(evmChain, 'USDC', [[evmPayee, 1_500_000n]]), plan: evmPlan },
  {
    name: 'allowance',
    chain: evmChain,
    intent: { ...intentFor(evmChain, 'USDC', [[evmPayee, 1_500_000n]]), kind: 'allowance' },
    plan: evmPlan,
  },
  {
    name: 'call',
    chain: evmChain,
    intent: {
      ...intentFor(evmChain, 'ETH', [[evmPayee, 10n ** 15n]]),
      kind: 'call',
      call: '0xd0e30db0',
    },
    plan: evmPlan,
  },
  {
    name: 'BTC',
    chain: bitcoinChain,
    intent: intentFor(bitcoinChain, 'BTC', [
      ['bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080', 400_000n],
      ['mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn', 20_000n],
    ]),
    plan: {
      family: 'bitcoin',
      inputs: [at(0, paths.bitcoin), at(1, paths.second)],
      changePath: paths.change,
      feeRate: '5',
    },
  },
];

/** Values to put in place of a text: near misses of every kind of field. */
const replacements = (old: string): string[] => {
  const mutated = [...old].map(
    (_, n) => old.slice(0, n) + String.fromCharCode((old.charCodeAt(n) % 94) + 33) + old.slice(n + 1),
  );
  return [
    ...mutated,
    '',
    `${old}0`,
    `0${old}`,
    ' ',
    '1',
    'm/0/7/1/1',
    'm/60/7/0/1',
    'm/0/8/0/0',
    'ETH',
    'BTC',
    evmPayee.toLowerCase(),
  ];
};

type Json = string | number | readonly Json[] | { readonly [key: string]: Json };

/** Every copy of `value` in which one leaf is another; with the leaf's path. */
function mutations(value: Json, where = ''): { where: string; mutated: Json }[] {
  if (typeof value === 'string')
    return replacements(value)
      .filter((other) => other !== value)
      .map((mutated) => ({ where, mutated }));
  if (typeof value === 'number') return [value + 1, value - 1, -1].map((mutated) => ({ where, mutated }));
  const entries: [string, Json][] = Object.entries(value);
  const withChange = (key: string, child: Json): Json =>
    Array.isArray(value)
      ? value.map((old, n) => (String(n) === key ? child : old))
      : { ...(value as object), [key]: child };
  const inside = entries.flatMap(([key, child]) =>
    mutations(child, `${where}.${key}`).map((m) => ({ where: m.where, mutated: withChange(key, m.mutated) })),
  );
  if (!Array.isArray(value)) return inside;
  const shorter =
    value.length > 0
      ? [
          { where, mutated: value.slice(1) },
          { where, mutated: value.slice(0, -1) },
        ]
      : [];
  const turned = value.length > 1 ? [{ where, mutated: value.toReversed() }] : [];
  return [...inside, ...shorter, ...turned, { where, mutated: [...value, value[0] ?? 'x'] }];
}

/** Is the difference seen? Either a mismatch is listed, or reading it is refused. */
function isCaught(run: () => unknown[]): boolean {
  try {
    return run().length > 0;
  } catch (error) {
    if (error instanceof ChainError) return true;
    throw error;
  }
}

const build = ({ chain, intent, plan }: Case): UnsignedTx => familyOf(chain).build(chain, intent, plan, keyAt);
const compare = ({ chain, intent, plan }: Case, unsigned: UnsignedTx) =>
  compareWithIntent(intent, familyOf(chain).decode(chain, unsigned), { chain, plan, keyAt });

/** Fields that bind the intent elsewhere (digest, policy, time): a transaction cannot show them. */
const outsideTx =
  /^\.(v|domain|deployment|workspace|keyGroup|policy|body|id|request|created|notBefore|expires|initiator|remarkHash)\b|\.(entry|path)$/;

describe.each(cases)('compareWithIntent for $name', (example) => {
  it('finds nothing in what was built from the intent', () => {
    expect(compare(example, build(example))).toEqual([]);
  });

  it('finds every altered field of the intent that a transaction can show', () => {
    const unsigned = build(example);
    for (const { where, mutated } of mutations(example.intent as unknown as Json)) {
      if (outsideTx.test(where)) continue;
      const intent = mutated as unknown as Intent;
      // A fee cap that still covers the fee is no difference in the transaction.
      if (where === '.maxFee' && /^[1-9]\d*$/.test(intent.maxFee) && BigInt(intent.maxFee) >= BigInt(unsigned.fee))
        continue;
      expect(
        isCaught(() => compare({ ...example, intent }, unsigned)),
        `${where} ${JSON.stringify(mutated).slice(0, 900)}`,
      ).toBe(true);
    }
  });

  it('finds every altered field of the plan', () => {
    const unsigned = build(example);
    const { chain, intent } = example;
    for (const { where, mutated } of mutations(example.plan as unknown as Json)) {
      const plan = mutated as unknown as Plan;
      // Another spelling of the same rate is no difference.
      if (where === '.feeRate' && Number((mutated as { feeRate: string }).feeRate) === 5) continue;
      expect(
        isCaught(() => compare({ name: '', chain, intent, plan }, unsigned)),
        `${where} ${JSON.stringify(mutated).slice(-300)}`,
      ).toBe(true);
    }
  });

  it('finds every altered byte of the transaction, its digests and what it says of its inputs', () => {
    const unsigned = build(example);
    const property = fc.property(fc.nat(), fc.integer({ min: 1, max: 255 }), (position, change) => {
      const bytes = Buffer.from(unsigned.bytes, 'hex');
      const index = position % bytes.length;
      bytes[index] = (bytes[index] ?? 0) ^ change;
      expect(isCaught(() => compare(example, { ...unsigned, bytes: bytes.toString('hex') }))).toBe(true);
    });
    fc.assert(property, { numRuns: 300 });
    for (const { where, mutated } of mutations({ sighashes: unsigned.sighashes, chain: '' } as unknown as Json)) {
      if (where === '.chain') continue;
      expect(
        isCaught(() => compare(example, { ...unsigned, ...(mutated as object) } as UnsignedTx)),
        where,
      ).toBe(true);
    }
  });

  it('finds a transaction that was honestly built from another intent', () => {
    const other: Case = {
      ...example,
      intent: { ...example.intent, outputs: example.intent.outputs.map((output) => ({ ...output, amount: '300001' })) },
    };
    const fields = compare(example, build(other)).map((mismatch) => mismatch.field);
    expect(fields).toContain('outputs[0].amount');
  });
});

it('finds change that goes to a key of another sub-wallet', () => {
  const example = cases.find(({ name }) => name === 'BTC');
  if (!example) throw new Error('no such case');
  const elsewhere = (path: string): Uint8Array => keyAt(path === paths.change ? 'm/0/8/1/0' : path);
  const unsigned = familyOf(example.chain).build(example.chain, example.intent, example.plan, elsewhere);
  expect(compare(example, unsigned).map((mismatch) => mismatch.field)).toEqual(['change']);
});

describe('readPlan', () => {
  it('reads back every good plan and refuses every other form', () => {
    for (const { chain, plan } of cases) {
      const { readPlan } = familyOf(chain);
      expect(readPlan(JSON.parse(JSON.stringify(plan)))).toEqual(plan);
      for (const field of Object.keys(plan)) {
        for (const wrong of [undefined, null, 5, [], {}, 'x'.repeat(100), [5], [null], [[]]])
          expect(() => readPlan({ ...plan, [field]: wrong }), `${field} ${JSON.stringify(wrong)}`).toThrow(ChainError);
        const { [field]: _, ...without } = plan;
        expect(() => readPlan(without)).toThrow(ChainError);
      }
      expect(() => readPlan({ ...plan, extra: '1' })).toThrow(ChainError);
    }
    for (const value of [null, undefined, 'evm', 5, [], {}, cases[0]?.plan])
      expect(() => familyOf(bitcoinChain).readPlan(value)).toThrow(ChainError);
  });
});
