// @vitest-environment jsdom
import type { IntentReply } from '@holdfast/pagekit';
import { actorsOf, openReview } from '@holdfast/pagekit/review';
import { bodyHash, canonicalText, type Intent, policyText } from '@holdfast/policy';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  ada,
  bob,
  cleo,
  expectedOf,
  fixtureNow,
  policyChangeOf,
  policyOf,
  replyOf,
  signed,
} from '../../../packages/pagekit/test/fixtures.ts';
import { lateParts } from '../src/late-parts.ts';
import { requestParts } from '../src/request/screen.ts';
import { quietSigner, testScreen } from './screen.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.setSystemTime(fixtureNow);
});
afterEach(() => {
  vi.useRealTimers();
});

const policy = policyOf([ada, bob, cleo]);
const request = {
  v: '1',
  domain: 'holdfast/export/v1',
  deployment: policy.deployment,
  keyGroup: 'c'.repeat(32),
  epoch: '0',
  signer: '1',
  recipient: 'age17yl03pymfak0yf4hq6v6xvd6pwhj9tts8cjheyyd92k3utd7jfhq6v8q9v',
};
const intent: Intent = {
  ...policyChangeOf(policy, policy),
  kind: 'export',
  body: bodyHash(request),
  initiator: 'm-ada',
};
const reply = (change: Partial<IntentReply> = {}): IntentReply =>
  replyOf(policy, intent, { attachments: { export: canonicalText(request) }, ...change });

async function drawn(language: 'en-US' | 'zh-CN', facts = quietSigner) {
  const screen = testScreen(language);
  const review = openReview(reply(), expectedOf(intent));
  const late = await lateParts(screen, facts, review);
  const [people, place] = [document.createElement('div'), document.createElement('div')];
  screen.show(...requestParts(screen, { review, reply: reply(), owners: new Map(), late }, people, place));
  return (screen.main.textContent ?? '').replace(/\s+/g, ' ');
}

it('a request for key material says whose share leaves, for whom alone it opens, when, and what it means', async () => {
  const text = await drawn('en-US');
  expect(text).toContain('Give the share of signer 1 to Ada');
  expect(text.replace(/ /g, '')).toContain(request.recipient);
  expect(text).toContain('With one more share');
  expect(text).toContain('24 h after the last approval');
  expect(text).toContain(request.keyGroup);
  const chinese = await drawn('zh-CN');
  expect(chinese.replace(/ /g, '')).toContain(request.recipient);
  expect(chinese).toContain('完整密钥');
});

it('a request whose attached recipient is another one is not shown at all', () => {
  const other = { ...request, recipient: 'age1w0eujmjlrxqamfrntdxuny40w9sutw3m3hkqe00yyhupttq9pe6shncvev' };
  expect(() => openReview(reply({ attachments: { export: canonicalText(other) } }), expectedOf(intent))).toThrow(
    'attachmentMismatch',
  );
});

it('key material on its way is told above whatever else a signer shows, with the way to refuse it', async () => {
  const waiting = {
    id: '00000000-0000-4000-8000-000000000001',
    signer: '2',
    keyGroup: request.keyGroup,
    recipient: request.recipient,
    initiator: 'm-ada',
    readyAt: fixtureNow,
    until: fixtureNow + 1,
    taken: 0,
  };
  const facts = { ...quietSigner, policyText: policyText(policy), exports: [waiting] };
  const text = await drawn('en-US', facts);
  expect(text).toContain('Key material of Signer 2 (2) goes to Ada from');
  expect(document.querySelector<HTMLAnchorElement>('.notice a')?.hash).toBe(`#/i/${waiting.id}`);
  const { banners } = await lateParts(testScreen(), facts);
  expect(banners).toHaveLength(1);
});

it('everybody who may decide can refuse it, also after it was approved', () => {
  const approvals = [signed(ada, intent, 'initiate'), signed(bob, intent, 'approve'), signed(cleo, intent, 'approve')];
  const review = openReview(reply({ approvals }), expectedOf(intent));
  expect(review.evaluation.state).toBe('satisfied');
  expect(actorsOf(review).map(({ member, mayRefuse }) => [member.id, mayRefuse])).toEqual([
    ['m-ada', true],
    ['m-bob', true],
    ['m-cleo', true],
  ]);
});
