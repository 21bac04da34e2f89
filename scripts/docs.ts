/** `npm run docs`: writes the pages that are made from the contract, docs/roles.md, docs/openapi.json, docs/open-api.md, and the calls of packages/client. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
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
});

if (process.argv[1] === import.meta.filename)
  for (const [file, text] of Object.entries(madePages())) writeFileSync(file, text);
