// @vitest-environment jsdom

import { bodyHash, canonicalText, type Intent, wholeKeyRequest } from '@holdfast/policy';
import { actorsOf, openReview } from '@holdfast/review';
import type { IntentReply } from '@holdfast/review/facts';
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
} from '@holdfast/testkit/review';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { lazySections } from '../src/lazy-sections.ts';
import { drawDecision, newDecisionState } from '../src/request/decision.ts';
import { requestParts } from '../src/request/screen.ts';
import { placesOf, quietSigner, testScreen } from './screen.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
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

async function drawn(language: 'en-US' | 'zh-CN', facts = quietSigner, change: Partial<IntentReply> = {}) {
  const screen = testScreen(language);
  const review = openReview(reply(change), expectedOf(intent));
  const late = await lazySections(screen, facts, review);
  screen.show(...requestParts(screen, { review, reply: reply(change), owners: new Map() }, placesOf(late)));
  return (screen.main.textContent ?? '').replace(/\s+/g, ' ');
}

const waiting = {
  id: '00000000-0000-4000-8000-000000000001',
  digest: '0'.repeat(64),
  signer: '1',
  keyGroup: request.keyGroup,
  epoch: 0,
  recipient: request.recipient,
  initiator: 'm-ada',
  readyAt: fixtureNow,
  until: fixtureNow + 1,
  taken: 0,
};

it('a request for key material says whose share leaves, for whom alone it opens, when, and what it means', async () => {
  const text = await drawn('en-US');
  expect(text).toContain('Give out the share of signer 1: asked by Ada, readable by the holder of age17yl03pymfa…');
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

const share = { keyGroup: request.keyGroup, epoch: 0 };
it.each([
  ['is out', { exported: [{ ...share, signer: '2', at: fixtureNow }] }, true],
  ['is on its way', { exports: [{ ...waiting, ...share, signer: '2' }] }, true],
  ['of another generation is out', { exported: [{ ...share, epoch: 1, signer: '2', at: fixtureNow }] }, false],
  ['of another key is out', { exported: [{ ...share, keyGroup: 'd'.repeat(32), signer: '2', at: fixtureNow }] }, false],
  ['is its own', { exports: [{ ...waiting, ...share }] }, false],
])('a request for a share says that the key becomes whole with it when one that %s', async (_name, known, whole) => {
  const text = await drawn('en-US', { ...quietSigner, ...known });
  expect(text.includes('With this one the key is whole: the share of Signer 2 (2)')).toBe(whole);
});

it('a request that says that the key becomes whole shows that, whatever the signer knows', async () => {
  const open = { ...intent, request: wholeKeyRequest };
  const review = openReview(replyOf(policy, open, { attachments: { export: canonicalText(request) } }), {
    ...expectedOf(open),
  });
  const cards = await lazySections(testScreen(), quietSigner, review);
  expect(cards.map(({ textContent }) => textContent).join()).toContain('says that the key becomes whole');
});

it('an approved request shows until when it can leave, and after a refusal that it may have left before', async () => {
  const times = { readyAt: fixtureNow + 1_000, until: fixtureNow + 2_000, taken: 0 };
  expect(await drawn('en-US', quietSigner, { grant: { ...times, pending: true } })).toContain('Can leave here from');
  const refused = { ...times, pending: false, refusedBy: 'm-bob' };
  const text = await drawn('en-US', quietSigner, { grant: refused });
  expect(text).toContain('Refused at this signer');
  expect(text).not.toMatch(/file (left|may have left)/);
  expect(await drawn('en-US', quietSigner, { grant: { ...refused, taken: 1 } })).toContain('the file left before');
  expect(await drawn('en-US', quietSigner, { grant: { ...refused, clearedAt: fixtureNow } })).toContain(
    'may have left',
  );
});

/** What this person, with a key opened from a file or not, is offered at a time after the request has run out. */
async function offered(change: Partial<IntentReply>, people: readonly (typeof ada)[]) {
  vi.setSystemTime(Number(intent.expires) + 1_000);
  const screen = testScreen();
  const place = document.createElement('div');
  screen.show(place);
  const state = newDecisionState();
  for (const one of people) state.opened.set(one.member.credentials[0]?.id ?? '', one.secret);
  const review = openReview(reply(change), expectedOf(intent));
  await drawDecision(screen, place, review, state, () => Promise.resolve());
  return ['approve', 'refuse', 'key-file'].filter((id) => place.querySelector(`#${id}`) !== null);
}

it.each([
  ['all', [signed(ada, intent, 'initiate'), signed(bob, intent, 'approve'), signed(cleo, intent, 'approve')]],
  ['some', [signed(ada, intent, 'initiate')]],
  ['none', []],
])(
  'as long as it waits it can be refused, with a key in the browser or from a file, by what this signer says and not by time or approvals: %s of them here',
  async (_name, approvals) => {
    const grant = { readyAt: fixtureNow, until: fixtureNow + 1e9, taken: 0, pending: true };
    expect(await offered({ approvals, grant }, [cleo])).toEqual(['refuse', 'key-file']);
    expect(await offered({ approvals, grant }, [])).toEqual(['key-file']);
    expect(await offered({ approvals, grant: { ...grant, pending: false } }, [cleo])).toEqual([]);
    expect(await offered({ approvals }, [cleo])).toEqual([]);
  },
);

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
