import { hexToBytes } from '@noble/hashes/utils.js';
import { Address, Transaction } from '@scure/btc-signer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { networkOf } from '../src/bitcoin/network.ts';
import { parseTx } from '../src/bitcoin/parse.ts';
import { buildBitcoin } from '../src/bitcoin/steps.ts';
import type { BitcoinPlan, UnsignedBitcoinTx } from '../src/bitcoin/types.ts';
import { type ChainConfig, ChainError, compareWithIntent, familyOf, parsePath } from '../src/index.ts';
import { readerOf, type UtxoReader, utxoReader } from '../src/rpc.ts';
import { startNodes, type TestNodes } from './nodes.ts';
import { bitcoinChain, deposit, intentFor, keyAt, paths, signAll, signDigest, signTaproot } from './support.ts';

const rules = familyOf(bitcoinChain);
const network = networkOf(bitcoinChain);
const mainnet: ChainConfig = { ...bitcoinChain, id: 'bitcoin:mainnet' };
const payee = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';
const taprootPayee = Address(network).encode({ type: 'tr', pubkey: keyAt('any').slice(1) });
const at = (path: string): string => rules.addressOf(bitcoinChain, keyAt(path), path);

const source = deposit([
  [paths.bitcoin, 500_000n],
  [paths.taproot, 300_000n],
  ['m/0/7/2/1', 200_000n],
]);
const spends = [paths.bitcoin, paths.taproot, 'm/0/7/2/1'];
const input = (vout: number): BitcoinPlan['inputs'][number] => ({
  ...{ txid: source.txid, vout, prevTx: source.raw, path: spends[vout] ?? '' },
});
const plan: BitcoinPlan = {
  ...{ family: 'bitcoin', inputs: [0, 1, 2].map(input), changePath: paths.taprootChange, feeRate: '5' },
};
const intent = intentFor(bitcoinChain, 'BTC', [[payee, 600_000n]]);
const build = (changes: Partial<BitcoinPlan> = {}): UnsignedBitcoinTx =>
  buildBitcoin(bitcoinChain, intent, { ...plan, ...changes }, keyAt);
const codeOf = (run: () => unknown): string => {
  try {
    run();
  } catch (error) {
    return error instanceof ChainError ? error.code : String(error);
  }
  return 'accepted';
};

describe('taproot addresses', () => {
  it('are those of BIP 86, whatever the parity of the key', () => {
    for (const [internal, address] of [
      [
        'cc8a4bc64d897bddc5fbc2f670f7a8ba0b386779106cf1223c6fc5d7cd6fc115',
        'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr',
      ],
      [
        '83dfe85a3151d2517290da461fe2815591ef69f2b18a2ce63f01697a8b313145',
        'bc1p4qhjn9zdvkux4e44uhx8tc55attvtyu358kutcqkudyccelu0was9fqzwh',
      ],
    ])
      for (const parity of ['02', '03'])
        expect(rules.addressOf(mainnet, hexToBytes(`${parity}${internal}`), paths.taproot)).toBe(address);
  });

  it('follow from the path alone: of branches 2 and 3, and no other family has those', () => {
    expect(at(paths.taproot)).toMatch(/^bcrt1p/);
    expect(at(paths.taprootChange)).toMatch(/^bcrt1p/);
    expect(at(paths.bitcoin)).toMatch(/^bcrt1q/);
    expect(rules.addressOf(bitcoinChain, keyAt(paths.taproot))).toMatch(/^bcrt1q/);
    for (const branch of [2, 3]) expect(parsePath(`m/0/7/${branch}/0`).branch).toBe(branch);
    for (const path of ['m/0/7/4/0', 'm/60/7/2/0', 'm/195/7/3/0', 'm/607/7/2/0'])
      expect(
        codeOf(() => parsePath(path)),
        path,
      ).toBe('badPath');
  });
});

