// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { showWaiting } from '../src/parts.ts';
import { type Screen, startPage } from '../src/shell.ts';
import { shellEn } from '../src/texts.en.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** What a page shows a second after its screen was drawn so. */
async function shownBy(draw: (screen: Screen<'name'>) => void): Promise<string | null | undefined> {
  const root = document.createElement('div');
  document.body.replaceChildren(root);
  const english = () => Promise.resolve({ ...shellEn, name: 'A request' });
  await startPage(root, { texts: { 'en-US': english, 'zh-CN': english }, name: 'name', draw });
  await vi.advanceTimersByTimeAsync(1_000);
  return root.querySelector('main')?.textContent;
}

it('says that it waits where nothing has come, and never over what was drawn, however long the rest of it takes', async () => {
  expect(await shownBy(showWaiting)).toBe('Asking the signer …');
  const drawn = await shownBy((screen) => {
    showWaiting(screen);
    screen.show(screen.say('name'));
  });
  expect(drawn).toBe('A request');
});
