// @vitest-environment jsdom
import { intentKinds, kindRecords } from '@holdfast/policy';
import { describe, expect, it } from 'vitest';
import { kindsOnPage } from '../src/kinds/index.ts';
import { testScreen } from './screen.ts';

const holes = (text: string | undefined): string[] => (text?.match(/\{\w+\}/g) ?? []).sort();

describe.each(intentKinds)('of a request of the kind %s', (kind) => {
  const { words, name, cards, rows } = kindsOnPage[kind];

  it('the page has words in both languages, with the same placeholders', () => {
    const { 'en-US': english, 'zh-CN': chinese } = words;
    expect(Object.keys(chinese).sort()).toEqual(Object.keys(english).sort());
    for (const [key, text] of Object.entries(english)) {
      expect([key, holes(chinese[key])]).toEqual([key, holes(text)]);
      expect([key, chinese[key]]).not.toEqual([key, '']);
    }
  });

  it('the name follows the language', () => {
    expect(name(testScreen('en-US')).data).toBe(words['en-US'].name);
    expect(name(testScreen('zh-CN')).data).toBe(words['zh-CN'].name);
  });

  it('what it moves is shown, and its document, or what else bears on it, is drawn', () => {
    expect(rows !== undefined).toBe(kindRecords[kind].moves !== 'nothing');
    expect(cards).toBeDefined();
  });
});
