// @vitest-environment jsdom
import { bodyHash, canonicalText, type Intent, intentDigestHex, policyHash, policyText } from '@holdfast/policy';
import { openReview } from '@holdfast/review';
import type { IntentReply } from '@holdfast/review/facts';
import {
  ada,
  bob,
  cleo,
  expectedOf,
  fixtureNow,
  policyChangeOf,
  replyOf,
  signed,
  transferOf,
} from '@holdfast/testkit/review';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { drawSeveral } from '../src/several/screen.ts';
import { button, hashFor, idOf, intents, openSeveral, policy, several, signer } from './many.ts';
import { testScreen } from './screen.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
  vi.setSystemTime(fixtureNow);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const pollMs = 4_000;
/** The next look at the signer; what it says is waited for by whoever asks. */
const look = (): Promise<unknown> => vi.advanceTimersByTimeAsync(pollMs);
const stands = (main: HTMLElement) =>
  [...main.querySelectorAll('.one .meta .pill')].map(({ textContent }) => textContent);
const bar = (main: HTMLElement): string => `${main.querySelector('.bar')?.textContent}`;
const toApprove = (...some: readonly Intent[]): string => hashFor(some).replace('#/refuse', '#/approve');
const [first, second] = intents as [Intent, Intent, Intent];
const { evaluation } = openReview(replyOf(policy, first), expectedOf(first));
const satisfied = { evaluation: { ...evaluation, state: 'satisfied' } } as const;
const nobodyLeft = 'nothing is left to do here';

/** Rules that come after those in force, and the change that asks for them. */
const next = { ...policy, version: '2', prev: policyHash(policy) };
const change: Intent = { ...policyChangeOf(policy, next), id: idOf(40) };
const decisions = (intent: Intent, ...approved: readonly (typeof bob)[]) => ({
  approvals: [signed(ada, intent, 'initiate'), ...approved.map((who) => signed(who, intent, 'approve'))],
});
const changeReply = (intent: Intent, more: Partial<IntentReply> = {}, rules = policy) =>
  replyOf(rules, intent, { attachments: { document: policyText(next) }, ...decisions(intent), ...more });

