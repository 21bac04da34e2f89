import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { scripted } from './attacks/index.ts';

const page = readFileSync(path.join(import.meta.dirname, '../docs/security.md'), 'utf8');

test('docs/security.md has each family of attacks once, with what stops it, its test and what is left', () => {
  const table = page.split('<!-- attacks -->')[1]?.split('<!-- /attacks -->')[0] ?? '';
  const rows = table
    .trim()
    .split('\n')
    .slice(2)
    .map((row) =>
      row
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
  expect(rows.map(([attack]) => attack).sort()).toEqual([...new Set(scripted.map(({ family }) => family))].sort());
  for (const row of rows) {
    expect(row.filter((cell) => cell !== '')).toHaveLength(4);
    expect(existsSync(path.join(import.meta.dirname, '..', row[2]?.replaceAll('`', '') ?? '')), row[2]).toBe(true);
  }
});
