// @vitest-environment jsdom

import { type BookEntry, entryHash, type NodeState } from '@holdfast/policy';
import { openReview, pageStand, type Review } from '@holdfast/review';
import {
  ada,
  bob,
  cleo,
  expectedOf,
  fixtureNow,
  policyOf,
  replyOf,
  signed,
  transferOf,
} from '@holdfast/testkit/review';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { rememberKey, rememberUse } from '../src/request/keys-here.ts';
import { namesakeNotices } from '../src/request/namesakes.ts';
import { pageNotices } from '../src/request/pages.ts';
import { peopleCard } from '../src/request/people.ts';
import { testScreen } from './screen.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
  vi.setSystemTime(fixtureNow);
  localStorage.clear();
});
afterEach(() => {
  vi.useRealTimers();
});

const policy = policyOf([ada, bob, cleo]);
const [one = '', two = ''] = policy.signers.map(({ origin }) => origin);
const intent = transferOf(policy);
const eligible = ['m-ada', 'm-bob', 'm-cleo'];

/** Approved so far by these, on these pages. */
function review(approved: string[], through: string[], threshold = 2): Review {
  const made = openReview(replyOf(policy, intent), expectedOf(intent));
  const nodes: NodeState[] = [
    { name: 'Board', kind: 'sign', threshold, eligible, approved },
    { name: 'Pages', kind: 'page', threshold: 1, eligible, approved: [], through },
  ];
  return { ...made, evaluation: { ...made.evaluation, state: 'waiting', nodes } };
}
const told = (of: Review, origin: string, language: 'en-US' | 'zh-CN' = 'en-US') => {
  const notices = pageNotices(testScreen(language, '#/i/x?return=https%3A%2F%2Fconsole.example%2F'), of, { origin });
  const links = notices.flatMap((notice) => [...notice.querySelectorAll('a')].map((a) => a.href));
  return { text: notices.map(({ textContent }) => textContent).join('\n'), links };
};

describe('where the rules ask for pages of different signers, the page says', () => {
  it('nothing before anybody approved, nor once approvals came through two', () => {
    rememberUse('x');
    for (const of of [review([], []), review(['m-ada', 'm-bob'], [one, two])])
      expect([told(of, one).text, told(of, two).text]).toEqual(['', '']);
  });

  it('before anything is signed, that an approval here is not the one that is missing, and leads to where it is', () => {
    const { text, links } = told(review(['m-ada'], [one]), one);
    expect(text).toContain('Signer 1');
    expect(text).toContain('not as that one');
    expect(links).toEqual([
      `${two}/#/i/${intent.id}?${new URLSearchParams({ digest: review([], []).digest, return: 'https://console.example/' })}`,
    ]);
  });

  it('the same of several, without the words of one, and leads to all of them', () => {
    const query = 'items=a.b,c.d&return=https%3A%2F%2Fconsole.example%2F';
    const [notice] = pageNotices(testScreen('en-US', `#/approve?${query}`), review(['m-ada'], [one]), {
      origin: one,
      several: true,
    });
    const link = notice?.querySelector('a');
    expect(link?.textContent).toBe('Open these requests on the page of Signer 2');
    expect(link?.href).toBe(`${two}/#/approve?${new URLSearchParams(query)}`);
    const other = review(['m-ada'], [one]);
    const [compare] = pageNotices(testScreen('en-US', `#/approve?${query}`), other, { origin: two, several: true });
    expect(compare?.textContent).toContain('its fingerprint, which stands with it');
    expect(compare?.textContent).not.toContain(other.words[0]);
  });

  it('to whoever has approved here what others have to do, and asks them to open no other page', () => {
    const approvals = [signed(ada, intent, 'approve')];
    const of = { ...review(['m-ada'], [one]), approvals };
    const toWhom = (hash: string, hasDecided = false) => {
      const notices = pageNotices(testScreen('en-US', hash), of, { origin: one }, hasDecided);
      return [notices.map(({ textContent }) => textContent).join(), notices.some((told) => told.querySelector('a'))];
    };
    const done = [expect.stringContaining('Of those that are missing, one has to come through the page'), false];
    const asked = [expect.stringContaining('not as that one'), true];
    expect([toWhom('#/i/x', true), toWhom('#/i/x?for=m-ada'), toWhom('#/i/x?for=m-bob')]).toEqual([done, done, asked]);
    rememberUse(ada.member.credentials[0]?.id ?? '');
    expect([toWhom('#/i/x'), toWhom('#/i/x?for=m-bob')]).toEqual([done, asked]);
    expect(told(of, one, 'zh-CN').links).toEqual([]);
  });

  it('that all approvals are there and one more here would be none, to whoever may approve', () => {
    const of = review(['m-ada', 'm-bob'], [one]);
    expect([pageStand(of, one)?.here, pageStand(of, two)?.here]).toEqual(['useless', 'other']);
    expect(told(of, one).links).toHaveLength(1);
  });

  it('that pages differ as one line, without people: open, and when it is done', () => {
    const of = review(['m-ada', 'm-bob'], [one]);
    const approvals = ['m-ada', 'm-bob'].map(
      (member) => ({ member, decision: 'approve' }) as Review['approvals'][number],
    );
    const states = (shown: Review) =>
      [...peopleCard(testScreen(), { ...shown, approvals }).querySelectorAll('li')]
        .map((item) => item.textContent)
        .slice(1);
    const board = ['Adaapproved', 'Bobapproved', 'Cleonot yet'];
    const said = (shown: Review) => peopleCard(testScreen(), { ...shown, approvals }).textContent;
    expect(states(of)).toEqual(board);
    expect(said(of)).toContain('has to come through another page');
    const [first, pages] = of.evaluation.nodes;
    const nodes = first && pages ? [first, { ...pages, approved: ['m-bob'], through: [one, two] }] : [];
    const done = { ...of, evaluation: { ...of.evaluation, nodes } };
    expect(states(done)).toEqual(['Adaapproved', 'Bobapproved', 'Cleono longer asked']);
    expect(said(done)).toContain('Given on the pages of different signers');
  });

  it('of how many people a step needs approvals, of any of them where it lists more, and of the step about pages no count', () => {
    const titles = (language: 'en-US' | 'zh-CN', threshold: number) =>
      [...peopleCard(testScreen(language), review([], [], threshold)).querySelectorAll('.muted')]
        .map((one) => one.textContent)
        .slice(1);
    const page = 'One of these approvals has to come through another page than the others.';
    expect(titles('en-US', 3)).toEqual(['Board needs 3 approvals from', page]);
    expect(titles('en-US', 2)).toEqual(['Board needs 2 approvals from any of', page]);
    expect(titles('en-US', 1)).toEqual(['Board needs 1 approval from any one of', page]);
    const inChinese = '以上批准中须有一次经另一页面作出。';
    expect(titles('zh-CN', 3)).toEqual(['Board：需以下 3 人批准', inChinese]);
    expect(titles('zh-CN', 2)).toEqual(['Board：需以下任意 2 人批准', inChinese]);
    expect(titles('zh-CN', 1)).toEqual(['Board：需以下任意 1 人批准', inChinese]);
  });

  it('the same short fingerprint on both pages, and on the other one to compare it with who approved', () => {
    const of = review(['m-ada', 'm-bob'], [one]);
    const words = of.words.slice(0, 3).join(' ');
    for (const language of ['en-US', 'zh-CN'] as const)
      for (const origin of [one, two]) expect(told(of, origin, language).text).toContain(words);
    expect(told(of, two).text).toContain('compare with who approved there');
  });
});

