import { hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import fc from 'fast-check';
import { type Inscription, p2tr_ord_reveal } from 'micro-ordinals';
import { describe, expect, it } from 'vitest';
import { envelopesOf } from '../src/ordinals/envelope.ts';
import { takeOrdinals, tickKey, type WholeTx } from '../src/ordinals/index.ts';
import { memoryState } from './ordinals.memory.ts';

/** Where sats go, against a model that moves each sat by itself; envelopes and BRC-20 by their published rules. */

const script = (...made: Inscription[]): Uint8Array => p2tr_ord_reveal(new Uint8Array(32).fill(7), made).script;
const witnessOf = (tapscript: Uint8Array): Uint8Array[] => [new Uint8Array(64), tapscript, new Uint8Array(33)];
const saying = (text: string, contentType = 'text/plain;charset=utf-8'): Inscription => ({
  tags: { contentType },
  body: utf8ToBytes(text),
});
const txidOf = (n: number): string => n.toString(16).padStart(64, '0');

interface Made {
  readonly txid: string;
  readonly inputs: readonly string[];
  readonly outputs: readonly number[];
  /** Output scripts, hex. */
  readonly owners?: readonly string[];
  readonly witnesses?: readonly (readonly Uint8Array[])[];
}
const txOf = ({ txid, inputs, outputs, owners = [], witnesses }: Made): WholeTx => ({
  txid,
  inputs: inputs.map((outpoint) => ({ txid: outpoint.slice(0, 64), vout: Number(outpoint.slice(65)) })),
  outputs: outputs.map((amount, n) => ({ amount: BigInt(amount), script: hexToBytes(owners[n] ?? '51') })),
  witnesses: witnesses ?? inputs.map(() => []),
});

/** Outputs of known worth, and an index that follows what is made of them. A halving each block: no new sats, so that a model can name every one. */
function chain() {
  const memory = memoryState();
  const worth = new Map<string, bigint>();
  let height = 1_000;
  let made = 0;
  return {
    ...memory,
    give(amount: number): string {
      made += 1;
      const outpoint = `${txidOf(made)}:0`;
      worth.set(outpoint, BigInt(amount));
      return outpoint;
    },
    /** @returns the coinbase's id */
    async mine(txs: readonly Made[], coinbase: readonly number[] = []): Promise<string> {
      height += 1;
      const id = txidOf(1_000_000 + height);
      const all = [txOf({ txid: id, inputs: [`${txidOf(0)}:0`], outputs: coinbase }), ...txs.map(txOf)];
      for (const tx of all) for (const [n, { amount }] of tx.outputs.entries()) worth.set(`${tx.txid}:${n}`, amount);
      const valuesOf = async ({ inputs }: WholeTx): Promise<bigint[]> =>
        inputs.map(({ txid, vout }) => worth.get(`${txid}:${vout}`) ?? 0n);
      await takeOrdinals(memory.state, { height, txs: all, valuesOf, halving: 1 });
      return id;
    },
  };
}

/** One step of a random history: which outputs are joined, how they are split, what is left as a fee, and what is inscribed. */
const step = fc.record({
  first: fc.nat(),
  second: fc.nat(),
  split: fc.nat(),
  fee: fc.nat({ max: 4 }),
  ink: fc.option(fc.record({ input: fc.nat(), pointer: fc.option(fc.nat({ max: 20 }), { nil: undefined }) }), {
    nil: undefined,
  }),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** A script of one envelope with so many fields of no meaning. */
function fieldsIn(count: number, tagOf: (n: number) => number): Uint8Array {
  const fields = new Uint8Array(count * 6);
  for (let n = 0; n < count; n++) {
    const tag = tagOf(n);
    fields.set([4, 0xff, tag & 0xff, (tag >> 8) & 0xff, (tag >> 16) & 0xff, 0], n * 6);
  }
  return Uint8Array.from([0, 0x63, 3, 0x6f, 0x72, 0x64, ...fields, 0x68]);
}

describe('what strangers write', () => {
  it('takes no longer for one tag a hundred thousand times than for as many tags, by a small factor', () => {
    const spent = (tapscript: Uint8Array): number => {
      const before = process.cpuUsage();
      expect(envelopesOf({ witnesses: [witnessOf(tapscript)] })).toHaveLength(1);
      return process.cpuUsage(before).user;
    };
    const [one, many] = [fieldsIn(100_000, () => 7), fieldsIn(100_000, (n) => n)];
    spent(many);
    expect(spent(one)).toBeLessThan(10 * spent(many));
  });

  it('asks for the inputs of each transaction a few times, however many inscriptions of a block go to its fees', async () => {
    const count = 300;
    const witnesses = [witnessOf(script(saying('late')))];
    const late = Array.from({ length: count }, (_, n) =>
      txOf({ txid: txidOf(10_000 + n), inputs: [`${txidOf(1 + n)}:0`], outputs: [0], witnesses }),
    );
    const coinbase = txOf({ txid: txidOf(9_999), inputs: [`${txidOf(0)}:0`], outputs: [count * 10] });
    let asked = 0;
    const valuesOf = async (): Promise<bigint[]> => {
      asked += 1;
      return [10n];
    };
    const memory = memoryState();
    await takeOrdinals(memory.state, { height: 1_000, txs: [coinbase, ...late], valuesOf, halving: 1 });
    const places = late.map(({ txid }) => memory.placeOf(`${txid}i0`)?.offset);
    expect(places).toEqual(late.map((_, n) => BigInt(n * 10)));
    expect(asked).toBeLessThanOrEqual(2 * count);
  });
});

describe('the index of inscriptions', () => {
  it('says of every inscription where the sat lies that it was made on, as a model of single sats does', async () => {
    const follow = async (steps: readonly Step[]): Promise<void> => {
      const index = chain();
      const sats = new Map<string, number[]>();
      let named = 0;
      for (const size of [6, 7, 8, 9, 10, 11])
        sats.set(
          index.give(size),
          Array.from({ length: size }, () => named++),
        );
      const inked = new Map<string, number>();
      for (const [n, { first, second, split, fee, ink }] of steps.entries()) {
        const free = [...sats.keys()];
        const inputs = [...new Set([free[first % free.length] ?? '', free[second % free.length] ?? ''])];
        const parts = inputs.map((outpoint) => sats.get(outpoint) ?? []);
        for (const outpoint of inputs) sats.delete(outpoint);
        const flow = parts.flat();
        const kept = Math.max(1, flow.length - fee);
        const cut = 1 + (split % kept);
        const outputs = [cut, kept - cut].filter((amount) => amount > 0);
        const txid = txidOf(100 + n);
        const at = ink ? ink.input % inputs.length : -1;
        const pointer = ink?.pointer;
        const tags = { contentType: 'text/plain', ...(pointer === undefined ? {} : { pointer: BigInt(pointer) }) };
        const witnesses = inputs.map((_, i) => (i === at ? witnessOf(script({ tags, body: utf8ToBytes('x') })) : []));
        if (at >= 0) {
          const start = pointer !== undefined && pointer < kept ? pointer : parts.slice(0, at).flat().length;
          inked.set(`${txid}i0`, flow[start] ?? -1);
        }
        outputs.reduce((start, amount, vout) => {
          sats.set(`${txid}:${vout}`, flow.slice(start, start + amount));
          return start + amount;
        }, 0);
        const fees = flow.slice(kept);
        const coinbase = await index.mine([{ txid, inputs, outputs, witnesses }], fees.length > 0 ? [fees.length] : []);
        if (fees.length > 0) sats.set(`${coinbase}:0`, fees);
      }
      for (const [id, sat] of inked) {
        const place = index.placeOf(id);
        expect(place && sats.get(place.outpoint)?.[Number(place.offset)], id).toBe(sat);
      }
    };
    await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), follow), { numRuns: 200 });
  });

  it('follows fees of several transactions into the coinbase in their order, and says of what no output has that it is lost', async () => {
    const index = chain();
    const [a, b] = [index.give(100), index.give(100)];
    const ink = (n: number, input: string): Made => ({
      txid: txidOf(200 + n),
      inputs: [input],
      outputs: [100],
      witnesses: [witnessOf(script(saying('hello')))],
    });
    await index.mine([ink(1, a), ink(2, b)]);
    const [id1, id2] = [`${txidOf(201)}i0`, `${txidOf(202)}i0`];
    // Both are spent behind a larger coin, so that their sats are fees: of the first transaction the last 100, of the second likewise.
    const [x, y] = [index.give(50), index.give(50)];
    const spend = (n: number, coin: string): Made => ({
      txid: txidOf(300 + n),
      inputs: [coin, `${txidOf(200 + n)}:0`],
      outputs: [50],
    });
    const coinbase = await index.mine([spend(1, x), spend(2, y)], [60, 90]);
    expect([index.placeOf(id1), index.placeOf(id2)]).toEqual([
      { id: id1, outpoint: `${coinbase}:0`, offset: 0n },
      { id: id2, outpoint: `${coinbase}:1`, offset: 40n },
    ]);
    const last = await index.mine([{ txid: txidOf(400), inputs: [`${coinbase}:1`], outputs: [30] }], [5]);
    expect(index.placeOf(id2)?.outpoint).toBe('lost');
    expect(last).not.toBe('');
  });

  it('takes an envelope as ord does: its fields, its body in pieces, its parents that were spent with it, and why one is cursed', async () => {
    const index = chain();
    const mint = async (n: number, made: Uint8Array, inputs = [index.give(10)], at = 0) => {
      const witnesses = inputs.map((_, i) => (i === at ? witnessOf(made) : []));
      await index.mine([{ txid: txidOf(n), inputs, outputs: [10], witnesses }]);
      return index.made.get(`${txidOf(n)}i0`);
    };
    const long = 'a'.repeat(1_300);
    const first = await mint(500, script(saying(long, 'text/html')));
    expect([first?.contentType, new TextDecoder().decode(first?.body), first?.curse]).toEqual([
      'text/html',
      long,
      undefined,
    ]);
    const parent = `${txidOf(500)}i0`;
    // The library types one parent as its coder, and takes it as a text.
    const tags = { contentType: 'text/plain', parent } as unknown as Inscription['tags'];
    const child = await mint(501, script({ tags, body: utf8ToBytes('c') }), [`${txidOf(500)}:0`]);
    expect([child?.parents, child?.curse]).toEqual([[parent], 'reinscription']);
    const orphan = await mint(502, script({ tags, body: utf8ToBytes('c') }));
    expect(orphan?.parents).toEqual([]);
    const second = await mint(503, script(saying('x')), [index.give(10), index.give(10)], 1);
    expect(second?.curse).toBe('notFirstInput');
    const cursedBy = async (n: number, hex: string) =>
      (await mint(n, hexToBytes(`20${'07'.repeat(32)}ac0063036f7264${hex}68`)))?.curse;
    expect(await cursedBy(504, '010101780101017900017a')).toBe('duplicateField');
    expect(await cursedBy(505, '0142017800017a')).toBe('evenField');
    expect(index.placeOf(`${txidOf(505)}i0`)?.outpoint).toBe('lost');
    expect(await cursedBy(506, '0101')).toBe('incompleteField');
    expect(await cursedBy(507, '51017800017a')).toBe('pushnum');
    const [, twin] = await both(index, 508);
    expect(twin?.curse).toBe('notAtOffsetZero');
  });

  it('takes nothing for an envelope that is none, and falls over no witness', async () => {
    const index = chain();
    const bytes = fc.uint8Array({ maxLength: 120 });
    const anyWitness = fc.array(
      fc.oneof(
        bytes,
        bytes.map((tail) => new Uint8Array([0, 0x63, 3, 0x6f, 0x72, 0x64, ...tail])),
      ),
      { maxLength: 4 },
    );
    let n = 600;
    await fc.assert(
      fc.asyncProperty(anyWitness, async (witness) => {
        n += 1;
        await index.mine([{ txid: txidOf(n), inputs: [index.give(10)], outputs: [10], witnesses: [witness] }]);
      }),
    );
    // Without its end it is none; a push that is cut off makes the whole script none.
    for (const hex of ['0063036f726400017a', '0063036f72644cff']) {
      n += 1;
      await index.mine([
        { txid: txidOf(n), inputs: [index.give(10)], outputs: [10], witnesses: [witnessOf(hexToBytes(hex))] },
      ]);
      expect(index.made.has(`${txidOf(n)}i0`), hex).toBe(false);
    }
  });
});

