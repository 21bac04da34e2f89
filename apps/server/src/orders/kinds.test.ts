import type { SubWalletId, UserId, WorkspaceId } from '@holdfast/contract';
import { intentKinds, kindRecords } from '@holdfast/policy';
import { testChains } from '@holdfast/testkit';
import { describe, expect, it } from 'vitest';
import { catalogOf } from '../ledger/test/assets.ts';
import { kindsThat, orderKinds, takenOf } from './kinds/index.ts';
import { type StakeKind, stakeKinds } from './request.ts';
import { requestOf } from './test/requests.ts';

const catalog = catalogOf(testChains);
const books = { catalog, workspaceId: 1 as WorkspaceId, userId: 1 as UserId, subWallets: [1 as SubWalletId] };
const output = { address: 'one', amount: 1n, memo: '', entry: '', path: '' };
const outputs = (many: number) => Array.from({ length: many }, () => output);

describe.each(Object.entries(orderKinds))('an order of the kind %s', (_, { intent }) => {
  it('is signed as a kind of intent that moves coins', () => {
    expect(intentKinds).toContain(intent);
    expect(kindRecords[intent].moves).not.toBe('nothing');
  });
});

it('a rule sends nothing once more but what may be on its way more than once, as signers know it', () => {
  const bumped = kindsThat(({ isBumped }) => isBumped === true);
  expect(bumped).toContain('withdraw');
  for (const kind of bumped) expect([kind, kindRecords[orderKinds[kind].intent].replaced]).toEqual([kind, 'again']);
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

describe('an allowance', () => {
  const coin = { ...books.catalog.coin({ symbol: 'USDC' }), from: 'own', path: 'm/1' };
  const request = (change: object = {}) =>
    ({ ...requestOf(books, { ...coin, kind: 'allowance', outputs: [output] }), ...change }) as const;
  const misfit = (change: object = {}) => orderKinds.allowance.misfit(request(change));

  it('is of a token, to one spender, of so much or of nothing, and holds its fee alone', () => {
    expect([misfit(), misfit({ outputs: [{ ...output, amount: 0n }] })]).toEqual([undefined, undefined]);
    expect(misfit({ outputs: [output, output] })).toBe('outputs');
    expect(misfit({ outputs: [{ ...output, memo: 'x' }] })).toBe('outputs');
    expect(misfit({ outputs: [{ ...output, address: 'own' }] })).toBe('outputs');
    expect(misfit({ call: 'energy' })).toBe('call');
    expect(misfit(books.catalog.coin({ symbol: 'ETH' }))).toBe('asset');
    expect(misfit(books.catalog.coin({ symbol: 'BTC' }))).toBe('chain');
    expect(takenOf(request())).toBe(0n);
    expect(orderKinds.allowance.told(request())).toEqual({
      ...{ chain: 'evm:31337', symbol: 'USDC', amount: '0.000001', spender: 'one' },
    });
  });
});

describe('a contract call', () => {
  const coin = { ...books.catalog.coin({ symbol: 'ETH' }), from: 'own', path: 'm/1' };
  const request = (change: object = {}) =>
    ({ ...requestOf(books, { ...coin, kind: 'call', call: '0xd0e30db0', outputs: [output] }), ...change }) as const;
  const misfit = (change: object = {}) => orderKinds.call.misfit(request(change));

  it('is of a contract, with coins of the chain or none, and pays nobody beside it', () => {
    const nothing = { ...output, amount: 0n };
    expect([misfit(), misfit({ outputs: [nothing] })]).toEqual([undefined, undefined]);
    expect(misfit({ outputs: [output, { ...nothing, address: 'two' }] })).toBeUndefined();
    expect(misfit({ outputs: [output, { ...output, address: 'two' }] })).toBe('outputs');
    expect(misfit({ outputs: [{ ...output, address: 'own' }] })).toBe('outputs');
    expect(misfit({ outputs: [] })).toBe('outputs');
    expect(misfit({ call: '' })).toBe('call');
    expect(misfit(books.catalog.coin({ symbol: 'USDC' }))).toBe('asset');
    expect(misfit(books.catalog.coin({ symbol: 'BTC' }))).toBe('chain');
    expect(takenOf(request())).toBe(1n);
    expect(orderKinds.call.told(request())).toEqual({
      ...{ chain: 'evm:31337', symbol: 'ETH', contract: 'one', method: '0xd0e30db0', amount: '0.000000000000000001' },
    });
  });
});

describe('what is done with stake', () => {
  const coin = { ...books.catalog.coin({ symbol: 'ETH' }), from: 'own', path: 'm/1' };
  const own = { ...output, address: 'own', path: 'm/1' };
  const request = (kind: StakeKind) =>
    requestOf(books, {
      ...coin,
      kind,
      call: kind === 'unfrozen' ? '' : 'energy',
      outputs: [{ ...(kindRecords[kind].staking?.receiver ? output : own), amount: kind === 'unfrozen' ? 0n : 5n }],
    });

  it.each(stakeKinds)(
    '%s: one output, of its own account or of a receiver, and a resource where there is an amount',
    (kind) => {
      const misfit = (change: object) => orderKinds[kind].misfit({ ...request(kind), ...change });
      const [only] = request(kind).outputs;
      expect(misfit({})).toBeUndefined();
      expect(misfit({ outputs: [] })).toBe('outputs');
      expect(misfit({ outputs: [only, only] })).toBe('outputs');
      expect(misfit({ outputs: [{ ...only, memo: 'x' }] })).toBe('outputs');
      expect(misfit({ outputs: [{ ...only, address: 'own', path: 'm/1' }] }) !== undefined).toBe(
        only?.address === 'one',
      );
      expect(misfit({ outputs: [{ ...only, address: 'two', path: '' }] }) !== undefined).toBe(only?.address === 'own');
      expect(misfit({ outputs: [{ ...only, amount: kind === 'unfrozen' ? 1n : 0n }] })).toBe('amount');
      expect(misfit({ call: kind === 'unfrozen' ? 'energy' : '' })).toBe('call');
      expect(misfit({ asset: { ...coin.asset, contract: 'T' } })).toBe('asset');
    },
  );

  it('is no payment, and takes nothing of what is available but what is staked', () => {
    expect(orderKinds.withdraw.misfit(requestOf(books, { ...coin, call: 'energy' }))).toBe('call');
    expect(stakeKinds.map((kind) => takenOf(request(kind)))).toEqual([5n, 0n, 0n, 0n, 0n]);
    expect(stakeKinds.map((kind) => orderKinds[kind].told(request(kind)))).toEqual([
      { chain: 'evm:31337', symbol: 'ETH', amount: '0.000000000000000005', call: 'energy' },
      { chain: 'evm:31337', symbol: 'ETH', amount: '0.000000000000000005', call: 'energy' },
      { chain: 'evm:31337', symbol: 'ETH' },
      { chain: 'evm:31337', symbol: 'ETH', amount: '0.000000000000000005', call: 'energy', to: 'one' },
      { chain: 'evm:31337', symbol: 'ETH', amount: '0.000000000000000005', call: 'energy', to: 'one' },
    ]);
  });
});
