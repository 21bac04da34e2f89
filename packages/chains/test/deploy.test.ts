import type { Intent } from '@holdfast/policy';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import fc from 'fast-check';
import { getContractAddress, parseTransaction } from 'viem';
import { describe, expect, it } from 'vitest';
import { ChainError, compareWithIntent, familyOf, type UnsignedTx } from '../src/index.ts';
import { bitcoinChain, evmChain, intentFor, keyAt, paths } from './support.ts';

/** A contract that is deployed: a transaction without a receiver, which says exactly what its intent says and takes no coins along. */

const plan = {
  ...{ family: 'evm', nonce: '7', gasLimit: '650000' },
  ...{ maxFeePerGas: '20000000000', maxPriorityFeePerGas: '1' },
} as const;
const code = '6080604052348015600f57600080fd5b50';
const owner = 'b2'.padStart(64, '0');
const callOf = (bytecode = code, args = owner, inputs = '(address owner)') => `create ${bytecode} ${args} ${inputs}`;
const own = familyOf(evmChain).addressOf(evmChain, keyAt(paths.evm));
const deploying = (change: Partial<Intent> = {}): Intent => {
  const intent = intentFor(evmChain, 'ETH', [[own, 0n]]);
  const outputs = intent.outputs.map((one) => ({ ...one, path: intent.path }));
  return { ...intent, kind: 'deploy', call: callOf(), outputs, ...change };
};
const family = familyOf(evmChain);
const build = (intent: Intent): UnsignedTx => family.build(evmChain, intent, plan, keyAt);
const compare = (intent: Intent, unsigned: UnsignedTx): string[] =>
  compareWithIntent(intent, family.decode(evmChain, unsigned), { chain: evmChain, plan, keyAt }).map(
    ({ field }) => field,
  );
const codeOf = (run: () => unknown): string => {
  try {
    run();
    return '';
  } catch (error) {
    if (error instanceof ChainError) return error.code;
    throw error;
  }
};
/** What is seen of a difference: the fields, or why it is refused. */
function seen(run: () => string[]): string {
  try {
    return run().join();
  } catch (error) {
    if (error instanceof ChainError) return error.code;
    throw error;
  }
}

describe('a deployment', () => {
  it('is a transaction without a receiver, of the bytecode and its arguments, as another library reads it', () => {
    const unsigned = build(deploying());
    const read = parseTransaction(`0x${unsigned.bytes}`);
    expect(read).toMatchObject({ type: 'eip1559', chainId: 31_337, nonce: 7, data: `0x${code}${owner}` });
    expect([read.to ?? null, read.value ?? 0n]).toEqual([null, 0n]);
    expect(compare(deploying(), unsigned)).toEqual([]);
  });

  it.each([
    ['another bytecode', { call: callOf(`${code}00`) }, 'call'],
    ['another argument', { call: callOf(code, 'b3'.padStart(64, '0')) }, 'call'],
    ['a call of the same bytes', { kind: 'call', call: `0x${code}${owner}` }, 'kind'],
    ['a payment of nothing to itself', { kind: 'drop', call: '' }, 'kind,call'],
    ['arguments that are not what they are called', { call: callOf(code, 'ff'.repeat(32)) }, 'badIntent'],
    ['a constructor in another spelling', { call: callOf(code, owner, '(address  owner)') }, 'badIntent'],
    ['coins that go along', { outputs: deploying().outputs.map((one) => ({ ...one, amount: '1' })) }, 'badIntent'],
    ['a token', { asset: intentFor(evmChain, 'USDC', []).asset }, 'outputs[0].asset'],
  ] as const)('differs from %s', (_, change, what) => {
    expect(seen(() => compare(deploying(change as Partial<Intent>), build(deploying())))).toContain(what);
  });

  it('finds every altered byte of the transaction', () => {
    const unsigned = build(deploying());
    fc.assert(
      fc.property(fc.nat(), fc.integer({ min: 1, max: 255 }), (position, by) => {
        const bytes = Buffer.from(unsigned.bytes, 'hex');
        const at = position % bytes.length;
        bytes[at] = (bytes[at] ?? 0) ^ by;
        expect(seen(() => compare(deploying(), { ...unsigned, bytes: bytes.toString('hex') }))).not.toBe('');
      }),
      { numRuns: 300 },
    );
  });

  it('is none where coins go along with it', () => {
    const unsigned = build(deploying());
    const paying = unsigned.bytes.replace('8080b1', '8001b1');
    expect(paying).not.toBe(unsigned.bytes);
    const digest = bytesToHex(keccak_256(hexToBytes(paying)));
    const sighashes = unsigned.sighashes.map((one) => ({ ...one, digest })) as typeof unsigned.sighashes;
    expect(codeOf(() => family.decode(evmChain, { ...unsigned, bytes: paying, sighashes }))).toBe('badBytes');
  });

  it('is no transaction of chains on which members deploy nothing', () => {
    const intent = { ...intentFor(bitcoinChain, 'BTC', []), kind: 'deploy', call: callOf() } as Intent;
    const bitcoin = { family: 'bitcoin', inputs: [], changePath: '', feeRate: '5' };
    expect(codeOf(() => familyOf(bitcoinChain).build(bitcoinChain, intent, bitcoin, keyAt))).toBe('badIntent');
  });

  it('lies where account and nonce say, as another library has it', () => {
    if (family.model !== 'account') throw new Error('accounts');
    for (const nonce of [0n, 1n, 127n, 128n, 255n, 256n, 65_535n, 65_536n, 2n ** 32n])
      expect(family.createdAt?.(own, nonce)).toBe(getContractAddress({ from: own as `0x${string}`, nonce }));
  });
});