async function both(index: ReturnType<typeof chain>, n: number) {
  const made = script(saying('one'), saying('two'));
  await index.mine([{ txid: txidOf(n), inputs: [index.give(10)], outputs: [10], witnesses: [witnessOf(made)] }]);
  return [index.made.get(`${txidOf(n)}i0`), index.made.get(`${txidOf(n)}i1`)];
}

const [alice, bob, carol, burnt] = ['5101', '5102', '5103', '6a01'];
const ten = 10n ** 18n;

/** A tick whose inscriptions lie where they are told to. */
function market(index = chain()) {
  let n = 700;
  const ink = async (
    owner: string,
    say: object,
    more: { readonly inputs?: readonly string[]; readonly type?: string; readonly tags?: Inscription['tags'] } = {},
  ) => {
    n += 1;
    const inputs = more.inputs ?? [index.give(10)];
    const made = saying(JSON.stringify({ p: 'brc-20', ...say }), more.type);
    const witnesses = inputs.map((_, i) =>
      i === 0 ? witnessOf(script({ ...made, tags: { ...made.tags, ...more.tags } })) : [],
    );
    await index.mine([{ txid: txidOf(n), inputs, outputs: [10 * inputs.length], owners: [owner], witnesses }]);
    return txidOf(n);
  };
  const send = async (from: string, owner: string | 'fee') => {
    n += 1;
    const inputs = owner === 'fee' ? [index.give(5), `${from}:0`] : [`${from}:0`];
    const outputs = owner === 'fee' ? [5] : [10];
    await index.mine(
      [{ txid: txidOf(n), inputs, outputs, owners: owner === 'fee' ? [bob] : [owner] }],
      owner === 'fee' ? [10] : [],
    );
    return txidOf(n);
  };
  const has = (owner: string, tick = 'test') => {
    const { available, transferable } = index.balance(tickKey(tick), owner);
    return [available / ten, transferable / ten];
  };
  return { index, ink, send, has };
}

