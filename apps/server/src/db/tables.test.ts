import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestDatabase, type TestDatabase } from '../../test/index.ts';
import { describeTables, refinedIn } from './describe.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(() => database?.close());

const read = (file: string): string => readFileSync(path.join(import.meta.dirname, file), 'utf8');

test('tables.ts says what the migrations make: npm run tables writes it anew', async () => {
  expect(read('tables.ts')).toBe(await describeTables(database.pool, refinedIn(read('refinements.ts'))));
});

test('a refinement of no column is refused', async () => {
  await expect(describeTables(database.pool, new Set(['users.id', 'users.shoes']))).rejects.toThrow(/users\.shoes/);
});
