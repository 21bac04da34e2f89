import { describe, expect, it } from 'vitest';
import {
  attachedText,
  attempted,
  batchOf,
  bodyOf,
  dispersedBy,
  evaluate,
  type Facts,
  type Intent,
  intentDigestHex,
  intentText,
  nothingKnown,
  PolicyError,
  parseIntent,
  policyLimits,
  readAttached,
  rowIntent,
  rulingOn,
  type WindowQuery,
} from '../src/index.ts';
import { rowsRoot } from '../src/rows-root.ts';
import { amount, onlyEth, rule, senior } from './cases/crew.ts';
import { approve, batch, disperse, keys, refOf, team, transfer } from './fixtures.ts';

const three = batch(3);
const second = rowIntent(three, 1);
const attached = (of: Intent) => readAttached('row', intentText(of));

function placeOf(read: () => unknown): string {
  try {
    read();
    return '';
  } catch (error) {
    if (error instanceof PolicyError) return error.at;
    throw error;
  }
}

describe('a batch', () => {
  it('holds up to a thousand rows, and its call is the root of exactly these in this order', () => {
    expect(parseIntent(intentText(batch(policyLimits.batchRows))).outputs.length).toBe(1_000);
    expect(placeOf(() => parseIntent(intentText(batch(1_001))))).toBe('outputs');
    const [a, b, c] = three.outputs;
    if (!a || !b || !c) throw new Error('three rows');
    const others = [
      [b, a, c],
      [a, b],
      [a, b, c, c],
      [a, b, { ...c, amount: '1' }],
      [a, b, { ...c, memo: 'x' }],
    ];
    for (const outputs of others) expect(placeOf(() => parseIntent(intentText({ ...three, outputs })))).toBe('call');
    expect(placeOf(() => parseIntent(intentText(batch(2, { call: '' }))))).toBe('call');
  });

  it('has a root in which no leaf stands for a node, and no list for a longer one', () => {
    const [a, b, c, d] = batch(4).outputs;
    if (!a || !b || !c || !d) throw new Error('four rows');
    const roots = [[a], [a, a], [a, b], [b, a], [a, b, c], [a, b, c, c], [a, b, c, d]].map(rowsRoot);
    expect(new Set(roots).size).toBe(roots.length);
  });

  it('is larger than other intents may be, and other intents are not', () => {
    expect(intentText(batch(1_000)).length).toBeGreaterThan(policyLimits.intentBytes);
    const large = transfer({ outputs: batch(1_000).outputs });
    expect(() => parseIntent(intentText(large))).toThrow(expect.objectContaining({ code: 'tooLarge' }));
    expect(placeOf(() => parseIntent(intentText(transfer({ outputs: batch(201).outputs }))))).toBe('outputs');
  });

  it('is judged as one payment: the sum against bounds, once in windows, every row by whom it pays', () => {
    const asked: WindowQuery[] = [];
    const facts: Facts = {
      ...nothingKnown,
      spent: (query) => {
        asked.push(query);
        return { units: 0n, cents: 0n };
      },
    };
    const sum = three.outputs.reduce((all, out) => all + BigInt(out.amount), 0n);
    const upTo = (units: bigint, hours = '0') =>
      senior(rule('pass', { ...onlyEth, ...amount({ unit: 'coin', upTo: String(units), hours }) }));
    for (const hours of ['0', '24']) {
      expect(rulingOn(upTo(sum, hours), three, facts, {})?.action).toBe('pass');
      expect(rulingOn(upTo(sum - 1n, hours), three, facts, {})?.action).toBe('flow');
    }
    expect(asked.map(({ except }) => except)).toEqual([three.id, three.id]);
    const listed = { ...team, book: { mode: 'on' as const, coolingHours: '0' } };
    const known = (from: number): Facts => ({
      ...nothingKnown,
      isListed: (_, output) => three.outputs.indexOf(output) >= from,
    });
    const about = { ...three, policy: refOf(listed) };
    expect(evaluate(listed, about, [], known(0)).problem).toBeUndefined();
    expect(evaluate(listed, about, [], known(1)).problem).toBe('destinationNotListed');
  });
});

