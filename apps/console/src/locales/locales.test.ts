import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import errorTexts from './errors.json' with { type: 'json' };
import failureTexts from './failure.json' with { type: 'json' };
import { laterTexts, namespaces } from './namespaces.ts';

const here = import.meta.dirname;
const source = path.resolve(here, '..');
const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !/\.(test|stories)\./.test(file))
  .map((file) => ({ file, text: readFileSync(path.join(source, file), 'utf8') }));
const code = files.map(({ text }) => text).join('\n');

const languages = ['en-US', 'zh-CN'] as const;
/** Shared texts lie here, those of one area beside it. */
const folders = [
  here,
  ...readdirSync(path.join(source, 'features')).map((area) => path.join(source, 'features', area, 'locale')),
].filter(existsSync);
/** One file, or several where areas add to it. */
const filesOf = (language: string, namespace: string): string[] =>
  folders.map((folder) => path.join(folder, language, `${namespace}.json`)).filter(existsSync);
const parts = (language: string, namespace: string): Record<string, string>[] =>
  filesOf(language, namespace).map((file) => JSON.parse(readFileSync(file, 'utf8')));
const read = (language: string, namespace: string): Record<string, string> =>
  Object.assign({}, ...parts(language, namespace));
const present = [...namespaces, laterTexts].filter((namespace) => filesOf('en-US', namespace).length > 0);

const plural = /_(zero|one|two|few|many|other)$/;
const base = (key: string): string => key.replace(plural, '');
const names = (text: string): string[] => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => `${name}`).sort();
/** A key as code writes it: that of the default namespace bare. */
const written = (namespace: string, key: string): string =>
  namespace === 'translation' || namespace === laterTexts ? base(key) : `${namespace}:${base(key)}`;
const allKeys = new Set(
  present.flatMap((namespace) => Object.keys(read('en-US', namespace)).map((key) => written(namespace, key))),
);

