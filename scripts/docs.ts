/** `npm run docs`: writes the pages that are made from the contract, docs/roles.md, docs/openapi.json, docs/open-api.md, the calls of packages/client, and the copies of the console's icons. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { copies, iconFiles } from './docs/icons.ts';
import { openApiPage } from './docs/open-api.ts';
import { callsSource } from './docs/open-calls.ts';
import { openApiText } from './docs/openapi.ts';
import { rolesPage } from './docs/roles.ts';

const docs = path.join(import.meta.dirname, '../docs');

/** Each made page with its text. */
export const madePages = (): Readonly<Record<string, string>> => ({
  [path.join(docs, 'roles.md')]: rolesPage(),
  [path.join(docs, 'openapi.json')]: openApiText(),
  [path.join(docs, 'open-api.md')]: openApiPage(),
  [path.join(docs, '../packages/client/src/calls.ts')]: callsSource(),
  ...iconFiles(),
});

if (process.argv[1] === import.meta.filename) {
  // Of an icon that nobody draws any more no copy stays.
  rmSync(copies, { recursive: true, force: true });
  for (const [file, text] of Object.entries(madePages())) {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}
