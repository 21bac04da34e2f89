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

/** The style, the entry, and whatever that imports before it runs. */
function loadedAtOnce(): ReadonlySet<string> {
  const found = new Set(files.map(({ name }) => name).filter((name) => /^(index|style)/.test(name)));
  for (const name of found) {
    const text = files.find((file) => file.name === name)?.text ?? '';
    for (const [, other] of text.matchAll(/\b(?:from|import)\s*["'`]\.\/([\w.-]+\.js)["'`]/g))
      if (other) found.add(other);
  }
  return found;
}

describe('the bundle of the approval page', () => {
  it('weighs at most 64 KiB gzip for deciding on a request', () => {
    const loaded = files.filter(({ name }) => loadedAtOnce().has(name));
    expect(loaded.map(({ name }) => name.slice(0, 5))).toEqual(expect.arrayContaining(['index', 'style']));
    const total = loaded.reduce((sum, { gz }) => sum + gz, 0);
    expect(total).toBeLessThanOrEqual(64 * 1024);
  });

  it('fetches nothing from elsewhere and runs nothing inline', () => {
    const html = readFileSync(path.join(out, 'index.html'), 'utf8');
    expect(html).not.toMatch(/<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=|https?:\/\//);
    for (const { text } of files)
      expect(text).not.toMatch(/\.innerHTML\s*=|insertAdjacentHTML|document\.write|\beval\(|new Function\(/);
  });
});
