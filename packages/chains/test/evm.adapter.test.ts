import { bytecode } from '@holdfast/devnet/contracts';
import { registerAccount } from '@holdfast/devnet/names';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EvmPlan } from '../src/evm/types.ts';
import { type ChainConfig, familyOf, type SignedTx } from '../src/index.ts';
import { type AccountReader, accountReader, readerOf, type Transfer, utxoReader } from '../src/rpc.ts';
import { startNodes, type TestNodes } from './nodes.ts';
import { intentFor, keyAt, paths, signAll } from './support.ts';

let nodes: TestNodes;
let chain: ChainConfig;
let reader: AccountReader;
const payee = '0x8617E340B3D01FA5F11F306F4090FD50E238070D';
const stranger = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const ours = familyOf({ family: 'evm' } as ChainConfig).addressOf({} as ChainConfig, keyAt(paths.evm));
const word = (hex: string): string => hex.replace(/^0x/, '').toLowerCase().padStart(64, '0');

beforeAll(async () => {
  nodes = await startNodes();
  chain = nodes.evm;
  reader = accountReader(readerOf(chain));
  await nodes.fund(chain, 'ETH', ours, '10');
  await nodes.fund(chain, 'USDC', ours, '1000');
  await nodes.mine(chain);
});
afterAll(() => nodes?.stop());

const asset = (symbol: string) => chain.assets.find((known) => known.symbol === symbol) ?? chain.assets[0];
const balanceOf = async (address: string, symbol: string): Promise<bigint> => {
  const known = asset(symbol);
  if (!known) throw new Error(symbol);
  return reader.balance(address, known);
};

/** A signed payment at the node's next nonce, at normal fees. */
async function payment(symbol: string, amount: bigint, changes: Partial<EvmPlan> = {}): Promise<SignedTx> {
  const [, tier] = await reader.fees();
  const { contract = '' } = asset(symbol) ?? {};
  const gasLimit = await reader.estimateGas({ from: ours, to: payee, amount: 1n, contract });
  const { maxFeePerGas = '', maxPriorityFeePerGas = '' } = tier.plan;
  const nonce = String(await reader.nonce(ours, 'pending'));
  const plan: EvmPlan = {
    family: 'evm',
    nonce,
    gasLimit: String(gasLimit),
    maxFeePerGas,
    maxPriorityFeePerGas,
    ...changes,
  };
  return signAll(chain, familyOf(chain).build(chain, intentFor(chain, symbol, [[payee, amount]]), plan, keyAt));
}

/** A transaction of an unlocked account of the node, mined. @returns its hash and its block's transfers */
async function send(
  tx: object,
): Promise<{ txid: string; transfers: readonly Transfer[]; contract: string; status: string }> {
  const txid = await nodes.call<string>(chain, 'eth_sendTransaction', { from: stranger, gas: '0x200000', ...tx });
  await nodes.mine(chain);
  const receipt = await nodes.call<{ status: string; contractAddress: string }>(
    chain,
    'eth_getTransactionReceipt',
    txid,
  );
  const { transfers = [] } = (await reader.block((await reader.tip()).height)) ?? {};
  return { txid, transfers, contract: receipt.contractAddress, status: receipt.status };
}

describe('EVM names', () => {
  it('lead to the account that a contract of the chain has for them, and back', async () => {
    await registerAccount((method, ...params) => nodes.call(chain, method, ...params), 'supplier.eth', payee);
    await nodes.mine(chain);
    expect(await reader.accountOfName?.('Supplier.eth')).toEqual({ name: 'supplier.eth', address: payee });
    expect(await reader.nameOfAccount?.(payee)).toBe('supplier.eth');
    expect(await reader.accountOfName?.('nobody.eth')).toBeUndefined();
    expect(await reader.nameOfAccount?.(stranger)).toBeUndefined();
  });
});

