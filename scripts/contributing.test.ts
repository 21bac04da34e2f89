import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');
const page = readFileSync(path.join(root, 'CONTRIBUTING.md'), 'utf8');

/** The files that the page lists under a name. */
function listed(name: string): string[] {
  const [, text = ''] = new RegExp(`^\`\`\`files ${name}\\n([\\s\\S]*?)^\`\`\``, 'm').exec(page) ?? [];
  return text.trim().split('\n');
}

/** Production files that say something, without those of some folder. */
function saying(pattern: string, without: RegExp): string[] {
  const args = ['grep', '-lE', pattern, '--', 'apps/**/*.ts', 'apps/**/*.tsx', 'packages/**/*.ts'];
  const files = execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim().split('\n');
  return files.filter(
    (file) => !/(^|\/)test\/|\.test\.|^packages\/(devnet|testkit)\//.test(file) && !without.test(file),
  );
}

/** Each list with what makes a file belong to it: it names one that is there already, or is a record of all. */
test.each([
  ['family', `from '\\.\\.?/(\\.\\./)?bitcoin/(index|node/reader)\\.ts'`, /^packages\/chains\/src\/bitcoin\//],
  ['area', `from '\\./login-history(/area)?\\.ts'`, /\/login-history[/.]/],
  ['condition', '(Record<|\\[\\w+ in )ConditionName\\b', /\/conditions\/(?!index)/],
  ['kind', 'Record<(IntentKind|ProposalKind)\\b', /^$/],
] as const)('CONTRIBUTING.md lists exactly the files that name every %s', (name, pattern, without) => {
  expect(listed(name)).toEqual(saying(pattern, without).sort());
});
