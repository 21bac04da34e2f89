import { type ChainConfig, ChainError } from '@holdfast/chains';
import { readerOf } from '@holdfast/chains/rpc';
import type { SubWalletId } from '@holdfast/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestDatabase, type TestDatabase } from '../../test/index.ts';
import { destination } from '../areas/withdraw/checks.ts';
import { createFees } from '../areas/withdraw/fees.ts';
import { readPlace } from '../chainwatch/state.ts';
import { addAddress, makeChain, payment } from '../chainwatch/test/made-chain.ts';
import { systemClock } from '../clock.ts';
import { parseConfig } from '../config.ts';
import { balanceOf, catalogIn } from '../ledger/test/assets.ts';
import { makeBooks } from '../ledger/test/books.ts';
import { factsOf } from './facts.ts';
import { modelOf } from './models.ts';

const asset = {
  symbol: 'ODD',
  name: 'Odd',
  decimals: 6,
  contract: '',
  minDeposit: '1',
  minWithdraw: '1',
  maxWithdraw: '1000',
};
const odd: ChainConfig = {
  id: 'odd:1',
  family: 'odd',
  name: 'Odd',
  baseSymbol: 'ODD',
  rpcUrl: 'http://127.0.0.1:1',
  confirmations: { deposit: 1, withdraw: 1 },
  assets: [asset],
  maxFee: '1',
};
const codeOf = (work: () => unknown): string => {
  try {
    return String(work());
  } catch (error) {
    return error instanceof ChainError ? error.code : String(error);
  }
};

let base: TestDatabase;
beforeAll(async () => {
  base = await startTestDatabase();
});
afterAll(() => base.close());

describe('a chain of a family that nobody knows is refused, and never taken for another', () => {
  it('in the configuration', () => {
    const config = { port: 0, origin: 'http://localhost:1', database: { embeddedDir: '/data' }, identityFile: 'id' };
    const read = () => parseConfig({ ...config, signers: [], chains: [odd], consoleDir: 'dist' }, {});
    expect(read).toThrow(/unknownFamily: odd/);
  });

  it('where a withdrawal is asked for', async () => {
    const catalog = await catalogIn(base.db, [odd]);
    expect(codeOf(() => destination(catalog, odd, 'anywhere'))).toBe('unknownFamily');
    const fees = createFees({ db: base.db, clock: systemClock, readerOf });
    const place = { subWalletId: 1 as SubWalletId, from: 'a', changeAddress: 'a', to: 'b', amount: 1n, memo: '' };
    await expect(fees({ chain: odd, asset, ...place })).rejects.toMatchObject({ code: 'unknownFamily' });
  });

  it('where a payment is planned, and wherever else its model decides', () => {
    expect(codeOf(() => modelOf(odd))).toBe('unknownFamily');
    expect(codeOf(() => factsOf(odd))).toBe('unknownFamily');
    expect(codeOf(() => readerOf(odd))).toBe('unknownFamily');
  });

  it('by the watcher, which takes in none of its blocks', async () => {
    const books = await makeBooks(base.db);
    const subWallet = books.subWallets[0] as SubWalletId;
    const made = await makeChain(base.db, 'evm');
    Object.assign(made.deps.chain, { family: odd.family });
    const to = await addAddress(base.db, books, subWallet, made.deps.chain.id);
    made.grow([payment('paid', 1, to, 5n, 'USDC')]);
    expect(await made.follow()).toMatch(/unknownFamily: odd/);
    expect((await readPlace(base.db, made.deps.chain.id)).height).toBeNull();
    expect(await balanceOf(base.db, books.workspaceId, subWallet, 'USDC')).toMatchObject({ pending_in: 0n });
  });
});
