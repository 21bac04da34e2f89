import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { rolesPage } from './roles.ts';

test('docs/roles.md says what the contract says: npm run roles writes it anew', () => {
  expect(readFileSync(path.join(import.meta.dirname, '../docs/roles.md'), 'utf8')).toBe(rolesPage());
});