describe('the page of several requests says', () => {
  it('that others have decided only where they have: not of what is not shown, has run out, or asks for a page of its own', async () => {
    const kept = signer();
    const wrong = `#/approve?items=${intents.map(({ id }) => `${id}.${'0'.repeat(64)}`).join(',')}`;
    const late = [30, 31].map((n) => transferOf(policy, { id: idOf(n), expires: String(fixtureNow - 1) }));
    const gone = [32, 33].map((n) => transferOf(policy, { id: idOf(n) }));
    const odd = [34, 35].map((n) => transferOf(policy, { id: idOf(n), chain: 'evm:777' }));
    for (const one of [...late, ...odd]) kept.others.set(one.id, replyOf(policy, one));
    for (const one of gone) kept.others.set(one.id, replyOf(policy, one, { state: 'closed' }));
    const told = async (hash: string) => {
      const { main } = await openSeveral(hash);
      return [stands(main)[0], bar(main).includes(nobodyLeft)];
    };
    expect(await told(wrong)).toEqual(['not shown', false]);
    expect(await told(toApprove(...late))).toEqual(['not open any more', false]);
    expect(await told(toApprove(...gone))).toEqual(['not open any more', false]);
    expect(await told(toApprove(...odd))).toEqual(['open it by itself', false]);
    for (const one of intents) kept.others.set(one.id, replyOf(policy, one, satisfied));
    expect(await told(several)).toEqual(['decided already', true]);
  });

  it('nothing is to be decided on what the rules cannot satisfy', async () => {
    const kept = signer();
    const problem = { evaluation: { ...evaluation, state: 'unsatisfiable', problem: 'destinationNotListed' } } as const;
    for (const one of intents) kept.others.set(one.id, replyOf(policy, one, problem));
    const { main } = await openSeveral();
    expect([stands(main), button(main)]).toEqual([intents.map(() => 'open it by itself'), null]);
  });

  it('why a rule is asked that may not speak of a payment', async () => {
    const kept = signer();
    kept.others.set(first.id, replyOf(policy, first, { unknown: 'earlier' }));
    kept.others.set(second.id, replyOf(policy, second, { unknown: 'own' }));
    const { main } = await openSeveral();
    const whys = [...main.querySelectorAll('.one')].map(({ textContent }) =>
      ['a limit may be used up', 'what this, or its fee, is worth'].map((why) => textContent?.includes(why)),
    );
    expect(whys).toEqual([
      [true, false],
      [false, true],
      [false, false],
    ]);
  });

  it('that a request waits again, where more is asked for than before', async () => {
    const kept = signer();
    kept.others.set(first.id, replyOf(policy, first, satisfied));
    const { main } = await openSeveral();
    expect(stands(main)[0]).toBe('decided already');
    kept.others.delete(first.id);
    await look();
    await vi.waitFor(() => expect(stands(main)[0]).toBe('not decided'));
  });

  it('what is to be looked at as soon as the signer has it', async () => {
    const kept = signer();
    const { main } = await openSeveral();
    const warned = () => main.querySelector('.one')?.querySelector('.notice.warn') !== null;
    expect(warned()).toBe(false);
    const { chain, asset, outputs } = first;
    const other = { id: idOf(9), standing: 'settled', expires: 1, chain, contract: asset.contract, outputs } as const;
    kept.others.set(first.id, replyOf(policy, first, { earlier: [other] }));
    await look();
    await vi.waitFor(() => expect(warned()).toBe(true));
  });

  it('how the others stand though one cannot be read', async () => {
    const kept = signer();
    const { main, boxes } = await openSeveral();
    for (const box of boxes) box.click();
    await vi.waitFor(() => expect(button(main)?.textContent).toBe('Approve 3'));
    const asked = globalThis.fetch;
    const missing = (): Response => Response.json({ error: { code: 'notFound', message: '' } }, { status: 404 });
    vi.stubGlobal('fetch', async (url: URL, init: RequestInit) =>
      url.pathname.endsWith(first.id) ? missing() : asked(url, init),
    );
    kept.approvals.set(second.id, [signed(cleo, second, 'refuse')]);
    await look();
    await vi.waitFor(() => expect(stands(main)).toEqual(['not decided', 'decided already', 'not decided']));
    await vi.waitFor(() => expect(button(main)?.textContent).toBe('Approve 2'));
  });

  it('no more of a request that has become another one: it is taken down, and not counted', async () => {
    const kept = signer();
    const { main, boxes } = await openSeveral();
    for (const box of boxes) box.click();
    await vi.waitFor(() => expect(button(main)?.textContent).toBe('Approve 3'));
    kept.others.set(first.id, replyOf(policy, transferOf(policy, { id: first.id, request: 'another' })));
    await look();
    await vi.waitFor(() => expect(button(main)?.textContent).toBe('Approve 2'));
    expect(stands(main)[0]).toBe('not shown');
    expect(main.querySelector('.one')?.querySelector('.address, .rows, input')).toBeNull();
  });
});

