import { callText, encodeArguments, type Intent, methodOf } from '@holdfast/policy';
import { bytesToHex } from '@noble/hashes/utils.js';
import fc from 'fast-check';
import {
  encodeFunctionData,
  erc20Abi,
  keccak256,
  parseAbi,
  parseTransaction,
  recoverTransactionAddress,
  serializeTransaction,
} from 'viem';
import { describe, expect, it } from 'vitest';
import { buildEvm } from '../src/evm/build.ts';
import { decodeEvm } from '../src/evm/decode.ts';
import { disperseCall, disperseContract } from '../src/evm/disperse.ts';
import { evmFeeTiers, replacementFees } from '../src/evm/fees.ts';
import type { EvmPlan, UnsignedEvmTx } from '../src/evm/types.ts';
import { ChainError, compareWithIntent, familyOf } from '../src/index.ts';
import { evmChain, intentFor, keyAt, paths, signAll, signDigest, usdc } from './support.ts';

const rules = familyOf(evmChain);
const payee = '0x8617E340B3D01FA5F11F306F4090FD50E238070D';
const plan: EvmPlan = {
  family: 'evm',
  nonce: '0',
  gasLimit: '65000',
  maxFeePerGas: '20000000000',
  maxPriorityFeePerGas: '1000000000',
};
const build = (symbol = 'ETH', changes: Partial<EvmPlan> = {}): UnsignedEvmTx =>
  buildEvm(evmChain, intentFor(evmChain, symbol, [[payee, 1_000_001n]]), { ...plan, ...changes }, keyAt);

const anyPlan = fc
  .record({
    nonce: fc.bigInt({ min: 0n, max: (1n << 53n) - 1n }),
    gasLimit: fc.bigInt({ min: 21_000n, max: 1_000_000n }),
    tip: fc.bigInt({ min: 0n, max: 10_000_000_000n }),
    above: fc.bigInt({ min: 1n, max: 20_000_000_000n }),
  })
  .map(({ nonce, gasLimit, tip, above }) => ({
    nonce,
    gasLimit,
    maxPriorityFeePerGas: tip,
    maxFeePerGas: tip + above,
  }));

const asked = (path: string, digest: string) => ({ scheme: 'ecdsa', path, digest }) as const;
const codeOf = (run: () => unknown): string => {
  try {
    run();
  } catch (error) {
    return error instanceof ChainError ? error.code : String(error);
  }
  return 'accepted';
};

