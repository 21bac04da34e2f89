import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '../../../..');
const filesUnder = (folder: string, wanted: RegExp): string[] =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => wanted.test(file) && !/node_modules|dist|\.test\.|\.stories\./.test(file))
    .map((file) => path.join(folder, file));

/** The words that texts do not say, as the glossary has them beside those that they do. */
const never = readFileSync(path.join(root, 'docs/glossary.md'), 'utf8')
  .split('## On screen')[1]
  ?.split('\n')
  .filter((line) => /^\| [^|]+ \| [^|]+ \| [^|]+ \|$/.test(line))
  .slice(1)
  .flatMap((line) => (line.split('|')[3] ?? '').split(',').map((word) => word.trim()))
  .filter(Boolean);
const inChinese = (word: string): boolean => /\p{Script=Han}/u.test(word);

const read = (file: string): Record<string, string> => JSON.parse(readFileSync(path.join(root, file), 'utf8'));
const locales = (language: string): string[] =>
  filesUnder('apps/console/src', new RegExp(`locales?/${language}/[\\w.]+\\.json$`));
/** Where the texts of everything else that people read stand, among code. */
const others = [
  ...filesUnder('apps/server/src/areas/notice', /texts\.ts$/),
  'packages/contract/src/messages.ts',
  'packages/contract/src/validation.ts',
  ...['packages/review/src', 'packages/signer-ui/src', 'apps/approver/src', 'apps/recovery/src'].flatMap((folder) =>
    filesUnder(folder, /\.ts$/),
  ),
  ...filesUnder('apps/console/src/features/strategy/conditions', /\.json$/),
];

const comments = /\/\*[\s\S]*?\*\/|\/\/.*$/gm;
/** What of a file of code somebody may read: its texts of more than one word. */
const sentences = (code: string): string[] =>
  [...code.replace(comments, '').matchAll(/'((?:[^'\\\n]|\\.)*)'|`([^`]*)`/g)]
    .map(([, plain, filled]) => plain ?? filled ?? '')
    .filter((text) => text.includes(' '));

describe('one word a thing', () => {
  it('is a list that the glossary has', () => {
    expect(never).toContain('senior rule');
    expect(never).toContain('提现');
    expect(locales('en-US').length).toBeGreaterThan(6);
    expect(others.length).toBeGreaterThan(50);
  });

  it.each(locales('en-US').map((file) => [file] as const))('holds in %s', (file) => {
    for (const [key, text] of Object.entries(read(file)))
      for (const word of never ?? [])
        expect(text.toLowerCase().includes(word.toLowerCase()), `${key}: ${text}: “${word}”`).toBe(false);
  });

  it.each([...locales('zh-CN'), ...others].map((file) => [file] as const))('holds in %s', (file) => {
    const text = readFileSync(path.join(root, file), 'utf8');
    expect((never ?? []).filter((word) => inChinese(word) && text.includes(word))).toEqual([]);
  });

  it.each(others.filter((file) => file.endsWith('.ts')).map((file) => [file] as const))(
    'holds in the English of %s',
    (file) => {
      const wrong = sentences(readFileSync(path.join(root, file), 'utf8')).filter((text) =>
        never?.some((word) => text.toLowerCase().includes(word.toLowerCase())),
      );
      expect(wrong).toEqual([]);
    },
  );

  it.each(locales('zh-CN').map((file) => [file] as const))('冻结 is a freeze in %s, and nothing else', (file) => {
    const english = read(file.replace('zh-CN', 'en-US'));
    const wrong = Object.entries(read(file)).filter(
      ([key, text]) =>
        text.includes('冻结') &&
        !/fr[eo]ez|froz|lifting it/i.test(english[key] ?? english[key.replace(/_other$/, '_one')] ?? ''),
    );
    expect(wrong).toEqual([]);
  });
});