describe('EVM deposits', () => {
  it('are seen with receiver, asset and exact amount, once each', async () => {
    const native = await nodes.fund(chain, 'ETH', ours, '1.000000000000000001');
    const token = await nodes.fund(chain, 'USDC', ours, '2.000001');
    await nodes.mine(chain);
    const { height } = await reader.tip();
    const block = await reader.block(height, { watch: new Set([ours]) });
    expect(block?.transfers).toHaveLength(2);
    expect(block?.transfers).toContainEqual(
      expect.objectContaining({
        txid: native,
        index: -1,
        to: ours,
        symbol: 'ETH',
        contract: '',
        amount: 10n ** 18n + 1n,
      }),
    );
    expect(block?.transfers).toContainEqual(
      expect.objectContaining({
        txid: token,
        to: ours,
        symbol: 'USDC',
        contract: asset('USDC')?.contract,
        amount: 2_000_001n,
      }),
    );
    expect(block?.txids).toEqual(expect.arrayContaining([native, token]));
    expect(await reader.block(block?.hash ?? '')).toMatchObject({ height, hash: block?.hash });
  });

  it('read as a range are the same as read one by one, cut at the tip', async () => {
    const { height } = await reader.tip();
    const range = await reader.blocks(0, height + 5);
    expect(range.map((block) => block.height)).toEqual(Array.from({ length: height + 1 }, (_, n) => n));
    for (const block of range) expect(await reader.block(block.height)).toEqual(block);
    expect(await reader.block(height + 1)).toBeUndefined();
    expect(await reader.header(height + 1)).toBeUndefined();
    expect(await reader.blocks(height + 1, height + 9)).toEqual([]);
  });

  it('leave out payments that failed', async () => {
    const { contract: forwarder } = await send({ data: bytecode('DevForwarder') });
    const failed = await send({ to: forwarder, value: '0x5' });
    expect([failed.status, failed.transfers]).toEqual(['0x0', []]);
    await send({ to: asset('USDC')?.contract, data: `0x40c10f19${word(stranger)}${word('64')}` });
    await send({ to: asset('USDC')?.contract, data: `0x095ea7b3${word(forwarder)}${word('64')}` });
    const data = `0x49159eb7${word(asset('USDC')?.contract ?? '')}${word(ours)}${word('64')}`;
    const undone = await send({ to: forwarder, data });
    expect([undone.status, undone.transfers]).toEqual(['0x0', []]);
  });

  it('leave out tokens that only look like a listed one, and transfers of nothing', async () => {
    const { contract: lookalike } = await send({ data: bytecode('DevUsdc') });
    const minted = await send({ to: lookalike, data: `0x40c10f19${word(ours)}${word('ffff')}` });
    expect([minted.status, minted.transfers]).toEqual(['0x1', []]);
    const nothing = await send({ to: asset('USDC')?.contract, data: `0xa9059cbb${word(ours)}${word('0')}` });
    expect([nothing.status, nothing.transfers]).toEqual(['0x1', []]);
    const empty = await send({ to: ours, value: '0x0' });
    expect([empty.status, empty.transfers]).toEqual(['0x1', []]);
  });

  it('passed on inside a contract are not seen: a stated limit', async () => {
    const { contract: forwarder } = await send({ data: bytecode('DevForwarder') });
    const before = await balanceOf(ours, 'ETH');
    const inner = await send({ to: forwarder, value: '0x7', data: `0x101e8952${word(ours)}` });
    expect(inner.status).toBe('0x1');
    expect(await balanceOf(ours, 'ETH')).toBe(before + 7n);
    expect(inner.transfers.filter((transfer) => transfer.to === ours)).toEqual([]);
  });
});

