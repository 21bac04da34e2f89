// @vitest-environment jsdom
import { policyText } from '@holdfast/policy';
import { ada, bob, policyOf } from '@holdfast/testkit/review';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type Page, startPage } from '../src/shell.ts';
import { shellEn } from '../src/texts.en.ts';
import { shellZh } from '../src/texts.zh.ts';

const policy = policyOf([ada, bob]);
const share = {
  id: '00000000-0000-4000-8000-000000000001',
  digest: '0'.repeat(64),
  signer: '2',
  keyGroup: 'c'.repeat(32),
  epoch: 0,
  recipient: 'age17yl03pymfak0yf4hq6v6xvd6pwhj9tts8cjheyyd92k3utd7jfhq6v8q9v',
  initiator: 'm-ada',
  readyAt: 2_000,
  until: 9_000,
  taken: 0,
};
const facts = { policyText: policyText(policy), exports: [] as unknown[], exported: [] as unknown[], time: 1_000 };
let told: object | undefined;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  told = { ...facts, exports: [share] };
  vi.stubGlobal('fetch', () =>
    told ? Promise.resolve(Response.json(told)) : Promise.reject(new TypeError('offline')),
  );
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A page whose screen draws nothing at all: whatever stands there is the frame's. */
async function page(draw: Page<'name'>['draw'] = () => undefined) {
  const root = document.createElement('div');
  document.body.replaceChildren(root);
  const texts = {
    'en-US': () => Promise.resolve({ ...shellEn, name: 'Any' }),
    'zh-CN': () => Promise.resolve({ ...shellZh, name: 'Any' }),
  };
  await startPage(root, { texts, name: 'name', draw });
  const notices = root.querySelector<HTMLElement>('.notices');
  return {
    text: () => (notices?.hidden ? '' : (notices?.textContent ?? '').replace(/\s+/g, ' ')),
    links: () => [...root.querySelectorAll<HTMLAnchorElement>('.notices a')].map((one) => one.getAttribute('href')),
    count: () => root.querySelectorAll('.notices .notice').length,
  };
}

it('every page of a signer tells of key material on its way, whatever its screen does, with the way to refuse it', async () => {
  const { text, links } = await page();
  await vi.waitFor(() => expect(text()).toContain('Key material of Signer 2 (2) goes out from'));
  expect(text()).toContain(`asked by Ada, readable by the holder of ${share.recipient}`);
  expect(links()).toEqual([`/#/i/${share.id}`]);
});

it('a page that is open learns of it later, forgets it when it has ended, and keeps it while the signer does not answer', async () => {
  told = facts;
  const { text } = await page();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(text()).toBe('');
  told = { ...facts, exports: [share] };
  await vi.advanceTimersByTimeAsync(5_000);
  await vi.waitFor(() => expect(text()).toContain('goes out from'));
  told = undefined;
  await vi.advanceTimersByTimeAsync(5_000);
  expect(text()).toContain('goes out from');
  told = { ...facts, exports: [{ ...share, taken: 1 }], time: 3_000 };
  await vi.advanceTimersByTimeAsync(5_000);
  await vi.waitFor(() => expect(text()).toContain('went out, and can again until'));
  told = facts;
  await vi.advanceTimersByTimeAsync(5_000);
  await vi.waitFor(() => expect(text()).toBe(''));
});

it('two shares of one key are told as what they are: the whole key', async () => {
  told = { ...facts, exports: [share], exported: [{ signer: '1', keyGroup: share.keyGroup, epoch: 0, at: 1 }] };
  const { text, count } = await page();
  await vi.waitFor(() => expect(text()).toContain('whoever has two needs no approval'));
  expect(count()).toBe(2);
});

it('the frame calls the signer that serves the page as its members do, in the language that is read', async () => {
  told = facts;
  await page((screen) => screen.servedBy('Signer 2', false));
  const named = () => document.querySelector('header > .muted')?.textContent;
  expect(named()).toBe('Signer 2');
  [...document.querySelectorAll('button')].find(({ textContent }) => textContent === '中文')?.click();
  await vi.waitFor(() => expect(named()).toBe('签名节点 2'));
});