describe('balances of BRC-20', () => {
  it('come from mints within the limit, whatever the case of the letters, and the last one takes what is left', async () => {
    const { ink, has, index } = market();
    await ink(alice, { op: 'deploy', tick: 'TesT', max: '25', lim: '10' });
    await ink(bob, { op: 'deploy', tick: 'test', max: '9999' });
    for (const amt of ['10', '10.0', '11', '-1', '1e1', '+5', '.5', '5.', '0', ' 5', 5])
      await ink(alice, { op: 'mint', tick: 'tESt', amt });
    await ink(bob, { op: 'mint', tick: 'test', amt: '10' });
    await ink(bob, { op: 'mint', tick: 'test', amt: '10' });
    expect([has(alice), has(bob)]).toEqual([
      [20n, 0n],
      [5n, 0n],
    ]);
    expect(index.ticks.get(tickKey('test'))).toMatchObject({ tick: 'TesT', minted: 25n * ten });
  });

  it('are of ticks of four bytes, or of five that their owner alone mints, with at most eighteen decimals', async () => {
    const { ink, has, index } = market();
    for (const bad of [
      { tick: 'abc' },
      { tick: 'abcdef' },
      { tick: 'abcde' },
      { dec: '19' },
      { dec: '-1' },
      { max: '0' },
      { max: '18446744073709551616' },
      { max: 1 },
    ])
      await ink(alice, { op: 'deploy', tick: 'goal', max: '1', ...bad });
    expect(index.ticks.size).toBe(0);
    await ink(alice, { op: 'deploy', tick: '😀', max: '10', dec: '0' });
    await ink(alice, { op: 'mint', tick: '😀', amt: '1.5' });
    await ink(alice, { op: 'mint', tick: '😀', amt: '1' });
    expect(has(alice, '😀')).toEqual([1n, 0n]);
    const deploy = await ink(alice, { op: 'deploy', tick: 'selfs', max: '0', lim: '0', self_mint: 'true' });
    await ink(bob, { op: 'mint', tick: 'selfs', amt: '7' });
    expect(has(bob, 'selfs')).toEqual([0n, 0n]);
    const parent = `${deploy}i0`;
    await ink(
      bob,
      { op: 'mint', tick: 'selfs', amt: '7' },
      { inputs: [index.give(10), `${deploy}:0`], tags: { parent } as unknown as Inscription['tags'] },
    );
    expect(has(bob, 'selfs')).toEqual([7n, 0n]);
    expect(has(alice, 'selfs')).toEqual([0n, 0n]);
  });

  it('move by an inscription that is used once: inscribed it is transferable, sent it is the payee’s', async () => {
    const { ink, send, has } = market();
    await ink(alice, { op: 'deploy', tick: 'test', max: '100' });
    await ink(alice, { op: 'mint', tick: 'test', amt: '30' });
    await ink(alice, { op: 'transfer', tick: 'test', amt: '31' });
    const one = await ink(alice, { op: 'transfer', tick: 'TEST', amt: '20' });
    expect(has(alice)).toEqual([10n, 20n]);
    // Of somebody who has none it is nothing, and neither is a second use.
    const none = await ink(bob, { op: 'transfer', tick: 'test', amt: '1' });
    await send(none, carol);
    const used = await send(one, bob);
    await send(used, carol);
    expect([has(alice), has(bob), has(carol)]).toEqual([
      [10n, 0n],
      [20n, 0n],
      [0n, 0n],
    ]);
  });

  it('stay with whoever sends to themselves or loses the inscription to a miner, and are gone where it is burnt', async () => {
    const { ink, send, has } = market();
    await ink(alice, { op: 'deploy', tick: 'test', max: '100' });
    await ink(alice, { op: 'mint', tick: 'test', amt: '30' });
    await send(await ink(alice, { op: 'transfer', tick: 'test', amt: '5' }), alice);
    expect(has(alice)).toEqual([30n, 0n]);
    await send(await ink(alice, { op: 'transfer', tick: 'test', amt: '5' }), 'fee');
    expect(has(alice)).toEqual([30n, 0n]);
    await send(await ink(alice, { op: 'transfer', tick: 'test', amt: '5' }), burnt);
    expect([has(alice), has(burnt)]).toEqual([
      [25n, 0n],
      [5n, 0n],
    ]);
  });

  it('are not of inscriptions that are cursed, of another type of content, or no JSON of texts', async () => {
    const { ink, has, index } = market();
    await ink(alice, { op: 'deploy', tick: 'test', max: '100' });
    const mint = { op: 'mint', tick: 'test', amt: '1' };
    await ink(alice, mint, { type: 'text/html' });
    await ink(alice, mint, { type: 'application/jsonp' });
    await ink(alice, mint, { tags: { contentType: 'text/plain', pointer: 1n } });
    await ink(alice, { ...mint, p: 'brc20' });
    expect(has(alice)).toEqual([0n, 0n]);
    await ink(alice, mint, { type: 'application/json' });
    expect(has(alice)).toEqual([1n, 0n]);
    expect(index.ticks.get(tickKey('test'))?.minted).toBe(ten);
  });

  it('never come to more than was minted, and are never below zero, whatever is inscribed and sent', async () => {
    const act = fc.record({
      who: fc.constantFrom(alice, bob, carol),
      to: fc.constantFrom(alice, bob, carol, burnt, 'fee'),
      amount: fc.nat({ max: 12 }),
      what: fc.constantFrom('mint', 'transfer', 'send'),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(act, { maxLength: 30 }), async (acts) => {
        const { ink, send, index } = market();
        await ink(alice, { op: 'deploy', tick: 'test', max: '40', lim: '10' });
        const open: string[] = [];
        for (const { who, to, amount, what } of acts) {
          const next = what === 'send' ? open.pop() : undefined;
          if (next !== undefined) await send(next, to);
          else if (what !== 'send') {
            const id = await ink(who, { op: what, tick: 'test', amt: String(amount) });
            if (what === 'transfer') open.push(id);
          }
        }
        const all = index.all();
        const sum = all.reduce((total, { available, transferable }) => total + available + transferable, 0n);
        expect(sum).toBe(index.ticks.get(tickKey('test'))?.minted);
        expect(all.every(({ available, transferable }) => available >= 0n && transferable >= 0n)).toBe(true);
      }),
      { numRuns: 60 },
    );
  });
});
