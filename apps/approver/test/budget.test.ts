import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');
let out: string;
let files: { name: string; text: string; gz: number }[];

beforeAll(async () => {
  out = mkdtempSync(path.join(tmpdir(), 'holdfast-approver-'));
  await build({ root, logLevel: 'silent', build: { outDir: out, emptyOutDir: true } });
  files = readdirSync(path.join(out, 'assets')).map((name) => {
    const bytes = readFileSync(path.join(out, 'assets', name));
    return { name, text: bytes.toString('utf8'), gz: gzipSync(bytes, { level: 9 }).length };
  });
});
afterAll(() => rmSync(out, { recursive: true, force: true }));

/** The style, the entry, and whatever that imports before it runs; and the texts of the language that is spoken. */
function loadedToDecide(language: string): ReadonlySet<string> {
  const first = new RegExp(`^(index|style|texts\\.${language})-`);
  const found = new Set(files.map(({ name }) => name).filter((name) => first.test(name)));
  for (const name of found) {
    const text = files.find((file) => file.name === name)?.text ?? '';
    for (const [, other] of text.matchAll(/\b(?:from|import)\s*["'`]\.\/([\w.-]+\.js)["'`]/g))
      if (other) found.add(other);
  }
  return found;
}

describe('the bundle of the approval page', () => {
  it.each(['en', 'zh'])('weighs at most 84 KiB gzip for deciding on a request, in language %s', (language) => {
    const names = loadedToDecide(language);
    const loaded = files.filter(({ name }) => names.has(name));
    const kinds = loaded.map(({ name }) => name.replace(/-[\w-]{8}\.\w+$/, ''));
    expect(kinds).toEqual(expect.arrayContaining(['index', 'style', `texts.${language}`]));
    expect(kinds.filter((kind) => kind.startsWith('texts.'))).toHaveLength(1);
    const total = loaded.reduce((sum, { gz }) => sum + gz, 0);
    expect(total).toBeLessThanOrEqual(84 * 1024);
  });

  it('names ahead, in its page, what it imports before it runs, so that no file waits for another', () => {
    const html = readFileSync(path.join(out, 'index.html'), 'utf8');
    const ahead = [...html.matchAll(/<link rel="modulepreload" crossorigin href="\.\/assets\/([\w.-]+)">/g)];
    const named = new Set(ahead.map(([, name]) => name));
    const imported = [...loadedToDecide('en')].filter((name) => !/^(index-|style-|texts\.)/.test(name));
    expect(imported.length).toBeGreaterThan(3);
    expect(imported.filter((name) => !named.has(name))).toEqual([]);
    expect([...named].filter((name) => !files.some((file) => file.name === name))).toEqual([]);
  });

  it('fetches nothing from elsewhere and runs nothing inline', () => {
    const html = readFileSync(path.join(out, 'index.html'), 'utf8');
    expect(html).not.toMatch(/<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=|https?:\/\//);
    for (const { text } of files)
      expect(text).not.toMatch(/\.innerHTML\s*=|insertAdjacentHTML|document\.write|\beval\(|new Function\(/);
  });
});
