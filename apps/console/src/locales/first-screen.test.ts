// @vitest-environment jsdom
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { menuAt } from '../app/areas.ts';
import later from './en-US/translation.later.json' with { type: 'json' };

const source = path.resolve(import.meta.dirname, '..');
const read = (file: string): string => readFileSync(path.join(source, file), 'utf8');
const parse = (file: string): ts.SourceFile =>
  ts.createSourceFile(file, read(file), ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);

/** What is loaded by itself with a module of ours: what it imports for more than types. */
function importsOf(file: string): string[] {
  return parse(file).statements.flatMap((statement) => {
    if (!ts.isImportDeclaration(statement) && !ts.isExportDeclaration(statement)) return [];
    const from = statement.moduleSpecifier;
    const typesOnly = ts.isImportDeclaration(statement) ? statement.importClause?.isTypeOnly : statement.isTypeOnly;
    if (typesOnly || !from || !ts.isStringLiteral(from) || !/^\..*\.tsx?$/.test(from.text)) return [];
    return [path.join(path.dirname(file), from.text)];
  });
}

function closure(heads: readonly string[]): Set<string> {
  const found = new Set(heads);
  for (const file of found) for (const other of importsOf(file)) found.add(other);
  return found;
}

/** The screens that say they need no more than the first texts. */
const code = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
  (file) => /\.tsx?$/.test(file) && !/\.(test|stories)\./.test(file),
);
const firstScreens = code.flatMap((file) =>
  [...read(file).matchAll(/lazyScreen\(\(\) => import\('([^']+)'\), firstTexts\)/g)].map(([, from]) =>
    path.join(path.dirname(file), `${from}`),
  ),
);

const laterKeys = Object.keys(later).map((key) => key.replace(/_(one|other)$/, ''));

/** The later texts that a file names: as a literal, or by the part that a template begins with. */
function laterTextsOf(text: string): string[] {
  const stems = [...text.matchAll(/`([\w.]+\.)\$\{/g)].map(([, stem]) => `${stem}`);
  return laterKeys.filter((key) => text.includes(`'${key}'`) || stems.some((stem) => key.startsWith(stem)));
}

/** A manifest names texts for whoever draws its entries: of these only the menu at the side is drawn at once. */
const isManifest = (file: string): boolean => /^features\/[^/]+\/area\.ts$/.test(file);

describe('what is drawn before the later texts are there', () => {
  it('is the entry, the login, the first screen and what stands above every page', () => {
    expect(firstScreens.sort()).toEqual([
      'app/menu-closer.tsx',
      'app/notices.tsx',
      'features/api-clients/alerts.tsx',
      'features/login-history/alerts.tsx',
      'features/login/login.page.tsx',
      'features/notice/bell.tsx',
      'features/strategy/alone-bar.tsx',
      'features/todo/outcomes.tsx',
      'features/wallet/wallet.page.tsx',
    ]);
    expect(closure(['app/main.tsx', ...firstScreens])).toContain('ui/toaster.tsx');
  });

  it('says none of them', () => {
    const drawn = [...closure(['app/main.tsx', ...firstScreens])].filter((file) => !isManifest(file));
    const said = drawn.flatMap((file) => laterTextsOf(read(file)).map((key) => `${file}: ${key}`));
    expect(said).toEqual([]);
  });

  it('nor does the menu at the side', () => {
    const texts = [...menuAt('side'), ...menuAt('foot')].map(({ text }) => text);
    expect(texts.length).toBeGreaterThan(5);
    expect(texts.filter((text) => typeof text !== 'string' || laterKeys.includes(text))).toEqual([]);
  });

  it.each(["t('tx.title')", "{ text: 'common.cancel' }", '`preferences.theme.\u0024{theme}`'])(
    'would be found with %s',
    (text) => expect(laterTextsOf(text)).not.toEqual([]),
  );
});
