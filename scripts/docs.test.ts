import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { madePages } from './docs.ts';

test.each(Object.entries(madePages()))('%s says what the contract says: npm run docs writes it anew', (file, text) => {
  expect(readFileSync(file, 'utf8')).toBe(text);
});

const root = path.resolve(import.meta.dirname, '..');

/** Where a page gives a test for what it says, the link's text is part of the test's name. */
test.each(['apps/signer/README.md', 'apps/cli/README.md'])('%s names tests that there are', (page) => {
  const links = [...readFileSync(path.join(root, page), 'utf8').matchAll(/\[([^\]]+)\]\(([^)]+\.test\.ts)\)/g)];
  expect(links.length).toBeGreaterThan(20);
  const absent = links.filter(([, name = '', file = '']) => {
    const tests = readFileSync(path.join(root, path.dirname(page), file), 'utf8');
    return !tests.split('\n').some((line) => /^\s*(it|test|describe|\[?['"`])/.test(line) && line.includes(name));
  });
  expect(absent.map(([link]) => link)).toEqual([]);
});