describe('a page on which nobody has decided in this browser', () => {
  it('says whose it is, and leads to the others, until somebody used a key or made one', () => {
    const of = review([], []);
    expect(told(of, two).text).toContain(`the page of Signer 2, at ${two}`);
    expect(told(of, two, 'zh-CN').text).toContain(`本页面是签名节点 2（${two}）的页面`);
    expect(told(of, two, 'zh-CN').text).toContain('在签名节点 1 的页面上打开此请求');
    expect(told(of, two).links.map((link) => new URL(link).origin)).toEqual([one]);
    rememberUse('x');
    expect(told(of, two).text).toBe('');
    // Who held the set-up here, or made their key on this page, has decided on nothing yet.
    localStorage.clear();
    rememberKey('x');
    expect(told(of, two).text).toBe('');
  });
});

describe('where other payees share the name of who is paid, the page', () => {
  const address = intent.outputs[0]?.address ?? '';
  const named = (label: string, at: string): BookEntry => ({
    chains: [intent.chain],
    address: at,
    memo: '',
    assets: [],
    label,
  });
  const said = (language: 'en-US' | 'zh-CN', ...entries: BookEntry[]) => {
    const listed = new Map(entries.map((entry) => [entryHash(entry), { entry, since: 0 }]));
    return namesakeNotices(testScreen(language), { ...review([], []), entries: listed }).map((one) => one.textContent);
  };
  const paid = named('Supplier', address);

  it('names them by their addresses, in both languages, where the name is the same or looks like it', () => {
    for (const label of ['Supplier', 'Suppl\u0456er'])
      expect(said('en-US', paid, named(label, '0xother'))).toEqual([
        expect.stringMatching(/other payees that are called “Supplier”.*Others: 0xother$/),
      ]);
    expect(said('zh-CN', paid, named('Supplier', '0xother'))).toEqual([expect.stringContaining('其他地址：0xother')]);
  });
  it('says nothing of others, nor of another entry of the same address', () => {
    expect(said('en-US', paid, named('Freight', '0xother'), { ...paid, memo: '7' })).toEqual([]);
    expect(said('en-US', named('Supplier', '0xone'), named('Supplier', '0xother'))).toEqual([]);
  });
});