describe('EVM payments', () => {
  it.each([
    ['ETH', 10n ** 17n],
    ['USDC', 250_000_000n],
  ])('of %s arrive, and say what they cost', async (symbol, amount) => {
    const before = await balanceOf(payee, symbol);
    const signed = await payment(symbol, amount);
    expect(await reader.txStatus(signed.txid)).toEqual({ state: 'unknown' });
    expect(await reader.broadcast(signed.raw)).toBe('accepted');
    expect(await reader.broadcast(signed.raw)).toBe('known');
    expect(await reader.txStatus(signed.txid)).toEqual({ state: 'mempool' });
    await nodes.mine(chain);
    const { height, hash } = await reader.tip();
    const status = await reader.txStatus(signed.txid);
    expect(status).toMatchObject({ state: 'mined', height, hash, success: true });
    expect(status.state === 'mined' && (status.fee ?? 0n) > 21_000n).toBe(true);
    expect(await balanceOf(payee, symbol)).toBe(before + amount);
    expect(await reader.broadcast(signed.raw)).toBe('known');
    expect((await reader.block(height))?.transfers).toContainEqual(
      expect.objectContaining({ txid: signed.txid, from: ours, to: payee, symbol, amount }),
    );
  });

  it('that cannot be taken are refused with the reason', async () => {
    const refusal = async (signed: SignedTx): Promise<unknown> => {
      const result = await reader.broadcast(signed.raw);
      return typeof result === 'object' ? result.refused : result;
    };
    expect(await refusal(await payment('ETH', 1n, { nonce: '0' }))).toBe('nonceTooLow');
    expect(await refusal(await payment('ETH', 10n ** 20n))).toBe('insufficientFunds');
    expect(await reader.nonce(ours, 'latest')).toBe(await reader.nonce(ours, 'pending'));
  });

  it('at the same nonce replace each other: exactly one is mined', async () => {
    const first = await payment('ETH', 1_000n);
    const nonce = String(await reader.nonce(ours, 'latest'));
    const second = await payment('ETH', 1_000n, {
      nonce,
      maxFeePerGas: '90000000000',
      maxPriorityFeePerGas: '5000000000',
    });
    expect(await reader.broadcast(first.raw)).toBe('accepted');
    expect(await reader.broadcast(second.raw)).toBe('accepted');
    await nodes.mine(chain);
    expect(await reader.txStatus(second.txid)).toMatchObject({ state: 'mined', success: true });
    expect(await reader.txStatus(first.txid)).toEqual({ state: 'unknown' });
    expect(await reader.broadcast(first.raw)).toMatchObject({ refused: 'nonceTooLow' });
  });
});

describe('EVM chain', () => {
  it('shows a reorganisation by another hash at the same height, and the deposit gone', async () => {
    const snapshot = await nodes.call<string>(chain, 'evm_snapshot');
    await nodes.fund(chain, 'ETH', ours, '3');
    await nodes.mine(chain);
    const gone = await reader.block((await reader.tip()).height);
    expect(gone?.transfers.map((transfer) => transfer.amount)).toEqual([3n * 10n ** 18n]);
    await nodes.call(chain, 'evm_revert', snapshot);
    await nodes.mine(chain, 2);
    const now = await reader.block(gone?.height ?? 0);
    expect(now?.hash).not.toBe(gone?.hash);
    expect(now?.parent).toBe(gone?.parent);
    expect(now?.transfers).toEqual([]);
    expect(await reader.block(gone?.hash ?? '')).toBeUndefined();
    expect(await reader.txStatus(gone?.txids[0] ?? '')).not.toMatchObject({ state: 'mined' });
  });

  it('says what is final, what gas and fees cost, and what is a contract', async () => {
    await nodes.mine(chain, 3);
    const { height } = await reader.tip();
    const final = await reader.finalizedHeight();
    expect(final).toBeLessThanOrEqual(height + 1 - chain.confirmations.deposit);
    expect(final).toBeGreaterThan(height - 5);
    const tiers = (await reader.fees()).map((tier) => BigInt(tier.plan.maxFeePerGas ?? 0));
    expect(tiers[0] ?? 0n).toBeGreaterThan(0n);
    expect(tiers.toSorted((a, b) => (a < b ? -1 : 1))).toEqual(tiers);
    expect(await reader.estimateGas({ from: ours, to: payee, amount: 1n, contract: '' })).toBe(21_000n);
    expect(await reader.isContract(payee)).toBe(false);
    expect(await reader.isContract(asset('USDC')?.contract ?? '')).toBe(true);
  });

  it('does not pretend to have coins or previous transactions', () => {
    expect(() => utxoReader(reader)).toThrow(expect.objectContaining({ code: 'unsupported' }));
  });
});