describe('rows that one transaction pays', () => {
  const rows = disperse(3);

  it('are bound by their root and the contract that pays them, and are as many as those of a batch', () => {
    expect(parseIntent(intentText(disperse(policyLimits.batchRows))).outputs.length).toBe(1_000);
    expect(placeOf(() => parseIntent(intentText(disperse(1_001))))).toBe('outputs');
    expect(dispersedBy(rows)).toBe(`0x${'d1'.repeat(20)}`);
    expect(dispersedBy(disperse(3, ''))).toBe('');
    const [a, b, c] = rows.outputs;
    if (!a || !b || !c) throw new Error('three rows');
    for (const outputs of [
      [b, a, c],
      [a, b],
      [a, b, c, c],
      [a, b, { ...c, amount: '1' }],
      [a, b, { ...c, memo: 'x' }],
    ])
      expect(placeOf(() => parseIntent(intentText({ ...rows, outputs })))).toBe('call');
    for (const call of ['', `${rows.call} `, `${rows.call} by 0x00`, batch(2).call])
      expect(placeOf(() => parseIntent(intentText({ ...rows, call })))).toBe('call');
    expect(placeOf(() => parseIntent(intentText({ ...rows, outputs: [a, b, { ...c, amount: '0' }] })))).toBe('outputs');
  });

  it('are judged as one payment to all, and say nothing that a batch of them would not', () => {
    const other = { kind: three.kind, call: three.call, id: three.id, request: three.request };
    expect({ ...rows, ...other }).toEqual(three);
    const sum = rows.outputs.reduce((all, out) => all + BigInt(out.amount), 0n);
    const upTo = (units: bigint) =>
      senior(rule('pass', { ...onlyEth, ...amount({ unit: 'coin', upTo: String(units), hours: '0' }) }));
    expect(rulingOn(upTo(sum), rows, nothingKnown, {})?.action).toBe('pass');
    expect(rulingOn(upTo(sum - 1n), rows, nothingKnown, {})?.action).toBe('flow');
  });

  it('are no batch, no row of one, and never paid once more in their place', () => {
    expect(() => rowIntent(rows, 0)).toThrow(PolicyError);
    const once = { ...rows, kind: 'speedup' as const, body: bodyOf(intentText(rows)), maxFee: `${rows.maxFee}0` };
    expect(placeOf(() => attempted(once, { payment: { id: rows.id, text: intentText(rows) } }))).toBe('kind');
  });
});

describe('a row', () => {
  it('is what its batch makes of that place, and nothing of its own', () => {
    expect(batchOf(second, attached(three))).toEqual(three);
    expect(second.body).toBe(bodyOf(intentText(three)));
    expect([second.outputs, second.call, second.request]).toEqual([[three.outputs[1]], 'row 1', '']);
    expect(attachedText('row', { batch: 'text' })).toBe('text');
  });

  const others: readonly (readonly [string, Partial<Intent>])[] = [
    ['outputs', { outputs: three.outputs.slice(0, 1) }],
    ['outputs', { outputs: second.outputs.map((out) => ({ ...out, amount: '9' })) }],
    ['outputs', { call: 'row 0' }],
    ['call', { call: 'row 3' }],
    ['id', { id: '6f1c1f5e-8f0f-4c39-9a55-1f0f3e0f9a99' }],
    ['maxFee', { maxFee: three.maxFee }],
    ['from', { from: `0x${'34'.repeat(20)}` }],
    ['wallet', { wallet: '8' }],
    ['expires', { expires: String(BigInt(three.expires) + 1n) }],
    ['initiator', { initiator: 'ann' }],
    ['policy', { policy: { ...three.policy, version: '9' } }],
  ];
  it.each(others)('is none of its batch with another %s', (field, change) => {
    expect(placeOf(() => batchOf({ ...second, ...change }, attached(three)))).toBe(field);
  });

  it('is of no other batch, not even of the same rows, and of no other kind', () => {
    const twin = batch(3, { id: '6f1c1f5e-8f0f-4c39-9a55-1f0f3e0f9a05' });
    expect(twin.call).toBe(three.call);
    expect(placeOf(() => batchOf(second, attached(twin)))).not.toBe('');
    expect(rowIntent(twin, 1).id).not.toBe(second.id);
    expect(placeOf(() => batchOf(second, attached(transfer())))).toBe('kind');
    expect(placeOf(() => batchOf(second, attached(second)))).toBe('kind');
    expect(placeOf(() => batchOf(second, {}))).toBe('body');
    expect(() => rowIntent(transfer(), 0)).toThrow(PolicyError);
  });

  it('has an intent of its own id, and all of them together cost no more than the batch may', () => {
    const whole = batch(1_000, { maxFee: '1000999' });
    const rows = Array.from({ length: 7 }, (_, i) => rowIntent(whole, i * 142));
    expect(new Set(rows.map(({ id }) => id)).size).toBe(7);
    expect(new Set(rows.map(intentDigestHex)).size).toBe(7);
    for (const { maxFee } of rows) expect(BigInt(maxFee) * 1_000n).toBeLessThanOrEqual(1_000_999n);
  });

  it('is decided by nobody, whoever signs it', () => {
    const row = { ...second, policy: refOf(team) };
    const all = (['ann', 'bob', 'dee'] as const).map((id) => approve(keys[id], id, row));
    expect(evaluate(team, row, [approve(keys.cem, 'cem', row, 'initiate'), ...all])).toMatchObject({
      state: 'unsatisfiable',
      problem: 'noStrategy',
    });
  });
});
