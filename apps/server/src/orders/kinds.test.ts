import type { SubWalletId, UserId, WorkspaceId } from '@holdfast/contract';
import { intentKinds, kindRecords } from '@holdfast/policy';
import { testChains } from '@holdfast/testkit';
import { describe, expect, it } from 'vitest';
import { catalogOf } from '../ledger/test/assets.ts';
import { orderKinds } from './kinds/index.ts';
import { requestOf } from './test/requests.ts';

const catalog = catalogOf(testChains);
const books = { catalog, workspaceId: 1 as WorkspaceId, userId: 1 as UserId, subWallets: [1 as SubWalletId] };
const output = { address: 'one', amount: 1n, memo: '', entry: '', path: '' };
const outputs = (many: number) => Array.from({ length: many }, () => output);

describe.each(Object.entries(orderKinds))('an order of the kind %s', (_, { intent }) => {
  it('is signed as a kind of intent that moves coins', () => {
    expect(intentKinds).toContain(intent);
    expect(kindRecords[intent].moves).toBe('outputs');
  });
});

describe('a withdrawal', () => {
  const misfit = (symbol: string, many: number) =>
    orderKinds.withdraw.misfit(requestOf(books, { ...books.catalog.coin({ symbol }), outputs: outputs(many) }));

  it('pays to as many as one transaction of its chain does', () => {
    expect([misfit('BTC', 1), misfit('BTC', 2), misfit('BTC', 200)]).toEqual([undefined, undefined, undefined]);
    expect([misfit('ETH', 1), misfit('USDC', 1)]).toEqual([undefined, undefined]);
    expect([misfit('ETH', 2), misfit('USDC', 2), misfit('BTC', 201)]).toEqual(['outputs', 'outputs', 'outputs']);
  });

  it('pays something to somebody', () => {
    expect(misfit('BTC', 0)).toBe('outputs');
    const nothing = requestOf(books, {
      ...books.catalog.coin({ symbol: 'BTC' }),
      outputs: [{ ...output, amount: 0n }],
    });
    expect(orderKinds.withdraw.misfit(nothing)).toBe('outputs');
  });

  it('is told with all that it pays', () => {
    const request = requestOf(books, {
      ...books.catalog.coin({ symbol: 'BTC' }),
      outputs: [output, { ...output, address: 'two', amount: 2n }],
    });
    expect(orderKinds.withdraw.told(request)).toEqual({
      ...{ chain: 'bitcoin:regtest', symbol: 'BTC', amount: '0.00000003', to: 'one two' },
    });
  });
});