describe('payments from taproot outputs', () => {
  it('beside others are built and read back by two ways, and another library parses them signed', () => {
    const unsigned = build();
    expect(unsigned.sighashes.map(({ scheme, path }) => `${scheme} ${path}`)).toEqual([
      `ecdsa ${paths.bitcoin}`,
      `schnorr ${paths.taproot}`,
      'schnorr m/0/7/2/1',
    ]);
    const decoded = rules.decode(bitcoinChain, unsigned);
    expect(compareWithIntent(intent, decoded, { chain: bitcoinChain, plan, keyAt })).toEqual([]);
    expect(decoded.outputs[1]?.address).toBe(at(paths.taprootChange));
    const { raw, txid } = signAll(bitcoinChain, unsigned);
    const parsed = Transaction.fromRaw(hexToBytes(raw), { allowUnknownInputs: true });
    expect(parsed.id).toBe(txid);
    expect(parsed.vsize * 5).toBeLessThanOrEqual(Number(unsigned.fee));
    // One byte of a DER signature may be missing; a taproot input has no slack.
    expect(parsed.vsize * 5).toBeGreaterThan(Number(unsigned.fee) - 10);
  });

  it('are paid for by what they weigh, less than others', () => {
    const one = (path: string): bigint => {
      const made = deposit([[path, 1_000_000n]]);
      const inputs = [{ txid: made.txid, vout: 0, prevTx: made.raw, path }];
      return BigInt(build({ inputs, feeRate: '100' }).fee);
    };
    expect(one(paths.bitcoin) - one(paths.taproot)).toBe(1_100n);
  });

  it('are of our own key at the very path, and change goes to a system address', () => {
    const spend = (path: string) => ({ inputs: [{ ...input(1), path }, input(0), input(2)] });
    expect(codeOf(() => build(spend('m/0/7/0/0')))).toBe('notOurs');
    expect(codeOf(() => build(spend('m/0/7/3/0')))).toBe('notOurs');
    expect(codeOf(() => build(spend('m/0/8/2/0')))).toBe('badPath');
    expect(codeOf(() => build({ changePath: 'm/0/7/2/0' }))).toBe('badPath');
    expect(codeOf(() => build({ changePath: 'm/0/8/3/0' }))).toBe('badPath');
    expect(codeOf(() => build({ changePath: '' }))).toBe('changeNeeded');
  });

  it('are refused when an amount or script of any input, or what is signed, is another than it was', () => {
    const unsigned = build();
    const lying = deposit([
      [paths.bitcoin, 400_000n],
      [paths.taproot, 300_000n],
      ['m/0/7/2/1', 200_000n],
    ]);
    const claimed = { ...unsigned, inputs: unsigned.inputs.map((one) => ({ ...one, prevTx: lying.raw })) };
    expect(codeOf(() => rules.decode(bitcoinChain, claimed))).toBe('prevTxMismatch');
    for (const [n, sighash] of unsigned.sighashes.entries()) {
      const turned = { ...sighash, scheme: sighash.scheme === 'ecdsa' ? ('schnorr' as const) : ('ecdsa' as const) };
      for (const other of [turned, { ...sighash, digest: 'ab'.repeat(32) }, { ...sighash, path: 'm/0/7/2/9' }]) {
        const sighashes = unsigned.sighashes.map((one, i) => (i === n ? other : one));
        expect(codeOf(() => rules.decode(bitcoinChain, { ...unsigned, sighashes }))).toBe('sighashMismatch');
      }
    }
    for (let digit = 0; digit < unsigned.bytes.length; digit++) {
      const other = ((Number.parseInt(unsigned.bytes[digit] ?? '0', 16) + 1) % 16).toString(16);
      const bytes = unsigned.bytes.slice(0, digit) + other + unsigned.bytes.slice(digit + 1);
      expect(() => rules.decode(bitcoinChain, { ...unsigned, bytes }), `digit ${digit}`).toThrow(ChainError);
    }
  });

  it('take a signature by the output key alone, of the scheme of each input, in order', () => {
    const unsigned = build();
    const [first, second, third] = unsigned.sighashes;
    if (first?.scheme !== 'ecdsa' || second?.scheme !== 'schnorr' || third?.scheme !== 'schnorr')
      throw new Error('form');
    const [a, b, c] = [signDigest(first), signTaproot(second), signTaproot(third)];
    const bare = signDigest({ ...second, scheme: 'ecdsa' });
    const long = { scheme: 'schnorr', bytes: new Uint8Array([...(b.scheme === 'schnorr' ? b.bytes : []), 1]) } as const;
    for (const bad of [
      [a, b],
      [a, c, b],
      [b, a, c],
      [a, bare, c],
      [a, long, c],
      [a, b, c, c],
    ])
      expect(codeOf(() => rules.attach(bitcoinChain, unsigned, bad))).toBe('badSignature');
    expect(codeOf(() => rules.attach(bitcoinChain, unsigned, [a, b, c]))).toBe('accepted');
  });

  it('leave what comes back in the form of the payee', () => {
    if (rules.model !== 'utxo') throw new Error('model');
    expect(rules.changeForm(bitcoinChain, [payee])).toBe(0);
    expect(rules.changeForm(bitcoinChain, [taprootPayee])).toBe(1);
    expect(rules.changeForm(bitcoinChain, [])).toBe(0);
  });
});