describe('the files of texts', () => {
  it('are those of the namespaces, in both languages, and the types know each', () => {
    for (const language of languages) {
      const there = folders.flatMap((folder) => readdirSync(path.join(folder, language)));
      expect([...new Set(there)].sort()).toEqual(present.map((name) => `${name}.json`).sort());
    }
    const types = [
      readFileSync(path.join(here, 'namespaces.ts'), 'utf8'),
      ...files.filter(({ file }) => /area\.ts$/.test(file)).map(({ text }) => text),
    ];
    for (const namespace of present)
      expect(types.filter((text) => text.includes(`/en-US/${namespace}.json'`))).toHaveLength(
        filesOf('en-US', namespace).length,
      );
  });

  it.each(present)('%s says each key in one file', (namespace) => {
    const keys = parts('en-US', namespace).flatMap(Object.keys);
    expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([]);
  });

  it.each(present)('%s has the same keys in both languages, none empty', (namespace) => {
    const [en, zh] = [read('en-US', namespace), read('zh-CN', namespace)];
    expect(new Set(Object.keys(zh).map(base))).toEqual(new Set(Object.keys(en).map(base)));
    for (const text of [...Object.values(en), ...Object.values(zh)]) expect(text.trim()).not.toBe('');
  });

  it.each(present)('%s names the same things in both languages', (namespace) => {
    const en = read('en-US', namespace);
    for (const [key, text] of Object.entries(read('zh-CN', namespace)))
      expect([key, names(text)]).toEqual([key, names(en[key] ?? en[`${base(key)}_other`] ?? '')]);
  });

  it.each(present)('%s is Chinese in Chinese: a text of words is translated', (namespace) => {
    const zh = read('zh-CN', namespace);
    const left = Object.entries(read('en-US', namespace)).filter(
      ([key, text]) =>
        /[a-z]{4,} [a-z]{3,}/.test(text) && !/\p{Script=Han}/u.test(zh[key] ?? zh[`${base(key)}_other`] ?? ''),
    );
    expect(left).toEqual([]);
  });

  it('of the conditions of a rule have the same keys in both languages, none empty, each said by its own record', () => {
    const folder = path.join(source, 'features/strategy/conditions');
    const records = readdirSync(folder).filter((file) => file.endsWith('.json'));
    expect(records.length).toBeGreaterThan(5);
    for (const record of records) {
      const { 'en-US': en, 'zh-CN': zh } = JSON.parse(readFileSync(path.join(folder, record), 'utf8'));
      expect(Object.keys(zh)).toEqual(Object.keys(en));
      for (const text of Object.values<string>(en)) expect(text.trim()).not.toBe('');
      for (const text of Object.values<string>(zh)) expect(text).toMatch(/\p{Script=Han}/u);
      const own = readFileSync(path.join(folder, record.replace('.json', '.tsx')), 'utf8');
      const stems = [...own.matchAll(/`([\w.]+\.)\$\{/g)].map(([, stem]) => `${stem}`);
      const said = (key: string): boolean =>
        key === 'why' ||
        stems.some((stem) => key.startsWith(stem)) ||
        (key.startsWith('fault.') ? code : own).includes(`'${key.replace(/^fault\./, '')}'`);
      expect(Object.keys(en).filter((key) => !said(key))).toEqual([]);
    }
  });

  it('of the error screen are the same in both languages', () =>
    expect(Object.keys(errorTexts['zh-CN'])).toEqual(Object.keys(errorTexts['en-US'])));

  it.each(['new', 'down', 'same'] as const)('of why a page failed (%s) are the same in both languages', (why) =>
    expect(Object.keys(failureTexts['zh-CN'][why])).toEqual(Object.keys(failureTexts['en-US'][why])),
  );
});

describe('every text', () => {
  it('is used', () => {
    const stems = [...code.matchAll(/`([\w.:]+\.)\$\{/g)].map(([, stem]) => `${stem}`);
    const unused = [...allKeys].filter(
      (key) => !code.includes(`'${key}'`) && !stems.some((stem) => key.startsWith(stem)),
    );
    expect(unused).toEqual([]);
  });

  it('that the code asks for is there', () => {
    const asked = [...code.matchAll(/\b(?:t|say)\(\s*'([^']+)'/g)].map(([, key]) => `${key}`);
    expect(asked.length).toBeGreaterThan(100);
    expect(asked.filter((key) => !allKeys.has(key))).toEqual([]);
  });
});

/** Where words that people read are handed over, besides the text of elements. */
const spoken =
  /^(title|label|placeholder|alt|hint|text|aside|error|heading|content|tip|acknowledge|maxLabel|aria-(label|description|roledescription|valuetext))$/;
/** What is no text: signs, the product's name, names of keys, chains' and coins' symbols in templates. */
const wordless = (text: string): boolean =>
  !/\p{L}{2,}/u.test(text) || /^(Holdfast|Esc|Enter|Ctrl K)$/.test(text.trim());

/** The words an expression may become: literals, through conditions, defaults and parentheses. */
function literals(node: ts.Expression | undefined): string[] {
  if (!node) return [];
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return [node.text];
  if (ts.isTemplateExpression(node)) return [node.head.text, ...node.templateSpans.map((span) => span.literal.text)];
  if (ts.isConditionalExpression(node)) return [...literals(node.whenTrue), ...literals(node.whenFalse)];
  if (ts.isParenthesizedExpression(node)) return literals(node.expression);
  if (ts.isBinaryExpression(node)) {
    const sign = node.operatorToken.getText();
    const left = ['??', '||', '+'].includes(sign) ? literals(node.left) : [];
    return ['??', '||', '+', '&&'].includes(sign) ? [...left, ...literals(node.right)] : [];
  }
  return [];
}

function wordsOf(node: ts.Node): string[] {
  if (ts.isJsxText(node)) return [node.text];
  if (ts.isJsxExpression(node) && !ts.isJsxAttribute(node.parent)) return literals(node.expression);
  if (ts.isJsxAttribute(node) && spoken.test(node.name.getText())) {
    const value = node.initializer;
    return value && ts.isStringLiteral(value)
      ? [value.text]
      : value && ts.isJsxExpression(value)
        ? literals(value.expression)
        : [];
  }
  if (ts.isPropertyAssignment(node) && node.name.getText() !== 'error' && spoken.test(node.name.getText()))
    return literals(node.initializer);
  if (ts.isCallExpression(node) && node.expression.getText() === 'notify') return literals(node.arguments[0]);
  return [];
}

/** Words in the code that should be a text. */
function hardCoded(file: string, text: string): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    for (const words of wordsOf(node))
      if (!wordless(words) && !allKeys.has(words)) found.push(`${file}: ${words.trim()}`);
    ts.forEachChild(node, visit);
  };
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, kind));
  return found;
}

describe('words stand nowhere in the code', () => {
  it('neither English', () => expect(files.flatMap(({ file, text }) => hardCoded(file, text))).toEqual([]));

  it('nor Chinese', () =>
    expect(files.filter(({ text }) => /\p{Script=Han}/u.test(text)).map(({ file }) => file)).toEqual([]));

  it.each([
    '<p>Hello world</p>',
    '<p>hello</p>',
    "<p>{'Quoted text'}</p>",
    "<p>{ok ? 'Yes please' : other}</p>",
    '<p>{`Template text`}</p>',
    '<p>{`\u0024{count} rows`}</p>',
    "<p>{name ?? 'Nobody'}</p>",
    '<Field label="A label" />',
    "<Field hint={wrong ? 'It failed' : undefined} />",
    '<input placeholder="type here" />',
    '<svg aria-label="A chart" />',
    "confirm({ title: 'Are you sure' })",
    "notify('Saved')",
  ])('%s would be found', (planted) => expect(hardCoded('planted.tsx', `const x = ${planted};`)).toHaveLength(1));

  it.each([
    "<p>{t('common.cancel')}</p>",
    '<Field label={t(\'common.amount\')} className="grid gap-2" />',
    '<p>--</p>',
    '<p>{`\u0024{a} · \u0024{b}`}</p>',
    "const entry = { title: 'tx.detail', width: 460 };",
  ])('%s is in order', (fine) =>
    expect(hardCoded('fine.tsx', `const x = ${fine.replace(/^const \w+ = |;$/g, '')};`)).toEqual([]),
  );
});
