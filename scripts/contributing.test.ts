import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { intentKinds } from '@holdfast/policy';
import { expect, test } from 'vitest';
import { orderKinds } from '../apps/server/src/orders/kinds/index.ts';

const root = path.resolve(import.meta.dirname, '..');
const page = readFileSync(path.join(root, 'CONTRIBUTING.md'), 'utf8');

/** The files that the page lists under a name. */
function listed(name: string): string[] {
  const [, text = ''] = new RegExp(`^\`\`\`files ${name}\\n([\\s\\S]*?)^\`\`\``, 'm').exec(page) ?? [];
  return text.trim().split('\n');
}

const read = (pattern: string, without: RegExp) =>
  globSync(pattern, { cwd: root })
    .filter((file) => !/(^|\/)test\/|\.test\./.test(file) && !without.test(file))
    .map((file) => ({ file, text: readFileSync(path.join(root, file), 'utf8') }));

const production = read('{apps,packages}/*/src/**/*.{ts,tsx}', /^packages\/(devnet|testkit)\//);

/** Files that say something, without those of some folder. */
const saying = (files: ReturnType<typeof read>, pattern: string, without: RegExp): string[] =>
  files.filter(({ file, text }) => new RegExp(pattern).test(text) && !without.test(file)).map(({ file }) => file);

/** Each list with what makes a file belong to it: it names one that is there already, or is a record of all. */
test.each([
  ['family', `from '\\.\\.?/(\\.\\./)?bitcoin/(index|node/reader)\\.ts'`, /^packages\/chains\/src\/bitcoin\//],
  ['area', `from '\\./login-history(/area)?\\.ts'`, /\/login-history[/.]/],
  ['condition', '(Record<|\\[\\w+ in )ConditionName\\b', /\/conditions\/(?!index)/],
  ['order-kind', `(from |import\\()'\\./drop\\.ts'|\\bRecord<(Intent|Order|Chain|Attempt)Kind\\b`, /^$/],
  [
    'proposal-kind',
    `\\bkeyExport\\b.* from '\\./export\\.ts'|import\\('\\./export\\.ts'\\)|\\bRecord<(Intent|Proposal)Kind\\b`,
    /^$/,
  ],
] as const)('CONTRIBUTING.md lists exactly the files that name every %s', (name, pattern, without) => {
  expect(listed(name)).toEqual(saying(production, pattern, without).sort());
});

/** A union or a list of kinds, written down once more. What a signer's journal tells has words of its own; the tables' types are generated. */
const kindsInARow = /(['"](transfer|withdraw|speedup|drop|policy|book|keygen|export)['"]\s*[|,]\s*){2}/;

/** Who may say `if (kind === 'x')`: the records of kinds themselves, and a chain family of what its own transactions are. */
const atHome = /\/kinds\/|^packages\/(chains\/src\/\w+|devnet|testkit)\//;

test('no file outside of the records of kinds goes by what a kind is called', () => {
  const names = [...new Set([...intentKinds, ...Object.keys(orderKinds)])].join('|');
  const compared = [
    `\\bkind\\)?\\s*[!=]==?\\s*'(${names})'`,
    `'(${names})'\\s*[!=]==?\\s*[\\w.?]*\\bkind\\b`,
    `'([a-z]+\\.)?kind', '[a-z!<>=]+', '(${names})'`,
    `\\bkind\\s*(=|<>|!=|(not )?in)\\s*\\(?'(${names})'`,
  ].join('|');
  expect(saying(production, compared, atHome)).toEqual([]);
});

test('no file outside of the lists of kinds writes kinds down in a row', () => {
  const found = production.filter(({ file, text }) => kindsInARow.test(text) && !/\/(kinds|db|state)\//.test(file));
  expect(found.map(({ file }) => file)).toEqual([]);
});

test('CONTRIBUTING.md lists exactly the files that name every local chain', () => {
  const rooms = read('{packages/devnet/src,sandbox,faults}/**/*.ts', /^packages\/devnet\/src\/(bitcoin|evm)\//);
  const named = `(from '[./a-z-]*/bitcoin/[a-z]+\\.ts'|\\bbitcoin\\b|'BTC')`;
  expect(listed('local-chain')).toEqual(saying(rooms, named, /^$/).sort());
});

test('CONTRIBUTING.md lists exactly the files that name every coin, and those that name every family to npm', () => {
  const own = /^packages\/chains\/src\/(bitcoin|tron)\/|\.stories\.tsx$/;
  expect(listed('coin')).toEqual(saying(production, `['"\\s](BTC|TRX)['"]?[:,\\]]`, own));
  const packages = read('{package.json,knip.json,{apps,packages}/*/package.json}', /^$/);
  expect(listed('family-packages')).toEqual(saying(packages, '\\b(tron|bitcoin)\\b', /^$/));
});

test('a chain family is added by its folders and six files at most, of which README.md tells of each family', () => {
  const lists = ['family', 'local-chain', 'family-packages', 'coin', 'family-told'].flatMap(listed);
  expect(lists.length).toBeLessThanOrEqual(6);
  expect(listed('family-told')).toEqual(['README.md']);
  const [, table = ''] =
    /^## Which chains\?\n([\s\S]*?)^## /m.exec(readFileSync(path.join(root, 'README.md'), 'utf8')) ?? [];
  const rows = table.trim().split('\n').slice(2);
  const families = globSync('packages/chains/src/*/facts.ts', { cwd: root });
  expect(rows).toHaveLength(families.length);
});
