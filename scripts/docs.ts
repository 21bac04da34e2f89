/** `npm run docs`: writes the pages that are made from the contract, docs/roles.md and docs/openapi.json. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { openApiText } from './docs/openapi.ts';
import { rolesPage } from './docs/roles.ts';

const docs = path.join(import.meta.dirname, '../docs');

/** Each made page with its text. */
export const madePages = (): Readonly<Record<string, string>> => ({
  [path.join(docs, 'roles.md')]: rolesPage(),
  [path.join(docs, 'openapi.json')]: openApiText(),
});

if (process.argv[1] === import.meta.filename)
  for (const [file, text] of Object.entries(madePages())) writeFileSync(file, text);
