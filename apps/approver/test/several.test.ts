// @vitest-environment jsdom

import {
  type Approval,
  type BookEntry,
  digestWords,
  type Evaluation,
  entryHash,
  type Intent,
  intentDigestHex,
  type NodeState,
  pageOfSigner,
  policyHash,
  policyText,
  verifyApproval,
} from '@holdfast/policy';
import { openReview } from '@holdfast/review';
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
  transferOf,
} from '@holdfast/testkit/review';
import { assert, passkeyFor } from '@holdfast/testkit/signer';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { drawRefusals } from '../src/refuse/screen.ts';
import { patienceMs } from '../src/request/deliver.ts';
import { drawSeveral } from '../src/several/screen.ts';
import {
  button,
  hashFor,
  idOf,
  intents,
  openRefusals,
  openSeveral,
  pills,
  policy,
  several,
  signer,
  twin,
} from './many.ts';
import { testScreen } from './screen.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime(fixtureNow);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('approving several requests', () => {
  /** The page of a change of the rules and two payments. */
  async function withRules() {
    const kept = signer();
    const next = { ...policy, version: String(Number(policy.version) + 1), prev: policyHash(policy) };
    const change = { ...policyChangeOf(policy, next), id: idOf(9) };
    const approvals = [signed(ada, change, 'initiate')];
    kept.others.set(change.id, replyOf(policy, change, { attachments: { document: policyText(next) }, approvals }));
    const page = await openSeveral(hashFor([change, ...intents.slice(1)]).replace('#/refuse', '#/approve'));
    return { ...page, kept, change };
  }

  it('shows a change of the rules beside payments, though nothing of its kind was fetched before', async () => {
    const { main } = await withRules();
    expect(main.querySelectorAll('.one .digest')).toHaveLength(3);
    expect(main.querySelector('.one:last-of-type')?.textContent).toContain('Version 1 → 2');
  });

  it('puts a change of the rules last, wherever the link names it, since what is open beside it is asked for anew then, and says so', async () => {
    const { main, change } = await withRules();
    const words = [...intents.slice(1), change].map((one) =>
      digestWords(Buffer.from(intentDigestHex(one), 'hex')).join(' '),
    );
    expect([...main.querySelectorAll('.one summary .mono')].map(({ textContent }) => textContent)).toEqual(words);
    expect([...main.querySelectorAll('.one .meta span:last-child')].map(({ textContent }) => textContent)).toEqual([
      '1 / 3',
      '2 / 3',
      '3 / 3',
    ]);
    expect(main.querySelector('.notice.warn')?.textContent).toContain('asked for anew');
    const { main: payments } = await openSeveral();
    expect(payments.textContent).not.toContain('asked for anew');
  });

  it('asks no key for what a change that was just approved has asked for anew, and says so', async () => {
    const kept = signer();
    const [first, second] = [7, 8].map((n) => {
      const book = { ...policy.book, coolingHours: String(n) };
      const next = { ...policy, version: '2', prev: policyHash(policy), book };
      const change = { ...policyChangeOf(policy, next), id: idOf(n) };
      const approvals = [signed(ada, change, 'initiate')];
      const asked = replyOf(policy, change, { attachments: { document: policyText(next) }, approvals });
      const { evaluation } = openReview(asked, expectedOf(change));
      // As soon as somebody has approved it, nothing is missing.
      const done = { ...asked, evaluation: { ...evaluation, state: 'satisfied' } };
      kept.others.set(change.id, { toJSON: () => (n === 7 && kept.sent.length > 0 ? done : asked) });
      return change;
    }) as [Intent, Intent];
    const { main, boxes } = await openSeveral(hashFor([first, second]).replace('#/refuse', '#/approve'));
    for (const box of boxes) box.click();
    await vi.waitFor(() => expect(button(main)?.textContent).toBe('Approve 2'));
    button(main)?.click();
    await vi.waitFor(() => expect(main.querySelector('.bar')?.textContent).toContain('1 decided'));
    expect(pills(main).filter((told) => /approved by|overtaken/.test(told))).toEqual([
      'approved by you',
      'overtaken by a change',
    ]);
    expect(kept.sent.map(({ intent }) => intent)).toEqual([intentDigestHex(first)]);
    expect(main.querySelector('.bar')?.textContent).toContain('It ends or is asked for anew');
    expect(boxes.map(({ disabled }) => disabled)).toEqual([true, true]);
  });

  it('says of each what others have decided meanwhile, and asks no key for it', { timeout: 15_000 }, async () => {
    const kept = signer();
    const { main, boxes } = await openSeveral();
    for (const box of boxes) box.click();
    await vi.waitFor(() => expect(button(main)?.textContent).toBe('Approve 3'));
    const [first, second] = intents as [Intent, Intent];
    const { evaluation } = openReview(replyOf(policy, first), expectedOf(first));
    kept.others.set(
      first.id,
      replyOf(policy, first, {
        approvals: [signed(ada, first, 'initiate'), signed(cleo, first, 'approve')],
        evaluation: { ...evaluation, state: 'satisfied' },
      }),
    );
    kept.approvals.set(second.id, [signed(cleo, second, 'refuse')]);
    await vi.waitFor(() => expect(button(main)?.textContent).toBe('Approve 1'), { timeout: 8_000 });
    expect([...main.querySelectorAll('.one .meta .pill')].map(({ textContent }) => textContent)).toEqual([
      'decided already',
      'decided already',
      'not decided',
    ]);
    expect(main.querySelector('.one')?.textContent).toContain('Cleoapproved');
    button(main)?.click();
    await vi.waitFor(() => expect(kept.sent).toHaveLength(1));
    expect(kept.sent[0]?.intent).toBe(intentDigestHex(intents[2] as Intent));
  });

  it('refuses one instead, and goes on with the others as they were ticked; no link ticks anything', async () => {
    const kept = signer();
    const { main, boxes } = await openSeveral();
    boxes[0]?.click();
    boxes[2]?.click();
    const [first, second, third] = intents as [Intent, Intent, Intent];
    const link = main.querySelectorAll<HTMLAnchorElement>('.one a[href^="#/refuse"]')[1];
    link?.addEventListener('click', (event) => event.preventDefault());
    link?.click();
    const way = `${link?.getAttribute('href')}`;
    const page = await openRefusals(way);
    const toAll = [...page.main.querySelectorAll('a')].find((one) => one.textContent === 'Back to all 3');
    expect([toAll?.className, toAll?.getAttribute('href')?.includes('#/approve')]).toEqual(['button', true]);
    await page.useKey();
    page.button()?.click();
    await vi.waitFor(() => expect(pills(page.main)).toEqual(['refused']));
    expect(kept.sent.map(({ decision, intent }) => [decision, intent])).toEqual([['refuse', intentDigestHex(second)]]);
    const rest = page.main.querySelector<HTMLAnchorElement>('a.primary');
    expect(rest?.textContent).toBe('Go on with the other 2');
    const back = await openSeveral(`${rest?.getAttribute('href')}`);
    expect(back.boxes.map(({ checked }) => checked)).toEqual([true, true]);
    expect([...back.main.querySelectorAll('.one summary .mono')].map(({ textContent }) => textContent)).toEqual(
      [first, third].map((one) => digestWords(Buffer.from(intentDigestHex(one), 'hex')).join(' ')),
    );
    const again = await openSeveral(`${rest?.getAttribute('href')}`);
    expect(again.boxes.map(({ checked }) => checked)).toEqual([false, false]);
  });

  it('says what the ticked payments come to together, where the price of each is known', async () => {
    const kept = signer();
    const told = async (...prices: readonly string[]) => {
      for (const [n, one] of intents.entries())
        kept.others.set(
          one.id,
          replyOf(policy, one, prices[n] ? { price: { usd: prices[n], at: fixtureNow, source: 'Kraken' } } : {}),
        );
      const { main, boxes } = await openSeveral();
      const sums: (string | undefined)[] = [];
      for (const [n, box] of boxes.entries()) {
        box.click();
        await vi.waitFor(() => expect(button(main)?.textContent).toBe(`Approve ${n + 1}`));
        sums.push(/Payments together (≈ \$[\d,.]+)/.exec(`${main.querySelector('.bar')?.textContent}`)?.[1]);
      }
      return sums;
    };
    expect(await told('2', '4', '2')).toEqual([undefined, '≈ $7,407.41', '≈ $9,876.55']);
    expect(await told('2', '4')).toEqual([undefined, '≈ $7,407.41', undefined]);
  });

  it('names in its title who alone is paid by the address book, and nobody who has a look-alike there', async () => {
    const kept = signer();
    const [one] = intents as [Intent];
    const entry = (label: string, at: string): BookEntry => ({
      chains: [one.chain],
      address: at,
      memo: '',
      assets: [],
      label,
    });
    const paid = entry('Acme', one.outputs[0]?.address ?? '');
    const named = { ...one, outputs: one.outputs.map((output) => ({ ...output, entry: entryHash(paid) })) };
    const title = async (...listed: readonly BookEntry[]) => {
      const entries = listed.map((each) => ({ entry: each, since: 0 }));
      kept.others.set(named.id, replyOf(policy, named, { entries }));
      const { main } = await openSeveral(hashFor([named]).replace('#/refuse', '#/approve'));
      return main.querySelector('.one h2')?.textContent;
    };
    expect(await title(paid)).toMatch(/ · to “Acme”$/);
    expect(await title(paid, entry('Acme', '0xother'))).not.toContain('Acme');
    // In the book for another network.
    const elsewhere = { ...paid, chains: ['evm:1'] };
    named.outputs = named.outputs.map((output) => ({ ...output, entry: entryHash(elsewhere) }));
    expect(await title(elsewhere)).not.toContain('Acme');
  });

  it('says once what is the same for the payments alone, where a change is decided beside them', async () => {
    const { main } = await withRules();
    const networks = (place: ParentNode) => [...place.querySelectorAll('[data-row=network]')].length;
    const told = [...main.querySelectorAll('p.muted')].find((one) => one.textContent?.includes('each payment'));
    expect(told?.nextElementSibling && networks(told.nextElementSibling)).toBe(1);
    expect([...main.querySelectorAll('.one')].map(networks)).toEqual([0, 0, 0]);
    // Who is paid and how much stays with each.
    expect([...main.querySelectorAll('.one')].map((one) => one.querySelector('.address') !== null)).toEqual([
      true,
      true,
      false,
    ]);
  });

  it('shows each whole, and signs one approval over each that is ticked and over no other', async () => {
    const kept = signer();
    const { main, boxes } = await openSeveral();
    expect(main.querySelectorAll('.one .digest')).toHaveLength(3);
    expect(main.querySelectorAll('.one .rows')).toHaveLength(3);
    expect([button(main)?.disabled, button(main)?.textContent]).toEqual([true, 'Tick what you have compared']);
    boxes[0]?.click();
    boxes[2]?.click();
    await vi.waitFor(() => expect(button(main)?.textContent).toBe('Approve 2'));
    button(main)?.click();
    await vi.waitFor(() => expect(kept.sent).toHaveLength(2));
    await vi.waitFor(() => expect(main.querySelector('.bar')?.textContent).toContain('2 decided'));
    expect(kept.sent.map(({ decision, member, intent }) => [decision, member, intent])).toEqual(
      [intents[0], intents[2]].map((one) => ['approve', 'm-bob', one && intentDigestHex(one)]),
    );
    expect(kept.sent.every((one) => verifyApproval(policy, one).ok)).toBe(true);
    // The other signers are told for their pages; this one goes on without them.
    const others = policy.signers.map(({ origin }) => origin);
    expect(kept.elsewhere).toEqual([...others, ...others]);
    // Beside each that was decided, whose decision is missing now.
    const next = (): boolean[] =>
      [...main.querySelectorAll('.one')].map(({ textContent }) => /Waiting for Ada/.test(`${textContent}`));
    await vi.waitFor(() => expect(next()).toEqual([true, false, true]));
  });

  it('says who decides once while it is the same for all, and of each as soon as one was decided', async () => {
    const kept = signer();
    const { main, boxes } = await openSeveral();
    const bobIn = (place: ParentNode) =>
      [...place.querySelectorAll('.people li')].flatMap(({ textContent: told }) =>
        told?.startsWith('Bob') ? [told] : [],
      );
    const states = () => [...main.querySelectorAll('.one')].map(bobIn);
    expect([bobIn(main), states()]).toEqual([['Bobnot yet'], [[], [], []]]);
    const decideOn = async (at: number): Promise<void> => {
      boxes[at]?.click();
      await vi.waitFor(() => expect(button(main)?.textContent).toBe('Approve 1'));
      const one = intents[at] as Intent;
      kept.approvals.set(one.id, [signed(ada, one, 'initiate'), signed(bob, one, 'approve')]);
      button(main)?.click();
    };
    await decideOn(0);
    const apart = [['Bobapproved'], ['Bobnot yet'], ['Bobnot yet']];
    await vi.waitFor(() => expect([bobIn(main), states()]).toEqual([apart.flat(), apart]));
    await decideOn(1);
    await vi.waitFor(() => expect(states()[1]).toEqual(['Bobapproved']));
    await decideOn(2);
    await vi.waitFor(() => expect([bobIn(main), states()]).toEqual([['Bobapproved'], [[], [], []]]));
  });

  it('asks to compare with who approved on another page before a decision, and no more after it', async () => {
    const kept = signer();
    const [page] = policy.signers;
    if (!page) throw new Error('a signer');
    const passkey = passkeyFor(page.origin);
    const rules = policyOf([ada, bob, { ...cleo, member: { ...cleo.member, credentials: [passkey.credential] } }]);
    const requests = intents.map(({ id, request }): Intent => transferOf(rules, { id, request }));
    const eligible = ['m-ada', 'm-bob', 'm-cleo'];
    const place = { origin: page.origin, rpId: passkey.credential.rpId };
    const approvedBy = (one: Intent, ...more: readonly Approval[]): void => {
      const approvals = [assert(intentDigestHex(one), 'm-cleo', passkey, 'approve', place), ...more];
      const approved = approvals.map(({ member }) => member);
      const nodes: NodeState[] = [
        { name: 'Board', kind: 'sign', threshold: 3, eligible, approved },
        { name: 'Pages', kind: 'page', threshold: 1, eligible, approved: [], through: [pageOfSigner(page)] },
      ];
      const { evaluation } = openReview(replyOf(rules, one), expectedOf(one));
      const stand: Evaluation = { ...evaluation, state: 'waiting', initiatorSigned: true, nodes };
      kept.others.set(one.id, replyOf(rules, one, { evaluation: stand, approvals }));
    };
    for (const one of requests) approvedBy(one);
    const { main, boxes } = await openSeveral(hashFor(requests).replace('#/refuse', '#/approve'));
    const asksToCompare = (part: Element): boolean => `${part.textContent}`.includes('compare with who approved there');
    const asked = () => [...main.querySelectorAll('.one')].map(asksToCompare);
    // Once, below them, while it is the same for all.
    expect(asked()).toEqual([false, false, false]);
    expect([...main.querySelectorAll('.notice')].filter(asksToCompare)).toHaveLength(1);
    boxes[0]?.click();
    await vi.waitFor(() => expect(button(main)?.textContent).toBe('Approve 1'));
    // A device key says of no page that it was used there, so the signer still asks for one.
    approvedBy(requests[0] as Intent, signed(bob, requests[0] as Intent, 'approve'));
    button(main)?.click();
    await vi.waitFor(() => expect(asked()).toEqual([false, true, true]));
    expect(main.querySelector('.one .pill')?.textContent).toBe('approved by you');
  });

  it('has what is ticked in one place for every kind: directly beneath what it is for, above who decides', async () => {
    const { main } = await withRules();
    const views = [...main.querySelectorAll('.one')];
    expect(views).toHaveLength(3);
    for (const view of views) {
      const parts = [...view.children];
      const at = parts.findIndex((child) => child.matches('.check'));
      const has = (part: string) => (child: Element) => child.matches(part) || child.querySelector(part) !== null;
      const people = parts.findIndex(has('.people'));
      // Of the payments, which ask the same people, these stand below.
      expect([-1, at + 1]).toContain(people);
      expect(parts.findIndex(has('.digest'))).toBe(at + 2);
      expect(parts.findLastIndex(has('dl.rows'))).toBeLessThan(at);
      expect(parts.findLastIndex(has('.address'))).toBeLessThan(at);
    }
    expect(views.map((view) => view.querySelectorAll('.address').length > 0)).toEqual([true, true, false]);
  });

  const names = (...lists: readonly Element[]): (string | null)[] =>
    lists.flatMap((list) => [...list.querySelectorAll('dt')].map(({ textContent }) => textContent));
  /** What is said once for all of them, and beside each. */
  const told = (main: HTMLElement) => ({
    shared: names(...[...main.querySelectorAll('dl')].filter((list) => !list.closest('.one'))),
    each: [...main.querySelectorAll('.one')].map((view) => names(view)),
  });
  const own = ['Amount', 'Fee, at most', 'Remark', 'Valid until'];
  const all = ['Network', 'From', 'Asked by', 'Rule', 'Rules in force'];
  /** The page of three, of which the first is another than it was. */
  async function withFirst(change: Partial<Intent>, rules = policy) {
    const kept = signer();
    const [first] = intents as [Intent];
    const changed = transferOf(rules, { id: first.id, request: first.request, ...change });
    kept.others.set(first.id, replyOf(rules, changed));
    return openSeveral(hashFor([changed, ...intents.slice(1)]).replace('#/refuse', '#/approve'));
  }

  it('says once, below them, what wallet, network and rule are the same for all, and nothing that each is compared by', async () => {
    signer();
    const { main } = await openSeveral();
    expect(told(main)).toEqual({ shared: all, each: intents.map(() => own) });
    expect(main.querySelectorAll('.one .address')).toHaveLength(3);
    expect(main.querySelector('dl:not(.one dl)')?.textContent).toContain(intents[0]?.from);
  });

  it('leaves with each what is not the same in every one, and says below only the rest', async () => {
    const { main } = await withFirst({ wallet: '8' });
    // Whose numbers they are is said once all the same.
    const left = [...all.filter((name) => name !== 'From'), 'Wallet and workspace'];
    expect(told(main)).toEqual({ shared: left, each: intents.map(() => [own[0], 'From', ...own.slice(1)]) });
    expect(
      [...main.querySelectorAll('.one')].map(({ textContent }) => /Wallet (\d)/.exec(`${textContent}`)?.[1]),
    ).toEqual(['8', '7', '7']);
  });

  it('gives each decision to another signer where its own does not answer, and waits for that once', async () => {
    signer();
    const { main, boxes } = await openSeveral();
    for (const box of boxes) box.click();
    await vi.waitFor(() => expect(button(main)?.textContent).toBe('Approve 3'));
    const [, other] = policy.signers;
    const given: string[] = [];
    vi.stubGlobal('fetch', (url: URL, { body }: RequestInit) => {
      if (url.origin !== other?.origin) return new Promise(() => undefined);
      given.push((JSON.parse(String(body)) as { approval: Approval }).approval.intent);
      return Promise.resolve(Response.json({ evaluation: {} }));
    });
    button(main)?.click();
    // A wait for each would be longer.
    const most = { timeout: 2 * patienceMs };
    await vi.waitFor(() => expect(main.querySelector('.bar')?.textContent).toContain('3 decided.'), most);
    expect(given).toEqual(intents.map(intentDigestHex));
    expect(main.querySelector('.bar')?.textContent).toContain('Signer 2 has your decision');
    // It is not said of the own one, nor does the tab go away with that.
    expect(main.querySelector('.bar')?.textContent).not.toMatch(/are with the signer|closes by itself/);
  });

  it('explains numbers and prices once, and says with each what it comes to', async () => {
    const kept = signer();
    const price = (usd: string, at = fixtureNow) => ({ usd, at, source: 'Kraken' });
    const page = async (...prices: readonly ReturnType<typeof price>[]) => {
      for (const [n, one] of intents.entries())
        kept.others.set(one.id, replyOf(policy, one, { price: prices[n] ?? price('2') }));
      const { main } = await openSeveral();
      const texts = [...main.querySelectorAll('.one')].map(({ textContent }) => `${textContent}`);
      return {
        said: `${main.textContent}`.split('Source of the price: Kraken').length - 1,
        worth: texts.map((text) => /≈ \$[\d,.]+/.exec(text)?.[0]),
        shared: told(main).shared.includes('Prices'),
      };
    };
    const [worth, twice] = ['≈ $2,469.14', '≈ $4,938.27'];
    expect(await page()).toEqual({ said: 1, worth: [worth, worth, worth], shared: true });
    expect(await page(price('4'))).toEqual({ said: 1, worth: [twice, worth, worth], shared: true });
    // A price of another time is explained by itself.
    expect(await page(price('2', fixtureNow - 3_600_000))).toMatchObject({ said: 3, shared: false });
  });

  it('takes two wallets of one number for two where their addresses differ by a letter, and two networks of one name', async () => {
    const from = '0x70997970C51812dc3A010C7d01b50e0d17dc79c8';
    expect(told((await withFirst({ from })).main).each[1]).toContain('From');
    const { main } = await withFirst({ chain: twin });
    expect(told(main).each.map((names) => names.includes('Network'))).toEqual([true, true, true]);
    expect(main.querySelector('.one dl')?.textContent).toContain('Local Ethereum evm:1');
  });

  it('says of one alone, or of one beside those that are not shown, everything where it stands', async () => {
    const kept = signer();
    for (const one of intents.slice(1)) kept.others.set(one.id, { ...replyOf(policy, one), remark: 'another' });
    const { main } = await openSeveral();
    expect(told(main)).toEqual({
      shared: [],
      each: [[own[0], ...all.slice(0, 2), own[1], all[2], own[2], ...all.slice(3), own[3]], [], []],
    });
  });

  it('tells the rule of each where they differ', async () => {
    const other = policyOf([ada, bob, cleo], {
      strategies: policy.strategies.map((flow) => ({ ...flow, signProtection: 'off' as const })),
    });
    const { shared, each } = told((await withFirst({}, other)).main);
    expect([shared.includes('Rule'), ...each.map((names) => names.includes('Rule'))]).toEqual([
      false,
      true,
      true,
      true,
    ]);
  });

  it.each([
    ['approved', '#/approve', drawSeveral],
    ['refused', '#/refuse', drawRefusals],
  ] as const)(
    'says at once of what is to be %s that its link is for somebody whose key is not here',
    async (_what, way, draw) => {
      const kept = signer();
      const passkey = { id: 'm-bob-passkey-0001', type: 'passkey' as const, publicKey: `04${'ab'.repeat(64)}` };
      const place = { rpId: location.hostname, origins: [location.origin] };
      const withPasskey = { ...bob, member: { ...bob.member, credentials: [{ ...passkey, ...place }] } };
      const rules = policyOf([ada, withPasskey, cleo]);
      const again = intents.map(({ id, request }): Intent => transferOf(rules, { id, request }));
      for (const one of again) kept.others.set(one.id, replyOf(rules, one));
      const screen = testScreen('en-US', `${hashFor(again).replace('#/refuse', way)}&for=m-cleo`);
      await draw(screen);
      expect(screen.main.textContent).toContain('This link is for Cleo, who has no key that can be used here');
    },
  );

  it.each([
    ['approved', '#/approve', '#approve-all', drawSeveral],
    ['refused', '#/refuse', '#refuse-all', drawRefusals],
  ] as const)(
    'says whose key was asked for where this device has none, and what is to be %s waits on',
    async (_what, way, press, draw) => {
      const kept = signer();
      vi.stubGlobal('isSecureContext', true);
      vi.stubGlobal('PublicKeyCredential', class {});
      const get = (): Promise<never> => Promise.reject(new DOMException('no', 'NotAllowedError'));
      vi.stubGlobal('navigator', { ...navigator, credentials: { get } });
      const passkey = { id: 'm-bob-passkey-0001', type: 'passkey' as const, publicKey: `04${'ab'.repeat(64)}` };
      const place = { rpId: location.hostname, origins: [location.origin] };
      const withPasskey = { ...bob, member: { ...bob.member, credentials: [{ ...passkey, ...place }] } };
      const rules = policyOf([ada, withPasskey, cleo]);
      const again = intents.map(({ id, request }): Intent => transferOf(rules, { id, request }));
      for (const one of again) kept.others.set(one.id, replyOf(rules, one));
      const screen = testScreen('en-US', hashFor(again).replace('#/refuse', way));
      await draw(screen);
      screen.main.querySelector<HTMLInputElement>('.one input[type=checkbox]')?.click();
      await vi.waitFor(() => expect(screen.main.querySelector(`${press}:enabled`)).not.toBeNull());
      screen.main.querySelector<HTMLButtonElement>(press)?.click();
      await vi.waitFor(() =>
        expect(screen.main.querySelector('.notice[role=alert]')?.textContent).toMatch(
          /The passkey was not used.*The key of Bob was asked for/,
        ),
      );
      expect([kept.sent, screen.main.querySelector(`${press}:enabled`)]).toEqual([[], expect.anything()]);
    },
  );

  it('warns of other payments beside each that is to be decided, and no more of one that was', async () => {
    const kept = signer();
    for (const one of intents) {
      const { contract } = one.asset;
      const other = { id: idOf(9), standing: 'settled', expires: 1, chain: one.chain, contract } as const;
      kept.others.set(one.id, replyOf(policy, one, { earlier: [{ ...other, outputs: one.outputs }] }));
    }
    const { main, boxes } = await openSeveral();
    const warned = () => [...main.querySelectorAll('.one')].map((one) => one.querySelector('.notice.warn') !== null);
    expect(warned()).toEqual([true, true, true]);
    boxes[0]?.click();
    await vi.waitFor(() => expect(button(main)?.textContent).toBe('Approve 1'));
    button(main)?.click();
    await vi.waitFor(() => expect(warned()).toEqual([false, true, true]));
  });

  it('stops where one cannot be sent, keeps what was signed, and goes on from there', async () => {
    const kept = signer(idOf(2));
    const { main, boxes } = await openSeveral();
    for (const box of boxes) box.click();
    await vi.waitFor(() => expect(button(main)?.textContent).toBe('Approve 3'));
    button(main)?.click();
    await vi.waitFor(() => expect(main.querySelector('.bar [role=alert]')).not.toBeNull());
    expect(button(main)?.textContent).toBe('Approve 2');
    // What failed is told until the next act: what is ticked meanwhile is none.
    boxes[2]?.click();
    await vi.waitFor(() => expect(button(main)?.textContent).toBe('Approve 1'));
    expect(main.querySelector('.bar [role=alert]')?.textContent).toContain('busy');
    boxes[2]?.click();
    await vi.waitFor(() => expect(button(main)?.textContent).toBe('Approve 2'));
    kept.failing = '';
    button(main)?.click();
    await vi.waitFor(() => expect(kept.sent).toHaveLength(3));
    expect(main.querySelector('.bar [role=alert]')).toBeNull();
  });

  it('signs nothing for one that does not hold together, has run out, or is another than the link named', async () => {
    const kept = signer();
    const [first, second] = intents as [Intent, Intent];
    kept.others.set(first.id, { ...replyOf(policy, first), remark: 'another' });
    const expired = transferOf(policy, { id: second.id, expires: String(fixtureNow - 1) });
    kept.others.set(second.id, replyOf(policy, expired));
    const { boxes } = await openSeveral(
      hashFor([first, expired, intents[2] as Intent]).replace('#/refuse', '#/approve'),
    );
    expect(boxes.map(({ disabled }) => disabled)).toEqual([true, false]);
    const { main } = await openSeveral(several);
    expect(main.querySelectorAll('.one [role=alert]')).toHaveLength(2);
  });
});
