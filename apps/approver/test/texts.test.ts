// @vitest-environment jsdom
import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { Language } from '@holdfast/signer-ui';
import { describe, expect, it } from 'vitest';
import { texts } from '../src/texts.ts';
import { tables } from './screen.ts';

type Words = Readonly<Record<Language, Readonly<Record<string, string>>>>;
const source = path.resolve(import.meta.dirname, '../src');
const lateWords = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((file) => /words\.ts$/.test(file));
const holes = (text: string | undefined): string[] => (text?.match(/\{\w+\}/g) ?? []).sort();

function expectAlike({ 'en-US': english, 'zh-CN': chinese }: Words): void {
  expect(Object.keys(chinese).sort()).toEqual(Object.keys(english).sort());
  for (const [key, text] of Object.entries(english)) {
    expect([key, holes(chinese[key])]).toEqual([key, holes(text)]);
    expect([key, chinese[key]]).not.toEqual([key, '']);
    // A colon in Chinese is a wide one.
    expect(chinese[key]).not.toMatch(/[\u4e00-\u9fff）]:/);
  }
}

describe('the texts', () => {
  it('have the same placeholders in both languages', () => {
    expectAlike(tables);
  });

  it('of late parts are there in both languages, with the same placeholders', async () => {
    expect(lateWords).toEqual(
      expect.arrayContaining([
        'address-words.ts',
        'enroll/words.ts',
        'freeze/words.ts',
        'key-words.ts',
        'key/words.ts',
      ]),
    );
    for (const file of lateWords) {
      const parts = (await import(path.join(source, file))) as Record<string, { readonly tables?: Words }>;
      const told = Object.values(parts).flatMap((part) => part.tables ?? []);
      expect([file, told.length]).not.toEqual([file, 0]);
      for (const words of told) expectAlike(words);
    }
  });

  it('of each language are fetched whole, the words of the frame among them', async () => {
    expect(await texts['en-US']()).toBe(tables['en-US']);
    expect(await texts['zh-CN']()).toBe(tables['zh-CN']);
    expect(tables['zh-CN'].shellLoading).toBe('正在询问签名节点……');
  });
});
