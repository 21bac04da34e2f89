import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import en from './en-US/translation.json' with { type: 'json' };
import zh from './zh-CN/translation.json' with { type: 'json' };

const source = path.resolve(import.meta.dirname, '..');
const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.'))
  .map((file) => ({ file, text: readFileSync(path.join(source, file), 'utf8') }));
const plural = /_(one|other)$/;
const base = (key: string): string => key.replace(plural, '');
const names = (text: string): string[] => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => `${name}`).sort();

describe('the texts', () => {
  it('are the same in both languages', () => {
    expect(new Set(Object.keys(zh).map(base))).toEqual(new Set(Object.keys(en).map(base)));
    for (const text of [...Object.values(en), ...Object.values(zh)]) expect(text.trim()).not.toBe('');
  });

  it('name the same things in both languages', () => {
    for (const [key, text] of Object.entries(zh)) {
      const english: Record<string, string> = en;
      expect([key, names(text)]).toEqual([key, names(english[key] ?? english[`${base(key)}_other`] ?? '')]);
    }
  });

  it('are all used', () => {
    const all = files.map(({ text }) => text).join('\n');
    const stems = [...all.matchAll(/`([\w.]+\.)\$\{/g)].map(([, stem]) => `${stem}`);
    const unused = Object.keys(en).filter(
      (key) => !all.includes(`'${base(key)}'`) && !stems.some((stem) => key.startsWith(stem)),
    );
    expect(unused).toEqual([]);
  });

  it('stand nowhere in the code', () => {
    expect(files.filter(({ text }) => /\p{Script=Han}/u.test(text)).map(({ file }) => file)).toEqual([]);
    const hard = files.flatMap(({ file, text }) =>
      [...text.matchAll(/>\s*([A-Z][a-z]+(?: [A-Za-z]+)+[.!?]?)\s*<\//g)].map(([, words]) => `${file}: ${words}`),
    );
    expect(hard).toEqual([]);
  });
});