describe('beside a change', () => {
  it('a payment under the new rules can be decided on while that in force stands there', async () => {
    const kept = signer();
    const payment = transferOf(next, { id: idOf(41) });
    kept.others.set(change.id, changeReply(change, decisions(change, bob), next));
    kept.others.set(payment.id, replyOf(next, payment));
    const { main } = await openSeveral(toApprove(payment, change));
    await look();
    expect(stands(main)).toEqual(['not decided', 'decided already']);
  });

  it('nothing is overtaken by one that has run out', async () => {
    const kept = signer();
    const late = { ...change, expires: String(fixtureNow - 1) };
    kept.others.set(late.id, changeReply(late, { ...decisions(late, bob), ...satisfied }));
    const { main } = await openSeveral(toApprove(first, late));
    await look();
    expect(stands(main)).toEqual(['not decided', 'decided already']);
  });

  it('what it will overtake is told from the first, before a key is asked for', async () => {
    const kept = signer();
    kept.others.set(change.id, changeReply(change, { ...decisions(change, bob), ...satisfied }));
    const { main, boxes } = await openSeveral(toApprove(first, change));
    expect(stands(main)).toEqual(['overtaken by a change', 'decided already']);
    expect(boxes.every(({ disabled }) => disabled)).toBe(true);
  });

  it('a change of the address book that has come into force stays approved when other rules follow', async () => {
    const kept = signer();
    const document = { v: '1', domain: 'holdfast/book/v1', deployment: policy.deployment, add: [] } as const;
    const text = { ...document, prev: 'b'.repeat(64), remove: ['e'.repeat(64)] };
    const book: Intent = { ...policyChangeOf(policy, policy), kind: 'book', body: bodyHash(text), id: idOf(50) };
    const attached = { attachments: { book: canonicalText(text) }, ...decisions(book) };
    const waiting = openReview(changeReply(change), expectedOf(change)).evaluation;
    const replies = [
      replyOf(policy, book, { ...attached, bookAt: text.prev, evaluation: waiting }),
      replyOf(policy, book, { ...attached, bookAt: 'c'.repeat(64), ...satisfied }),
      // Of a request under rules that are no more a signer says nothing.
      replyOf(next, book, { ...attached, bookAt: 'c'.repeat(64) }),
    ];
    let stage = 0;
    kept.others.set(book.id, { toJSON: () => replies[Math.max(stage, Math.min(kept.sent.length, 1))] });
    const { main, boxes } = await openSeveral(toApprove(book, first));
    boxes[0]?.click();
    await vi.waitFor(() => expect(button(main)?.textContent).toBe('Approve 1'));
    button(main)?.click();
    await vi.waitFor(() => expect(stands(main)[0]).toBe('approved by you'));
    stage = 2;
    await look();
    await look();
    expect([stands(main)[0], bar(main).includes('1 decided')]).toEqual(['approved by you', true]);
  });

  it('the tab stays open where something that was decided on it is overtaken', async () => {
    const kept = signer();
    const close = vi.fn();
    vi.stubGlobal('close', close);
    const after = { ...next, prev: policyHash(policy) };
    for (const one of [first, second])
      kept.others.set(one.id, { toJSON: () => replyOf(kept.sent.length < 2 ? policy : after, one) });
    const { main, boxes } = await openSeveral(`${toApprove(first, second)}&tab=own`);
    for (const box of boxes) box.click();
    await vi.waitFor(() => expect(button(main)?.textContent).toBe('Approve 2'));
    button(main)?.click();
    await vi.waitFor(() => expect(bar(main)).toContain('It ends or is asked for anew'));
    expect(stands(main)).toEqual(['overtaken by a change', 'overtaken by a change']);
    await new Promise((resolve) => setTimeout(resolve, 2_600));
    expect(close).not.toHaveBeenCalled();
  });
});

describe('while somebody is at it', () => {
  it('what is typed into the key file’s form stays', async () => {
    const kept = signer();
    const screen = testScreen('en-US', several);
    await drawSeveral(screen);
    const { main } = screen;
    const typed = () => main.querySelector<HTMLInputElement>('#key-passphrase');
    Object.assign(typed() ?? {}, { value: 'half typed' });
    kept.approvals.set(second.id, [signed(cleo, second, 'refuse')]);
    await look();
    await vi.waitFor(() => expect(stands(main)[1]).toBe('decided already'));
    await vi.waitFor(() => expect(typed()?.value).toBe('half typed'));
  });

  it('no link says where somebody goes on after a refusal', async () => {
    signer();
    const { main } = await openSeveral(`${toApprove(first)}&rest=${idOf(99)}.${'1'.repeat(64)}`);
    const link = main.querySelector<HTMLAnchorElement>('.one a[href^="#/refuse"]');
    link?.addEventListener('click', (event) => event.preventDefault());
    link?.click();
    expect(link?.getAttribute('href')).toContain(intentDigestHex(first));
    expect(link?.getAttribute('href')).not.toContain('rest=');
  });
});
