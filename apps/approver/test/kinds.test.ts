// @vitest-environment jsdom
import { intentKinds, kindRecords } from '@holdfast/policy';
import { beforeAll, describe, expect, it } from 'vitest';
import { kindsOnPage } from '../src/kinds/index.ts';
import { testScreen } from './screen.ts';

const holes = (text: string | undefined): string[] => (text?.match(/\{\w+\}/g) ?? []).sort();

describe.each(intentKinds)('of a request of the kind %s', (kind) => {
  beforeAll(() => kindsOnPage[kind].fetch?.());

  it('the page has words in both languages, with the same placeholders', () => {
    const { 'en-US': english, 'zh-CN': chinese } = kindsOnPage[kind].words;
    expect(Object.keys(english).length).toBeGreaterThan(1);
    expect(Object.keys(chinese).sort()).toEqual(Object.keys(english).sort());
    for (const [key, text] of Object.entries(english)) {
      expect([key, holes(chinese[key])]).toEqual([key, holes(text)]);
      expect([key, chinese[key]]).not.toEqual([key, '']);
    }
  });

  it('the name follows the language', () => {
    const { name, words } = kindsOnPage[kind];
    const [english, chinese] = [name(testScreen('en-US')).data, name(testScreen('zh-CN')).data];
    expect(Object.values(words['en-US'])).toContain(english);
    expect(Object.values(words['zh-CN'])).toContain(chinese);
  });

  it('what it moves is shown, and its document, or what else bears on it, is drawn', () => {
    const { rows, cards } = kindsOnPage[kind];
    expect(rows !== undefined).toBe(kindRecords[kind].moves !== 'nothing');
    // What else may be made beside it is told of every one that moves something (`lazy-sections.ts`).
    expect(cards ?? rows).toBeDefined();
  });
});
