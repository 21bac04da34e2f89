import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { madePages } from './docs.ts';

test.each(Object.entries(madePages()))('%s says what the contract says: npm run docs writes it anew', (file, text) => {
  expect(readFileSync(file, 'utf8')).toBe(text);
});

const root = path.resolve(import.meta.dirname, '..');
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');
const found = (pattern: string): string[] =>
  globSync(pattern, { cwd: root, exclude: (name) => /(^|\/)(node_modules|dist)$/.test(name) });
const pages = found('{*.md,docs/*.md,{apps,packages}/**/README.md,{bench,e2e,faults,redteam,sandbox}/README.md}');
const sources = found('{apps,packages,scripts,bench,e2e,faults,redteam,sandbox}/**/*.{ts,tsx,mjs,py,sql}');

/** Where a page gives a test for what it says, the link's text is part of the test's name. */
const shown = /\[([^\]]+)\]\(([^)]+\.test\.ts)\)/g;

test.each(['docs/security.md', 'apps/signer/README.md', 'apps/cli/README.md'])(
  '%s names tests that there are',
  (page) => {
    const links = [...read(page).matchAll(shown)];
    expect(links.length).toBeGreaterThan(20);
    const absent = links.filter(([, name = '', file = '']) => {
      const tests = read(path.join(path.dirname(page), file));
      return !tests.split('\n').some((line) => /^\s*(it|test|describe|\[?['"`])/.test(line) && line.includes(name));
    });
    expect(absent.map(([link]) => link)).toEqual([]);
  },
);

/** What makes no promise: it says what is missing, or leads to others. */
const withoutClaims = ['What is not there yet?', 'How do I report a fault?'];

test('docs/security.md names what shows it, in each of its parts', () => {
  const parts = read('docs/security.md')
    .split(/^#{2,3} /m)
    .slice(1);
  const silent = parts.filter((part) => !/\.(test|spec)\.ts\b|redteam/.test(part)).map((part) => part.split('\n')[0]);
  expect(parts.length).toBeGreaterThan(25);
  expect(silent).toEqual(withoutClaims.filter((part) => silent.includes(part)));
});

/** As GitHub makes them. */
const anchorsOf = (page: string): string[] =>
  [...read(page).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replace(/\s/g, '-'),
  );

test.each(pages)('%s names files, pages and parts of pages that there are', (page) => {
  const at = (file: string): string => path.join(path.dirname(page), file);
  const files = [...read(page).matchAll(/`([\w./-]+\.(?:ts|tsx|mjs|py|sql))`/g)].map(([, file = '']) => file);
  const unknown = files.filter(
    (file) =>
      !existsSync(path.join(root, file)) && !sources.some((one) => one === at(file) || one.endsWith(`/${file}`)),
  );
  const links = [...read(page).matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)]*))?\)/g)];
  const dead = links.flatMap(([link, target = '', anchor]) => {
    const file = target === '' ? page : at(target);
    const isThere = existsSync(path.join(root, file)) && (anchor === undefined || anchorsOf(file).includes(anchor));
    return isThere ? [] : [link];
  });
  expect([...unknown, ...dead]).toEqual([]);
});
