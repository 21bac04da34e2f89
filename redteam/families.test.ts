import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { scripted } from './attacks/index.ts';
import { partAttacks } from './parts/index.ts';

const page = readFileSync(path.join(import.meta.dirname, '../docs/security.md'), 'utf8');

/** The cells of each row of a marked table. @throws where a cell is empty or no file of that name is there */
function rowsOf(mark: string): string[][] {
  const table = page.split(`<!-- ${mark} -->`)[1]?.split(`<!-- /${mark} -->`)[0] ?? '';
  const rows = table.trim().split('\n').slice(2);
  return rows.map((row) => {
    const cells = row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim());
    expect(cells.filter((cell) => cell !== '')).toHaveLength(4);
    const file = cells[2]?.replaceAll('`', '') ?? '';
    expect(existsSync(path.join(import.meta.dirname, '..', file)), file).toBe(true);
    return cells;
  });
}

test('docs/security.md has each family of attacks once, with what stops it, its test and what is left', () => {
  const named = rowsOf('attacks').map(([attack]) => attack);
  expect(named.sort()).toEqual([...new Set([...scripted, ...partAttacks].map(({ family }) => family))].sort());
});

test('docs/security.md says of every other attack which one file shows it', () => {
  const files = rowsOf('other attacks').map((cells) => cells[2] ?? '');
  expect(files.length).toBeGreaterThan(10);
  for (const file of files)
    expect(file).toMatch(/^`(e2e\/[a-z-]+(\.long)?\.spec|(apps|packages)\/[\w/.-]+\.test)\.ts`$/);
});
