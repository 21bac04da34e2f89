import { type Book, type BookToken, bookTokenKey, emptyBook } from '@holdfast/policy';
import { testChains, usdc } from '@holdfast/testkit/signer';
import { expect, it } from 'vitest';
import { createChains } from '../src/tokens.ts';

const configured = new Map(testChains.map((chain) => [chain.id, chain]));
const acorn: BookToken = { chain: 'evm:31337', contract: usdc.toLowerCase(), symbol: 'ACRN', decimals: '7' };
const bookOf = (...tokens: BookToken[]): Book => ({
  ...emptyBook,
  tokens: new Map(tokens.map((one) => [bookTokenKey(one), one])),
});
const assets = (book: Book) =>
  createChains(configured)(book)
    .get('evm:31337')
    ?.assets.map(({ symbol, decimals }) => [symbol, decimals]);

it('tokens that members approved stand beside those of the operator, on their own chain alone', () => {
  const before = assets(emptyBook) ?? [];
  expect(assets(bookOf(acorn))).toEqual([...before, ['ACRN', 7]]);
  const chains = createChains(configured)(bookOf(acorn));
  for (const [id, chain] of configured) if (id !== acorn.chain) expect(chains.get(id)).toBe(chain);
});

it('what the operator lists stays as it is, whatever members approved', () => {
  const before = assets(emptyBook);
  expect(assets(bookOf({ ...acorn, contract: usdc, symbol: 'USDC', decimals: '18' }))).toEqual(before);
});

it('chains are made anew with a change of the tokens, and not before', () => {
  const chains = createChains(configured);
  const book = bookOf(acorn);
  expect(chains({ ...book, hash: 'x' })).toBe(chains(book));
  expect(chains(emptyBook).get('evm:31337')?.assets).toHaveLength((assets(bookOf(acorn)) ?? []).length - 1);
});
