import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');
const page = readFileSync(path.join(root, 'CONTRIBUTING.md'), 'utf8');

/** The files that the page lists under a name. */
function listed(name: string): string[] {
  const [, text = ''] = new RegExp(`^\`\`\`files ${name}\\n([\\s\\S]*?)^\`\`\``, 'm').exec(page) ?? [];
  return text.trim().split('\n');
}

const production = globSync('{apps,packages}/*/src/**/*.{ts,tsx}', { cwd: root })
  .filter((file) => !/(^|\/)test\/|\.test\.|^packages\/(devnet|testkit)\//.test(file))
  .map((file) => ({ file, text: readFileSync(path.join(root, file), 'utf8') }));

/** Production files that say something, without those of some folder. */
const saying = (pattern: string, without: RegExp): string[] =>
  production.filter(({ file, text }) => new RegExp(pattern).test(text) && !without.test(file)).map(({ file }) => file);

/** Each list with what makes a file belong to it: it names one that is there already, or is a record of all. */
test.each([
  ['family', `from '\\.\\.?/(\\.\\./)?bitcoin/(index|node/reader)\\.ts'`, /^packages\/chains\/src\/bitcoin\//],
  ['area', `from '\\./login-history(/area)?\\.ts'`, /\/login-history[/.]/],
  ['condition', '(Record<|\\[\\w+ in )ConditionName\\b', /\/conditions\/(?!index)/],
  ['kind', 'Record<(IntentKind|ProposalKind)\\b', /^$/],
] as const)('CONTRIBUTING.md lists exactly the files that name every %s', (name, pattern, without) => {
  expect(listed(name)).toEqual(saying(pattern, without).sort());
});