describe('at a node', () => {
  let nodes: TestNodes;
  let chain: ChainConfig;
  let reader: UtxoReader;
  beforeAll(async () => {
    nodes = await startNodes();
    chain = nodes.bitcoin;
    reader = utxoReader(readerOf(chain));
  });
  afterAll(() => nodes?.stop());

  async function coin(path: string, amount: string): Promise<BitcoinPlan['inputs'][number]> {
    const txid = await nodes.fund(chain, 'BTC', at(path), amount);
    await nodes.mine(chain);
    const block = await reader.block((await reader.tip()).height, { watch: new Map([[at(path), 1]]) });
    const [transfer] = (block?.transfers ?? []).filter((one) => one.txid === txid);
    return { txid, vout: transfer?.index ?? -1, prevTx: block?.rawTxs.get(txid) ?? '', path };
  }

  it('taproot deposits are seen, and spent alone, beside others and from change, by signatures that it takes', async () => {
    const alone = await coin(paths.taproot, '0.002');
    const mixed = [
      await coin('m/0/7/2/1', '0.003'),
      await coin(paths.second, '0.001'),
      await coin('m/0/7/2/2', '0.001'),
    ];
    const pay = async (inputs: BitcoinPlan['inputs'], changePath: string, amount: bigint, to: string) => {
      const asked = intentFor(chain, 'BTC', [[to, amount]]);
      const asPlanned: BitcoinPlan = { family: 'bitcoin', inputs, changePath, feeRate: '2' };
      const unsigned = rules.build(chain, asked, asPlanned, keyAt);
      const decoded = rules.decode(chain, unsigned);
      expect(compareWithIntent(asked, decoded, { chain, plan: asPlanned, keyAt })).toEqual([]);
      const signed = signAll(chain, unsigned);
      expect(await reader.broadcast(signed.raw)).toBe('accepted');
      await nodes.mine(chain);
      expect((await reader.txStatus(signed.txid)).state).toBe('mined');
      return signed;
    };
    const first = await pay([alone], paths.taprootChange, 50_000n, taprootPayee);
    await pay(mixed, paths.change, 400_000n, payee);
    const stripped = parseTx(first.raw).stripped;
    const change = {
      txid: first.txid,
      vout: 1,
      prevTx: Buffer.from(stripped).toString('hex'),
      path: paths.taprootChange,
    };
    await pay([change], '', 149_400n, payee);
  });

  it('a signature of which one byte is another is taken by no node', async () => {
    const alone = await coin('m/0/7/2/5', '0.002');
    const asked = intentFor(chain, 'BTC', [[payee, 50_000n]]);
    const asPlanned: BitcoinPlan = { family: 'bitcoin', inputs: [alone], changePath: paths.change, feeRate: '2' };
    const unsigned = rules.build(chain, asked, asPlanned, keyAt);
    const { raw } = signAll(chain, unsigned);
    const broken = `${raw.slice(0, -20)}${raw.slice(-20, -18) === '00' ? '01' : '00'}${raw.slice(-18)}`;
    expect(await reader.broadcast(broken)).toMatchObject({ refused: 'invalid' });
    expect(await reader.broadcast(raw)).toBe('accepted');
  });
});
