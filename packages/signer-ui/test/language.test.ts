// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startPage } from '../src/shell.ts';
import { shellEn } from '../src/texts.en.ts';
import { shellZh } from '../src/texts.zh.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')));
  localStorage.clear();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const english = { ...shellEn, name: 'Any' };
const chinese = { ...shellZh, name: '任意' };

/** A page that says its own name, and the button that changes its language. */
async function page(texts: Readonly<Record<'en-US' | 'zh-CN', () => Promise<typeof english>>>) {
  const root = document.createElement('div');
  document.body.replaceChildren(root);
  await startPage(root, { texts, name: 'name', draw: (screen) => screen.show(screen.say('name')) });
  const [button] = root.querySelectorAll<HTMLButtonElement>('.tools button');
  return { main: () => root.querySelector('main')?.textContent, button, root };
}

it('only the language that is spoken is fetched, and the other one when it is chosen', async () => {
  const asked: string[] = [];
  const fetched = (language: string, words: typeof english) => () => {
    asked.push(language);
    return Promise.resolve(words);
  };
  const { main, button } = await page({ 'en-US': fetched('en', english), 'zh-CN': fetched('zh', chinese) });
  expect([main(), asked]).toEqual(['Any', ['en']]);
  button?.click();
  await vi.waitFor(() => expect(main()).toBe('任意'));
  expect(asked).toEqual(['en', 'zh']);
  expect([document.documentElement.lang, button?.textContent]).toEqual(['zh-CN', 'English']);
});

it('a page whose other language does not come keeps the one it speaks, and can be asked again', async () => {
  let there = false;
  const told = vi.fn();
  const { main, button } = await page({
    'en-US': () => Promise.resolve(english),
    'zh-CN': () => (there ? Promise.resolve(chinese) : Promise.reject(new TypeError('offline')).finally(told)),
  });
  button?.click();
  await vi.waitFor(() => expect(told).toHaveBeenCalled());
  expect([main(), document.documentElement.lang, button?.textContent]).toEqual(['Any', 'en-US', '中文']);
  there = true;
  button?.click();
  await vi.waitFor(() => expect(main()).toBe('任意'));
});

it('a page whose language does not come speaks the other one', async () => {
  const texts = { 'en-US': () => Promise.reject(new TypeError('offline')), 'zh-CN': () => Promise.resolve(chinese) };
  const { main, button } = await page(texts);
  expect([main(), document.documentElement.lang, button?.textContent]).toEqual(['任意', 'zh-CN', 'English']);
});

it('a page to which neither language comes says so in both, with a link that loads it again', async () => {
  const none = () => Promise.reject(new TypeError('offline'));
  const { main, root } = await page({ 'en-US': none, 'zh-CN': none });
  expect(main()).toContain('This page could not be loaded whole.');
  expect(main()).toContain('此页面未能完整加载');
  expect([...root.querySelectorAll('a')].map((link) => [link.lang, link.href])).toEqual([
    ['en-US', location.href],
    ['zh-CN', location.href],
  ]);
});
