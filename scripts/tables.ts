/** `npm run tables`: writes apps/server/src/db/tables.ts, the tables of a database with every migration. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describeTables, refinedIn } from '../apps/server/src/db/describe.ts';
import { startTestDatabase } from '../apps/server/test/index.ts';

const folder = path.join(import.meta.dirname, '../apps/server/src/db');
const refined = refinedIn(readFileSync(path.join(folder, 'refinements.ts'), 'utf8'));
const database = await startTestDatabase();
try {
  writeFileSync(path.join(folder, 'tables.ts'), await describeTables(database.pool, refined));
} finally {
  await database.close();
}
