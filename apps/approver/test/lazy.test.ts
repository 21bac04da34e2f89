// @vitest-environment jsdom
import { openReview } from '@holdfast/review';
import {
  ada,
  bob,
  expectedOf,
  fixtureNow,
  policyOf,
  replyOf,
  signed,
  testChains,
  transferOf,
} from '@holdfast/testkit/review';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { drawLazy } from '../src/lazy-screen.ts';
import { lazySections } from '../src/lazy-sections.ts';
import { drawRequest } from '../src/request/screen.ts';
import { quietSigner, testScreen } from './screen.ts';

/** Nothing stands in for the part that tells what a refusal said: it does not come, as when the signer goes away between two fetches. */
vi.mock('../src/refuse/reason-notices.ts', () => {
  throw new TypeError('offline');
});

const policy = policyOf([ada, bob]);
const intent = transferOf(policy);
const refusal = signed(bob, intent, 'refuse', 'wrong invoice');

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
  vi.setSystemTime(fixtureNow);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('a refused request is shown without the words of the refusal where the part that tells them does not come', async () => {
  const review = openReview(replyOf(policy, intent, { approvals: [refusal] }), expectedOf(intent));
  expect(await lazySections(testScreen(), quietSigner, review)).toEqual([]);
});

it('a request that is refused while it is looked at stops offering a decision, whatever part does not come', async () => {
  const approvals: unknown[] = [];
  const info = { ...quietSigner, name: 'Signer 1', deployment: policy.deployment, chains: testChains, keyGroups: [] };
  vi.stubGlobal('fetch', (url: URL) =>
    Promise.resolve(Response.json(url.pathname === '/api/info' ? info : replyOf(policy, intent, { approvals }))),
  );
  const { main, ...screen } = testScreen('en-US', `#/i/${intent.id}`);
  await drawRequest(screen, intent.id);
  await vi.waitFor(() => expect(main.textContent).toContain('Sign with a key file'));
  approvals.push(refusal);
  await vi.advanceTimersByTimeAsync(4_000);
  await vi.waitFor(() => expect(main.textContent).toContain('Bob refused this request'));
  expect(main.textContent).not.toContain('Sign with a key file');
});

it('a screen that does not come is told of, with a button that loads the page again', async () => {
  const { main, ...screen } = testScreen();
  drawLazy(screen, Promise.reject(new TypeError('offline')), () => expect.fail('nothing came'));
  await vi.waitFor(() => expect(main.querySelector('[role=alert] button')?.textContent).toBe('Try again'));
});
