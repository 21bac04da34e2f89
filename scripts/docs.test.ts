import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { madePages } from './docs.ts';

test.each(Object.entries(madePages()))('%s says what the contract says: npm run docs writes it anew', (file, text) => {
  expect(readFileSync(file, 'utf8')).toBe(text);
});
