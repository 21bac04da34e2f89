// @vitest-environment jsdom

import { bodyHash, canonicalText, type Intent, intentDigestHex, verifyApproval } from '@holdfast/policy';
import { ada, bob, cleo, fixtureNow, policyChangeOf, replyOf, signed, transferOf } from '@holdfast/testkit/review';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { patienceMs } from '../src/request/deliver.ts';
import { hashFor, idOf, intents, openRefusals, pills, policy, signer } from './many.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime(fixtureNow);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('refusing several requests', () => {
  it('shows each of them whole enough to be told apart, and signs a refusal over each', async () => {
    const kept = signer();
    const { main, button, useKey } = await openRefusals(hashFor(intents));
    expect(main.querySelectorAll('.address')).toHaveLength(3);
    await useKey();
    expect(button()?.textContent).toBe('Refuse 3');
    button()?.click();
    await vi.waitFor(() => expect(pills(main)).toEqual(['refused', 'refused', 'refused']));
    expect(kept.sent.map(({ intent, decision }) => [intent, decision])).toEqual(
      intents.map((intent) => [intentDigestHex(intent), 'refuse']),
    );
    for (const approval of kept.sent) expect(verifyApproval(policy, approval).ok).toBe(true);
    await vi.waitFor(() => expect(button()).toBeNull());
  });

  it('closes a tab that was opened for it when nothing is left to refuse, and not while something is', async () => {
    const kept = signer(idOf(2));
    const gone = vi.fn();
    vi.stubGlobal('close', gone);
    const { button, useKey } = await openRefusals(`${hashFor(intents)}&tab=own`);
    await useKey();
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout'] });
    vi.setSystemTime(fixtureNow);
    button()?.click();
    await vi.waitFor(() => expect(button()?.textContent).toBe('Refuse 2'));
    await vi.advanceTimersByTimeAsync(10_000);
    expect(gone).not.toHaveBeenCalled();
    kept.failing = '';
    button()?.click();
    await vi.waitFor(() => expect(button()).toBeNull());
    await vi.advanceTimersByTimeAsync(10_000);
    expect(gone).toHaveBeenCalledOnce();
  });

  it('gives each refusal to another signer where its own does not answer, and keeps the tab that says so', async () => {
    signer();
    const { main, button, useKey } = await openRefusals(`${hashFor(intents)}&tab=own`);
    await useKey();
    const [, other] = policy.signers;
    const given: string[] = [];
    vi.stubGlobal('fetch', (url: URL) => {
      if (url.origin !== other?.origin) return new Promise(() => undefined);
      given.push(url.pathname);
      return Promise.resolve(Response.json({ evaluation: {} }));
    });
    button()?.click();
    // A wait for each would be longer.
    const most = { timeout: 2 * patienceMs };
    await vi.waitFor(() => expect(main.textContent).toContain('Signer 2 has your decision'), most);
    expect(given).toEqual(['/api/refusals', '/api/refusals', '/api/refusals']);
    expect(button()).toBeNull();
    expect(main.textContent).not.toContain('closes by itself');
  });

  it('says of what was refused that it was, which is no success', async () => {
    signer();
    const { main, button, useKey } = await openRefusals(hashFor(intents.slice(0, 1)));
    await useKey();
    button()?.click();
    await vi.waitFor(() => expect(button()).toBeNull());
    const told = [...main.querySelectorAll('.pill, .notice')].map((one) => [one.className.trim(), one.textContent]);
    expect(told).toEqual([
      ['pill', 'refused'],
      ['notice info', 'Refused.'],
    ]);
  });

  it('says whose key is used: of whoever opened it here, before anybody whose turn it is', async () => {
    signer();
    const { main, useKey } = await openRefusals(`${hashFor(intents)}&for=m-bob`);
    await useKey();
    expect([main.querySelector('#sign-as'), main.textContent?.includes('Sign as: Bob')]).toEqual([null, true]);
  });

  it('signs one reason with all of them, and keeps it where the row stops and is taken up again', async () => {
    const kept = signer(idOf(2));
    const { main, button, useKey } = await openRefusals(hashFor(intents));
    await useKey();
    const why = (): HTMLInputElement => main.querySelector('#why') ?? expect.fail('no field for a reason');
    why().value = 'wrong invoice';
    why().dispatchEvent(new Event('input'));
    button()?.click();
    await vi.waitFor(() => expect(button()?.textContent).toBe('Refuse 2'));
    expect(why().value).toBe('wrong invoice');
    kept.failing = '';
    button()?.click();
    await vi.waitFor(() => expect(pills(main)).toEqual(['refused', 'refused', 'refused']));
    expect(kept.sent).toEqual(intents.map((intent) => signed(bob, intent, 'refuse', 'wrong invoice')));
  });

  it('still refuses key material that all have approved, as long as it waits', async () => {
    const kept = signer();
    const wanted = { v: '1', domain: 'holdfast/export/v1', deployment: policy.deployment, keyGroup: 'c'.repeat(32) };
    const request = { ...wanted, epoch: '0', signer: '1', recipient: `age1${'q'.repeat(58)}` };
    const share: Intent = { ...policyChangeOf(policy, policy), kind: 'export', body: bodyHash(request), id: idOf(9) };
    kept.others.set(
      share.id,
      replyOf(policy, share, {
        attachments: { export: canonicalText(request) },
        approvals: [signed(ada, share, 'initiate'), signed(bob, share, 'approve')],
        grant: { readyAt: fixtureNow, until: fixtureNow + 1, taken: 0, pending: true },
      }),
    );
    const { main, button, useKey } = await openRefusals(hashFor([share]));
    expect(pills(main)).toEqual(['to be refused']);
    await useKey();
    button()?.click();
    await vi.waitFor(() => expect(kept.sent.map(({ intent }) => intent)).toEqual([intentDigestHex(share)]));
  });

  it('leaves out a payment that is signed, says so, and asks for no refusal of it', async () => {
    const kept = signer();
    const [first] = intents;
    if (!first) throw new Error('a request');
    kept.others.set(first.id, replyOf(policy, first, { state: 'signed' }));
    const { main, button } = await openRefusals(hashFor([first]));
    expect(pills(main)).toEqual(['has ended already']);
    expect([main.textContent?.includes('has signed the payment'), button()]).toEqual([true, null]);
  });

  it('stops at the first that fails, says so, and takes up the rest again', async () => {
    const kept = signer(idOf(2));
    const { main, button, useKey } = await openRefusals(hashFor(intents));
    await useKey();
    button()?.click();
    await vi.waitFor(() => expect(button()?.textContent).toBe('Refuse 2'));
    expect(main.querySelector('#decision')?.textContent).toContain('busy');
    // Opening the key again draws it anew, and is no new try.
    await useKey();
    await new Promise((done) => setTimeout(done, 20));
    expect(main.querySelector('#decision')?.textContent).toContain('busy');
    expect(pills(main)).toEqual(['refused', 'to be refused', 'to be refused']);
    kept.failing = '';
    button()?.click();
    await vi.waitFor(() => expect(pills(main)).toEqual(['refused', 'refused', 'refused']));
    expect(kept.sent).toHaveLength(3);
  });

  it('leaves out what has ended, and what is another request than the link names', async () => {
    const kept = signer();
    const [first, second, third] = intents;
    if (!first || !second || !third) throw new Error('three requests');
    kept.approvals.set(first.id, [signed(cleo, first, 'refuse', 'wrong invoice')]);
    const other = hashFor([first, third]).concat(`,${second.id}.${'0'.repeat(64)}`);
    const { main, button, useKey } = await openRefusals(other);
    expect(pills(main)).toEqual(['has ended already', 'to be refused', 'not shown']);
    expect(main.querySelector('section')?.textContent).toContain('Cleo refused:wrong invoice');
    await useKey();
    button()?.click();
    await vi.waitFor(() => expect(pills(main)[1]).toBe('refused'));
    expect(kept.sent.map(({ intent }) => intent)).toEqual([intentDigestHex(third)]);
  });

  it.each([
    ['nothing', '#/refuse'],
    ['something else', '#/refuse?items=abc'],
    ['one twice', hashFor([intents[0] as Intent, intents[0] as Intent])],
    ['too many', hashFor(Array.from({ length: 41 }, (_, n) => transferOf(policy, { id: idOf(n) })))],
  ])('refuses a link that names %s', async (_name, hash) => {
    signer();
    const { main } = await openRefusals(hash);
    expect(main.textContent).toContain('This link names no requests');
  });
});