describe('EVM transactions', () => {
  it('are byte for byte what viem makes, unsigned and signed, for native coin and token', () => {
    const property = fc.property(
      anyPlan,
      fc.bigInt({ min: 1n, max: (1n << 128n) - 1n }),
      fc.constantFrom('ETH', 'USDC'),
      (numbers, amount, symbol) => {
        const texts = Object.fromEntries(Object.entries(numbers).map(([name, value]) => [name, String(value)]));
        const intent = intentFor(evmChain, symbol, [[payee, amount]]);
        const unsigned = buildEvm(evmChain, intent, { family: 'evm', ...(texts as Omit<EvmPlan, 'family'>) }, keyAt);
        const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [payee, amount] });
        const payment = symbol === 'ETH' ? { to: payee, value: amount } : { to: usdc, data };
        const { gasLimit: gas, nonce, ...fees } = numbers;
        const reference = { type: 'eip1559', chainId: 31337, nonce: Number(nonce), gas, ...fees, ...payment } as const;
        expect(`0x${unsigned.bytes}`).toBe(
          serializeTransaction(reference as Parameters<typeof serializeTransaction>[0]),
        );
        expect(`0x${unsigned.sighashes[0]?.digest}`).toBe(keccak256(`0x${unsigned.bytes}`));
        const { r, s, recid } = signDigest(asked(paths.evm, unsigned.sighashes[0]?.digest ?? ''));
        const hex = (value: bigint): `0x${string}` => `0x${value.toString(16).padStart(64, '0')}`;
        const signed = serializeTransaction(reference as Parameters<typeof serializeTransaction>[0], {
          r: hex(r),
          s: hex(s),
          yParity: recid,
        });
        const ours = signAll(evmChain, unsigned);
        expect(`0x${ours.raw}`).toBe(signed);
        expect(ours.txid).toBe(keccak256(signed));
      },
    );
    fc.assert(property, { numRuns: 100 });
  });

  it('are read as rows by the contract that pays many, exactly as we spell them, or not at all', () => {
    const { address } = disperseContract;
    const outcome = (value: bigint, data: string): string => {
      const numbers = { nonce: 0, gas: 300_000n, maxFeePerGas: 2n, maxPriorityFeePerGas: 1n } as const;
      const hex = data as `0x${string}`;
      const raw = serializeTransaction({ type: 'eip1559', chainId: 31337, ...numbers, to: address, value, data: hex });
      const sighashes = [asked(paths.evm, keccak256(raw).slice(2))];
      const unsigned = { ...build(), bytes: raw.slice(2), sighashes };
      let kind: string | undefined;
      const code = codeOf(() => {
        kind = decodeEvm(evmChain, unsigned).kind;
      });
      return code === 'accepted' ? (kind ?? 'transfer') : code;
    };
    const { value, data } = disperseCall('', [{ address: payee, amount: 7n }]);
    expect(outcome(value, data)).toBe('disperse');
    const [head, list] = [data.slice(0, 10), data.slice(10)];
    // The list stands one word later, which a contract reads alike.
    const later = `${head}${'40'.padStart(64, '0')}${'0'.repeat(64)}${list.slice(64)}`;
    for (const [sent, other] of [
      [value, later],
      [value, `${data}00`],
      [value + 1n, data],
      [value, '0x'],
      [0n, '0x12345678'],
    ] as const)
      expect(outcome(sent, other), other).toBe('badBytes');
  });

  it('never pay to the contract of a listed token, in whatever coin', () => {
    for (const symbol of ['ETH', 'USDC'])
      expect(codeOf(() => rules.build(evmChain, intentFor(evmChain, symbol, [[usdc, 1n]]), plan, keyAt))).toBe(
        'badAddress',
      );
  });

  it('recover, for another library, to the account that pays', async () => {
    const { raw } = signAll(evmChain, build());
    const serializedTransaction = `0x02${raw.slice(2)}` as const;
    expect(parseTransaction(serializedTransaction)).toMatchObject({ to: payee.toLowerCase(), value: 1_000_001n });
    expect(await recoverTransactionAddress({ serializedTransaction })).toBe(
      rules.addressOf(evmChain, keyAt(paths.evm)),
    );
  });

  it('decode to what was built', () => {
    const decoded = rules.decode(evmChain, build('USDC'));
    expect(decoded.outputs).toEqual([{ address: payee, amount: '1000001', contract: usdc }]);
    expect(decoded.fee).toBe(String(65_000n * 20_000_000_000n));
    expect(decoded.conflict).toEqual(build('USDC').conflict);
    expect(decoded.plan).toMatchObject({ nonce: '0', gasLimit: '65000' });
  });

  it('of an allowance call approve of the token, exactly so, and are read as that', () => {
    const property = fc.property(fc.bigInt({ min: 0n, max: (1n << 256n) - 1n }), (amount) => {
      const intent: Intent = { ...intentFor(evmChain, 'USDC', [[payee, amount]]), kind: 'allowance' };
      const unsigned = buildEvm(evmChain, intent, plan, keyAt);
      const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [payee, amount] });
      const { nonce, gasLimit, maxFeePerGas, maxPriorityFeePerGas } = plan;
      const fees = { maxFeePerGas: BigInt(maxFeePerGas), maxPriorityFeePerGas: BigInt(maxPriorityFeePerGas) };
      const call = {
        type: 'eip1559',
        chainId: 31337,
        nonce: Number(nonce),
        gas: BigInt(gasLimit),
        to: usdc,
        data,
      } as const;
      expect(`0x${unsigned.bytes}`).toBe(serializeTransaction({ ...call, ...fees }));
      const decoded = rules.decode(evmChain, unsigned);
      expect([decoded.kind, decoded.outputs]).toEqual([
        'allowance',
        [{ address: payee, amount: String(amount), contract: usdc }],
      ]);
      const asPayment = { ...intent, kind: 'transfer' as const };
      const context = { chain: evmChain, plan, keyAt };
      expect(compareWithIntent(intent, decoded, context)).toEqual([]);
      if (amount > 0n)
        expect(compareWithIntent(asPayment, decoded, context).map(({ field }) => field)).toEqual(['kind']);
    });
    fc.assert(property, { numRuns: 100 });
  });

  it('of an allowance are of a token, and never to the contract of one', () => {
    const of = (symbol: string, to: string): string =>
      codeOf(() =>
        rules.build(evmChain, { ...intentFor(evmChain, symbol, [[to, 5n]]), kind: 'allowance' }, plan, keyAt),
      );
    expect([of('USDC', payee), of('ETH', payee), of('USDC', usdc)]).toEqual(['accepted', 'badIntent', 'badAddress']);
  });

  it('of a call are byte for byte what viem makes, and are read as that alone', () => {
    const property = fc.property(
      fc.bigInt({ min: 0n, max: 10n ** 18n }),
      fc.bigInt({ min: 1n, max: 10n ** 12n }),
      fc.array(fc.constantFrom(payee, usdc), { minLength: 1, maxLength: 5 }),
      (value, amount, path) => {
        const swap =
          'swapExactTokensForTokens(uint256 amountIn,uint256 amountOutMin,address[] path,address to,uint256 deadline)';
        const abi = parseAbi([`function ${swap}` as const]);
        const own = rules.addressOf(evmChain, keyAt(paths.evm)) as `0x${string}`;
        const args = [amount, 1n, path as `0x${string}`[], own, 9n] as const;
        const data = encodeFunctionData({ abi, args });
        const inputs = methodOf(swap)?.inputs ?? [];
        expect(data).toBe(`${methodOf(swap)?.selector}${bytesToHex(encodeArguments(inputs, args))}`);
        const leaves = path[0] === usdc ? [{ contract: usdc, units: amount, decimals: '6', symbol: 'USDC' }] : [];
        const intent: Intent = {
          ...intentFor(evmChain, 'ETH', [[payee, value]]),
          kind: 'call',
          call: callText(data, leaves),
        };
        const unsigned = buildEvm(evmChain, intent, plan, keyAt);
        const { nonce, gasLimit, maxFeePerGas, maxPriorityFeePerGas } = plan;
        const fees = { maxFeePerGas: BigInt(maxFeePerGas), maxPriorityFeePerGas: BigInt(maxPriorityFeePerGas) };
        const call = {
          type: 'eip1559',
          chainId: 31337,
          nonce: Number(nonce),
          gas: BigInt(gasLimit),
          to: payee,
          value,
          data,
        } as const;
        expect(`0x${unsigned.bytes}`).toBe(
          serializeTransaction({ ...call, ...fees } as Parameters<typeof serializeTransaction>[0]),
        );
        const decoded = rules.decode(evmChain, unsigned);
        expect([decoded.kind, decoded.call, decoded.outputs]).toEqual([
          'call',
          data,
          [{ address: payee, amount: String(value), contract: '' }],
        ]);
        expect(compareWithIntent(intent, decoded, { chain: evmChain, plan, keyAt })).toEqual([]);
      },
    );
    fc.assert(property, { numRuns: 50 });
  });

  it('of a call say what leaves of every listed token, of none that is not listed, and are no payment or allowance', () => {
    const own = rules.addressOf(evmChain, keyAt(paths.evm));
    const to = (address: string, call: string, others: string[] = []): Intent => ({
      ...intentFor(evmChain, 'ETH', [[address, 0n]]),
      kind: 'call',
      call,
      outputs: [address, ...others].map((one) => ({ address: one, amount: '0', memo: '', entry: '', path: '' })),
    });
    const word = (text: string): string => text.replace('0x', '').toLowerCase().padStart(64, '0');
    const move = `0x23b872dd${word(own)}${word(payee)}${word('5')}`;
    const said = (symbol: string, decimals: number, contract = usdc): string =>
      `${move} out ${contract} 5 ${decimals} ${symbol}`;
    const built = (intent: Intent): string => codeOf(() => rules.build(evmChain, intent, plan, keyAt));
    expect(built(to(usdc, said('USDC', 6), [payee]))).toBe('accepted');
    expect(built(to(usdc, move, [payee]))).toBe('badIntent');
    expect(built(to(usdc, said('USDC', 18), [payee]))).toBe('unknownAsset');
    expect(built(to(usdc, said('USDT', 6), [payee]))).toBe('unknownAsset');
    expect(built(to(usdc, said('USDC', 6, payee), [payee]))).toBe('unknownAsset');
    // Nobody counts what is not listed.
    expect(built(to(payee, move, [payee]))).toBe('accepted');
    for (const selector of ['a9059cbb', '095ea7b3']) {
      const intent = to(usdc, `0x${selector}${word(payee)}${word('5')} out ${usdc} 5 6 USDC`, [payee]);
      const decoded = rules.decode(evmChain, buildEvm(evmChain, intent, plan, keyAt));
      expect(compareWithIntent(intent, decoded, { chain: evmChain, plan, keyAt }).length).toBeGreaterThan(0);
    }
  });

  it('are refused when any byte, the digest or the form is altered', () => {
    const unsigned = build('USDC');
    for (let at = 0; at < unsigned.bytes.length; at++) {
      const digit = ((Number.parseInt(unsigned.bytes[at] ?? '0', 16) + 1) % 16).toString(16);
      const bytes = unsigned.bytes.slice(0, at) + digit + unsigned.bytes.slice(at + 1);
      expect(() => rules.decode(evmChain, { ...unsigned, bytes }), `digit ${at}`).toThrow(ChainError);
    }
    for (const bytes of ['', '02', '02c0', unsigned.bytes.slice(0, -2), `${unsigned.bytes}00`, '01c0', '02f8ff'])
      expect(
        codeOf(() => rules.decode(evmChain, { ...unsigned, bytes })),
        bytes,
      ).toMatch(/badBytes|sighashMismatch/);
    expect(codeOf(() => rules.decode(evmChain, { ...unsigned, sighashes: [] }))).toBe('sighashMismatch');
  });

  it('take no signature but one of the paying account, canonical', () => {
    const unsigned = build();
    const digest = unsigned.sighashes[0]?.digest ?? '';
    const good = signDigest(asked(paths.evm, digest));
    const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
    const flipped = good.recid === 0 ? 1 : 0;
    const bad = [
      [],
      [good, good],
      [signDigest(asked('m/60/7/0/1', digest))],
      [signDigest(asked(paths.evm, 'ab'.repeat(32)))],
      [{ ...good, recid: flipped } as const],
      [{ ...good, s: order - good.s, recid: flipped } as const],
      [{ ...good, r: 0n }],
      [{ ...good, s: 0n }],
      [{ ...good, r: order + 1n }],
      [{ scheme: 'ed25519', bytes: new Uint8Array(64) } as const],
    ];
    for (const signatures of bad)
      expect(codeOf(() => rules.attach(evmChain, unsigned, signatures))).toBe('badSignature');
  });

  it('are not built from a bad plan, above a fee cap, for a stranger, or to nobody', () => {
    const intent = intentFor(evmChain, 'USDC', [[payee, 5n]]);
    const run = (changed: Partial<typeof intent>, changedPlan: Partial<EvmPlan> = {}): string =>
      codeOf(() => rules.build(evmChain, { ...intent, ...changed }, { ...plan, ...changedPlan }, keyAt));
    expect(run({})).toBe('accepted');
    for (const field of ['nonce', 'gasLimit', 'maxFeePerGas', 'maxPriorityFeePerGas'] as const)
      for (const text of ['', '-1', '1.5', '0x10', '01', ' 1', '1e9', '9'.repeat(79)])
        expect(run({}, { [field]: text }), `${field} ${text}`).toBe('badPlan');
    expect(run({}, { maxPriorityFeePerGas: '20000000001' })).toBe('badPlan');
    expect(run({}, { gasLimit: '20999' })).toBe('badPlan');
    expect(run({ maxFee: '1' })).toBe('feeAboveCap');
    expect(run({ maxFee: '9'.repeat(30) }, { gasLimit: '30000000' })).toBe('feeAboveCap');
    expect(run({ from: payee })).toBe('notOurs');
    expect(run({ path: 'm/60/8/0/0' })).toBe('badPath');
    expect(run({ path: 'm/0/7/0/0' })).toBe('badPath');
    const to = (address: string): string => run({ outputs: [{ address, amount: '5', memo: '', entry: '', path: '' }] });
    expect(to(`0x${'0'.repeat(40)}`)).toBe('badAddress');
    expect(to(usdc)).toBe('badAddress');
    expect(to(payee.toLowerCase())).toBe('badAddress');
    expect(run({ asset: { symbol: 'USDC', contract: payee, decimals: '6' } })).toBe('unknownAsset');
    expect(run({ asset: { symbol: 'USDC', contract: usdc, decimals: '18' } })).toBe('unknownAsset');
    expect(run({ outputs: [...intent.outputs, ...intent.outputs] })).toBe('badIntent');
  });
});

describe('EVM fees', () => {
  it('rise from tier to tier and leave room for a doubled base fee', () => {
    const tiers = evmFeeTiers(7_000_000_000n, [1n, 2_000_000_000n, 3_000_000_000n]);
    expect(tiers.map((tier) => tier.maxFeePerGas)).toEqual([14_050_000_000n, 16_000_000_000n, 17_000_000_000n]);
  });

  it('of a replacement are at least an eighth higher on both caps, rounded up', () => {
    const replacement = replacementFees(
      { ...plan, maxFeePerGas: '101', maxPriorityFeePerGas: '1' },
      { maxFeePerGas: '1', maxPriorityFeePerGas: '5' },
    );
    expect(replacement).toMatchObject({ maxFeePerGas: '114', maxPriorityFeePerGas: '5', nonce: '0' });
  });
});

it('spells bytes as lower-case hex', () => {
  expect(build().bytes).toBe(bytesToHex(Uint8Array.from(Buffer.from(build().bytes, 'hex'))));
});
