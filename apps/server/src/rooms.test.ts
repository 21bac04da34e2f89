import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/**
 * Whose tables are whose (docs/architecture.md). SQL names tables in text, so imports alone do not show it: this reads the server's source, but for its
 * tests and the lists of tables.
 */
const here = import.meta.dirname;
const sources = globSync('**/*.ts', { cwd: here })
  .filter((file) => !/\.test\.ts$|(^|\/)test\//.test(file) && !file.startsWith('db/'))
  .map((file) => ({ file, text: readFileSync(`${here}/${file}`, 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '') }));

const filesWith = (pattern: RegExp, room: RegExp): string[] =>
  sources.flatMap(({ file, text }) => (pattern.test(text) && !room.test(file) ? [file] : []));

/** An insert, update or delete of one of these tables, by Kysely or in SQL. */
const writes = (tables: string): RegExp =>
  new RegExp(
    `(insertInto|updateTable|deleteFrom|mergeInto)\\(\\s*['"](${tables})\\b|\\b(insert\\s+into|update|delete\\s+from|merge\\s+into)\\s+(${tables})\\b`,
    'i',
  );

test('every source of the server is read', () => {
  expect(sources.length).toBeGreaterThan(100);
  expect(filesWith(writes('orders'), /^$/)).toContain('orders/moves.ts');
  expect(filesWith(/\butxos\b/, /^$/)).toContain('chains/utxo/coins.ts');
});

test('only orders/ writes orders', () => {
  expect(filesWith(writes('orders|order_\\w+'), /^orders\//)).toEqual([]);
  expect(filesWith(/\borders_accept\b/, /^orders\//)).toEqual([]);
});

test('only ledger/ writes balances and postings', () => {
  expect(filesWith(writes('balances|ledger_\\w+|asset_freezes'), /^ledger\//)).toEqual([]);
  expect(filesWith(/\bledger_(post|reserve|settle)\b/, /^ledger\//)).toEqual([]);
});

test('only nfts/ writes what came and went that is no money, and nothing of it is in the ledger', () => {
  expect(filesWith(writes('nft_moves|nft_holdings'), /^nfts\//)).toEqual([]);
  expect(filesWith(/ledger\//, /^(?!nfts\/|areas\/nft\/)/)).toEqual([]);
});

test('only ordinals/ writes what blocks tell of inscriptions', () => {
  expect(filesWith(writes('inscriptions|inscription_places|brc20_\\w+|ordinal_blocks'), /^ordinals\//)).toEqual([]);
});

test('only triggers write what is told, and only outbox/ takes it', () => {
  expect(filesWith(writes('outbox'), /^outbox\//)).toEqual([]);
  expect(filesWith(/insertInto\('outbox'\)|insert\s+into\s+outbox\b/i, /^$/)).toEqual([]);
});

test('only the chain models know of lanes and coins', () => {
  expect(filesWith(/\butxos\b/, /^chains\/utxo\//)).toEqual([]);
  expect(filesWith(/['"]lanes['"]|\blane_\w+\b(?!:)/, /^chains\/account\//)).toEqual([]);
});

test('no chain family is named: the server knows models', () => {
  expect(filesWith(/\b(evm|bitcoin|tron|ton)\b/i, /^$/)).toEqual([]);
});
