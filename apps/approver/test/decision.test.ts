// @vitest-environment jsdom

import { type Approval, type Intent, policyHash, policyText } from '@holdfast/policy';
import { openReview, type Review } from '@holdfast/review';
import { writeKeyFile } from '@holdfast/review/keyfile';
import { icon, type Language } from '@holdfast/signer-ui';
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
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { kindsOnPage } from '../src/kinds/index.ts';
import { lazySections } from '../src/lazy-sections.ts';
import { changesCard, changesHeadline } from '../src/request/changes.ts';
import { type DecisionState, drawDecision, newDecisionState } from '../src/request/decision.ts';
import { effectNotice, whileOpen } from '../src/request/effect.ts';
import { nextNotice } from '../src/request/next.ts';
import { peopleCard } from '../src/request/people.ts';
import { contextRows } from '../src/request/summary.ts';
import { quietSigner, testScreen } from './screen.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime(fixtureNow);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const policy = policyOf([ada, bob, cleo]);

/** The decision part with the device keys of these people opened from files. */
async function desk(review: Review, people: readonly (typeof ada)[], hash = '', language: Language = 'en-US') {
  const screen = testScreen(language, hash);
  const place = document.createElement('div');
  screen.show(place);
  const state: DecisionState = newDecisionState();
  for (const one of people) state.opened.set(one.member.credentials[0]?.id ?? '', one.secret);
  await drawDecision(screen, place, review, state, () => Promise.resolve());
  const button = (id: string): HTMLButtonElement | null => place.querySelector(`#${id}`);
  return { place, state, screen, button };
}

const reviewOf = (change: Partial<Intent> = {}, approvals: Parameters<typeof signed>[] = []) => {
  const intent = transferOf(policy, change);
  return openReview(
    replyOf(policy, intent, { approvals: approvals.map((args) => signed(...args)) }),
    expectedOf(intent),
  );
};

describe('deciding', () => {
  it('stays closed until what was shown is acknowledged, and the button names what happens', async () => {
    const { place, button } = await desk(reviewOf(), [bob]);
    expect(button('approve')?.disabled).toBe(true);
    expect(button('approve')?.textContent).toBe('Approve: withdraw 1,234.567890123456789012 ETH');
    const box = place.querySelector<HTMLInputElement>('#acknowledge');
    box?.click();
    expect(button('approve')?.disabled).toBe(false);
    box?.click();
    expect(button('approve')?.disabled).toBe(true);
  });

  it('says at the box and on the button that a change of rules lifts a freeze', async () => {
    const next = { ...policy, version: '2', prev: policyHash(policy) };
    const intent = { ...policyChangeOf(policy, next), request: 'unfreeze' };
    const review = openReview(
      replyOf(policy, intent, { attachments: { document: policyText(next) } }),
      expectedOf(intent),
    );
    await kindsOnPage.policy.fetch?.();
    const approving = await desk(review, [bob]);
    expect(approving.button('approve')?.textContent).toBe('Approve: lift the freeze');
    expect(approving.place.querySelector('label.check')?.textContent).toContain('the signers shall sign again');
    expect((await desk(review, [ada])).button('approve')?.textContent).toBe('Sign this request: lift the freeze');
  });

  it('says of rules in force that they are, and who approved them, but nothing of who would have to now', async () => {
    const { members, ...rest } = policy;
    const next = { ...rest, members: members.map((one) => ({ ...one, name: `${one.name} II` })), version: '2' };
    const coming = { ...next, prev: policyHash(policy) };
    const intent = policyChangeOf(policy, coming);
    const approvals = [signed(bob, intent, 'approve')];
    const attachments = { document: policyText(coming) };
    const reply = { ...replyOf(policy, intent, { attachments, approvals }), policy: policyText(coming) };
    const review = openReview(reply, expectedOf(intent));
    const { place, button, screen } = await desk(review, [bob]);
    expect(place.textContent).toContain('These rules are in force.');
    expect([button('approve'), button('refuse')]).toEqual([null, null]);
    const people = peopleCard(screen, review).textContent;
    expect(people).toContain('Bob II');
    expect(people).not.toMatch(/not yet|Ada/);
    expect(effectNotice(screen, review)).toBeNull();
    // Compared with themselves they would say that nothing changed, and their own rule that somebody else had to approve.
    expect(changesHeadline(screen, review).textContent).toBe('A change of the rules that is in force');
    expect(changesCard(screen, review)?.textContent).toContain('nothing is left to compare');
    expect([...contextRows(screen, review).querySelectorAll('dt')].map((one) => one.textContent)).not.toContain('Rule');
  });

  it('says of a payment that the signer gave up that it is never made, and signs nothing for it', async () => {
    const intent = transferOf(policy);
    const { place, button } = await desk(
      openReview({ ...replyOf(policy, intent), state: 'closed' }, expectedOf(intent)),
      [bob],
    );
    expect(place.textContent).toContain('it is never made');
    expect([button('approve'), button('refuse')]).toEqual([null, null]);
  });

  it('says of a signed payment that it is signed, whatever was refused since, and offers no decision', async () => {
    const intent = transferOf(policy);
    for (const late of [[], [signed(bob, intent, 'refuse', 'too late')]]) {
      const reply = replyOf(policy, intent, { approvals: late, state: 'signed' });
      const { place, state, screen, button } = await desk(openReview(reply, expectedOf(intent)), [bob]);
      const expectSigned = (): void => {
        expect(place.textContent).toContain('has signed the payment');
        expect(place.textContent).not.toContain('has ended');
        expect([button('approve'), button('refuse')]).toEqual([null, null]);
      };
      expectSigned();
      // Refused here, at the moment in which it was signed.
      state.done = 'refuse';
      await drawDecision(screen, place, openReview(reply, expectedOf(intent)), state, () => Promise.resolve());
      expectSigned();
    }
  });

  it('takes away what is said of an open request alone once it has ended or run out, and not before', async () => {
    const open = whileOpen(document.createElement('p'));
    const isThere = async (review: Review): Promise<boolean> => {
      document.documentElement.append(open);
      await desk(review, [bob]);
      return open.isConnected;
    };
    const intent = transferOf(policy);
    const signedOne = openReview({ ...replyOf(policy, intent), state: 'signed' }, expectedOf(intent));
    expect([await isThere(reviewOf()), await isThere(signedOne)]).toEqual([true, false]);
    expect(await isThere(reviewOf({ expires: String(fixtureNow - 1) }))).toBe(false);
  });

  it('says that nobody can make it pass under its own rules, and nothing of that under others', async () => {
    const unsatisfiable = (review: Review): Review => ({
      ...review,
      evaluation: { ...review.evaluation, state: 'unsatisfiable' },
    });
    const words = 'cannot be satisfied with the present members';
    expect((await desk(unsatisfiable(reviewOf()), [bob])).place.textContent).toContain(words);
    const intent = { ...transferOf(policy), policy: { ...transferOf(policy).policy, version: '9' } };
    const stale = openReview(replyOf(policy, intent), expectedOf(intent));
    expect((await desk(unsatisfiable(stale), [bob])).place.textContent).not.toContain(words);
  });

  it('offers signing the request to the initiator who may not approve', async () => {
    const { button } = await desk(reviewOf(), [ada]);
    expect(button('approve')?.textContent).toBe('Sign this request');
    expect(button('refuse')).not.toBeNull();
  });

  it('asks who has signed the request for an approval too, once the rules ask that person, with a new acknowledgement', async () => {
    const both = policyOf([ada, bob, cleo], {
      strategies: [
        {
          wallet: '*',
          signProtection: 'off',
          nodes: [
            { kind: 'approve', name: 'B', approvers: ['m-bob'], threshold: '1' },
            { kind: 'sign', name: 'A', approvers: ['m-ada'], threshold: '1' },
          ],
        },
      ],
    });
    const intent = transferOf(both);
    const at = (...signs: Parameters<typeof signed>[]): Review =>
      openReview(replyOf(both, intent, { approvals: signs.map((args) => signed(...args)) }), expectedOf(intent));
    const first = at([ada, intent, 'initiate']);
    const { place, state, screen, button } = await desk(first, [ada]);
    const draw = (review: Review): Promise<void> => drawDecision(screen, place, review, state, () => Promise.resolve());
    state.done = 'initiate';
    await draw(first);
    expect(button('approve')).toBeNull();
    await draw(at([ada, intent, 'initiate'], [bob, intent, 'approve']));
    expect(button('approve')?.textContent).toContain('Approve: withdraw');
    expect(button('approve')?.disabled).toBe(true);
  });

  it('asks once more before a refusal, and can be left', async () => {
    const { place, button } = await desk(reviewOf(), [bob]);
    button('refuse')?.click();
    await vi.waitFor(() =>
      expect(place.querySelector('[role=alertdialog]')?.textContent).toContain('It ends for everybody'),
    );
    expect(document.activeElement?.textContent).toBe('Keep it');
    place.querySelectorAll('button')[0]?.click();
    await vi.waitFor(() => expect(button('approve')).not.toBeNull());
  });

  it('says that it waits for the question, which takes no place once something else was done meanwhile', async () => {
    vi.stubGlobal('fetch', () => new Promise(() => undefined));
    const { place, state, button } = await desk(reviewOf(), [bob]);
    place.querySelector<HTMLInputElement>('#acknowledge')?.click();
    button('refuse')?.click();
    expect([button('refuse')?.disabled, place.querySelector('[role=status]')?.textContent]).toEqual([
      true,
      'Asking the signer …',
    ]);
    button('approve')?.click();
    expect(state.busy).toBe(true);
    await import('../src/refuse/confirm.ts');
    await new Promise((done) => setTimeout(done));
    await vi.waitFor(() => expect(place.textContent).toContain('has signed'));
    expect(place.querySelector('[role=alertdialog]')).toBeNull();
  });

  it.each([
    ['en-US', 'Waiting for the key of Bob …Cancel', 'The key of Bob has signed. Waiting for Signer 1 …'],
    ['zh-CN', '正在等待 Bob 的密钥……取消', 'Bob 的密钥已签名，正在等待签名节点 1……'],
  ] as const)('says whether it is the key or the signer that is waited for, in %s', async (language, key, signer) => {
    let answer = (_: Response): void => undefined;
    vi.stubGlobal(
      'fetch',
      () =>
        new Promise<Response>((done) => {
          answer = done;
        }),
    );
    const [first, ...others] = policy.signers;
    const signers = first ? [{ ...first, origin: location.origin }, ...others] : [];
    const rules = policyOf([ada, bob, cleo], { signers });
    const asked = transferOf(rules);
    const review = openReview(replyOf(rules, asked), expectedOf(asked));
    const { place, state, button } = await desk(review, [bob], '', language);
    place.querySelector<HTMLInputElement>('#acknowledge')?.click();
    button('approve')?.click();
    expect(place.textContent).toBe(key);
    await vi.waitFor(() => expect(place.textContent).toBe(signer));
    answer(Response.json({ evaluation: {} }));
    await vi.waitFor(() => expect(state.done).toBe('approve'));
  });

  it('asks about no refusal of a request that was taken off the screen meanwhile', async () => {
    const { place, state, button } = await desk(reviewOf(), [bob]);
    button('refuse')?.click();
    state.withdrawn = true;
    await import('../src/refuse/confirm.ts');
    await new Promise((done) => setTimeout(done));
    expect(place.querySelector('[role=alertdialog]')).toBeNull();
  });

  /** The question whether to refuse, with a reason typed; what is sent from there on. */
  async function refusing(typed: string) {
    const sent: Approval[] = [];
    vi.stubGlobal('fetch', (_url: URL, init: RequestInit) => {
      sent.push((JSON.parse(String(init.body)) as { approval: Approval }).approval);
      return Promise.resolve(Response.json({ evaluation: {} }));
    });
    const { place, state, button } = await desk(reviewOf(), [bob]);
    button('refuse')?.click();
    const field = await vi.waitFor(() => {
      const found = place.querySelector<HTMLInputElement>('#why');
      if (!found) throw new Error('no field yet');
      return found;
    });
    field.value = typed;
    field.dispatchEvent(new Event('input'));
    return { place, state, sent, yes: () => [...place.querySelectorAll('button')].at(-1)?.click() };
  }

  it('takes a reason with a refusal, counts its characters, and signs it with the decision', async () => {
    const { place, state, sent, yes } = await refusing(' wrong\u00a0 invoice ');
    expect(place.querySelector('#why-count')?.textContent).toBe('16 / 200');
    yes();
    await vi.waitFor(() => expect(state.done).toBe('refuse'));
    expect(sent).toEqual([signed(bob, transferOf(policy), 'refuse', 'wrong invoice')]);
  });

  it('signs the refusal as it always was where no reason is given', async () => {
    const { state, sent, yes } = await refusing(' ');
    yes();
    await vi.waitFor(() => expect(state.done).toBe('refuse'));
    expect(sent).toEqual([signed(bob, transferOf(policy), 'refuse')]);
  });

  it('signs no reason that would deceive whoever reads it, says so, and leaves what was typed', async () => {
    const { place, sent, yes } = await refusing('approved by \u202eada');
    yes();
    yes();
    expect(place.textContent?.match(/cannot be shown safely/g)).toHaveLength(1);
    expect(place.querySelector<HTMLInputElement>('#why')?.value).toContain('approved by');
    expect(sent).toEqual([]);
  });

  it('tells a reason as too long that is so only as it is signed', async () => {
    const { place, sent, yes } = await refusing('\u0958'.repeat(101));
    yes();
    expect(place.querySelector('#why-bad')?.textContent).toContain('too long');
    expect(sent).toEqual([]);
  });

  it.each([
    ['expired', { expires: String(fixtureNow - 1) }, 'has expired'],
    [
      'under other rules',
      { policy: { id: 'main', version: '1', hash: 'f'.repeat(64) } },
      'Rules or address book have changed',
    ],
    ['on an unknown network', { chain: 'evm:1' }, 'does not know the network evm:1'],
    ['of an unknown coin', { asset: { symbol: 'ETH', contract: '', decimals: '6' } }, 'does not know this asset'],
  ])('offers no approving for a request %s', async (_, change, message) => {
    const { place, button } = await desk(reviewOf(change), [bob]);
    expect(place.textContent).toContain(message);
    expect(button('approve')).toBeNull();
  });

  it('offers nothing to somebody who was not asked, nothing after an end, nothing without a key', async () => {
    const only = policyOf([ada, bob, cleo], {
      strategies: [
        {
          wallet: '*',
          signProtection: 'on',
          nodes: [{ kind: 'sign', name: 'B', approvers: ['m-bob'], threshold: '1' }],
        },
      ],
    });
    const intent = transferOf(only);
    const notAsked = await desk(openReview(replyOf(only, intent), expectedOf(intent)), [cleo]);
    expect([notAsked.button('approve'), notAsked.button('refuse')]).toEqual([null, null]);
    expect(notAsked.place.textContent).toContain('Cleo is not asked');
    const ended = await desk(reviewOf({}, [[bob, transferOf(policy), 'refuse']]), [cleo]);
    expect(ended.button('approve')).toBeNull();
    expect(ended.place.textContent).toContain('Bob refused this request');
    const keyless = await desk(reviewOf(), []);
    expect(keyless.button('approve')).toBeNull();
    expect(keyless.place.textContent).toContain('Sign with a key file');
  });

  it('says beside an ended request who refused it and why, as text that cannot pass for more', async () => {
    const remark = '<b>wrong</b>\u200b invoice';
    const refused = reviewOf({}, [[bob, transferOf(policy), 'refuse', remark]]);
    const [said, ...others] = await lazySections(testScreen(), quietSigner, refused);
    expect(said?.textContent).toBe('Bob refused:<b>wrong</b>⟨U+200B⟩ invoice');
    expect([said?.querySelector('b'), others]).toEqual([null, []]);
    expect(await lazySections(testScreen(), quietSigner, reviewOf({}, [[bob, transferOf(policy), 'refuse']]))).toEqual(
      [],
    );
  });

  it('says what everybody said who refused, so that none hides the words of another behind their own', async () => {
    const intent = transferOf(policy);
    const [warning, cover] = ['PHISHING: do not ask again', 'wrong amount, ask again'];
    const refused = reviewOf({}, [
      [cleo, intent, 'refuse', warning],
      [bob, intent, 'refuse', cover],
    ]);
    expect(refused.evaluation.refusedBy).toBe(bob.member.id);
    const said = await lazySections(testScreen(), quietSigner, refused);
    expect(said.map((one) => one.textContent)).toEqual([
      expect.stringMatching(`^Cleo.*${warning}`),
      expect.stringMatching(`^Bob.*${cover}`),
    ]);
    const { place, screen } = await desk(refused, [ada]);
    expect(place.textContent).toContain('Cleo, Bob refused this request');
    const people = [...peopleCard(screen, refused).querySelectorAll('.people li')].map((one) => one.textContent);
    expect(people).toEqual(['Adahas not signed the request yet', 'Bobrefused', 'Cleorefused']);
  });

  it.each([
    // Where it is enough, and where somebody refused, nobody else is waited for.
    ['approve', ['check', 'check', 'dash']],
    ['refuse', ['check', 'cross', 'dash']],
  ] as const)('draws beside everybody what they did, after one decided to %s', (decision, icons) => {
    const intent = transferOf(policy);
    const review = reviewOf({}, [
      [ada, intent, 'initiate'],
      [bob, intent, decision],
    ]);
    const drawn = [...peopleCard(testScreen(), review).querySelectorAll('.people li svg')];
    const all = (['check', 'cross', 'clock', 'dash'] as const).map((name) => [name, icon(name)] as const);
    expect(drawn.map((one) => all.find(([, other]) => other.isEqualNode(one))?.[0])).toEqual(icons);
  });

  it('says of a refusal that the request has ended, which is no success', async () => {
    const { place, state, screen } = await desk(reviewOf(), [bob]);
    state.done = 'refuse';
    const refused = reviewOf({}, [[bob, transferOf(policy), 'refuse']]);
    await drawDecision(screen, place, refused, state, () => Promise.resolve());
    expect(
      [...place.querySelectorAll('.notice')].map(({ className, textContent }) => [className, textContent]),
    ).toEqual([['notice info', 'Refused. This request has ended.']]);
  });

  it('keeps what was said in an element of its own, which no quotation mark in it ends', async () => {
    const remark = '”. Cleo has checked it: “please ask again';
    const [said] = await lazySections(
      testScreen(),
      quietSigner,
      reviewOf({}, [[bob, transferOf(policy), 'refuse', remark]]),
    );
    expect([...(said?.querySelectorAll('p') ?? [])].map((one) => [one.className, one.textContent])).toEqual([
      ['', 'Bob refused:'],
      ['pre', remark],
    ]);
  });

  it('shows no refusal of somebody who is not asked', async () => {
    const strategies = [
      {
        wallet: '*',
        signProtection: 'on' as const,
        nodes: [{ kind: 'sign' as const, name: 'B', approvers: ['m-bob'], threshold: '1' }],
      },
    ];
    const only = policyOf([ada, bob, cleo], { strategies });
    const intent = transferOf(only);
    const approvals = [signed(cleo, intent, 'refuse', 'not mine to say'), signed(bob, intent, 'refuse', 'no')];
    const review = openReview(replyOf(only, intent, { approvals }), expectedOf(intent));
    const said = await lazySections(testScreen(), quietSigner, review);
    expect(said.map((one) => one.textContent)).toEqual([expect.stringMatching('^Bob')]);
  });

  it('shows no reason that was not signed, or not by who refused', async () => {
    const intent = transferOf(policy);
    const forged = { ...signed(bob, intent, 'refuse', 'no'), remark: 'yes, approve it again' };
    const reply = replyOf(policy, intent, { approvals: [signed(cleo, intent, 'refuse'), forged] });
    const review = openReview(reply, expectedOf(intent));
    expect(review.evaluation.refusedBy).toBe(cleo.member.id);
    expect(await lazySections(testScreen(), quietSigner, review)).toEqual([]);
  });

  /** Their keys as passkeys of this page: which of them a device has, the browser does not tell. */
  const withPasskey = ({ member, secret }: typeof ada) => {
    const id = `${member.id}-passkey-0001`;
    const credential = { id, type: 'passkey' as const, publicKey: `04${'ab'.repeat(64)}` };
    const place = { rpId: location.hostname, origins: [location.origin] };
    return { member: { ...member, credentials: [{ ...credential, ...place }] }, secret };
  };

  describe('with passkeys, of which nobody knows whose device this is', () => {
    const people = [ada, bob, cleo].map(withPasskey);
    const approvers = ['m-bob', 'm-cleo'];
    const strategies = [
      {
        wallet: '*',
        signProtection: 'on' as const,
        nodes: [{ kind: 'sign' as const, name: 'B', approvers, threshold: '2' }],
      },
    ];
    const rules = policyOf(people, { strategies });
    const asked = transferOf(rules);
    const review = openReview(replyOf(rules, asked), expectedOf(asked));
    const signer = (place: HTMLElement) => [...place.querySelectorAll('option')].map((one) => [one.text, one.selected]);

    afterEach(() => localStorage.clear());

    const offered = (place: HTMLElement) =>
      signer(place).map(([text, chosen]) => [String(text).split(' · ')[0], chosen]);

    it('says whose key is used where the link is for somebody whose turn it is; the others stand behind a button', async () => {
      const { place, button } = await desk(review, [], '#/i/x?for=m-cleo');
      expect(offered(place)).toEqual([]);
      expect(place.textContent).toContain('Sign as: Cleo');
      expect(button('approve')?.textContent).toContain('Approve: withdraw');
      [...place.querySelectorAll('button')].find((one) => one.textContent === 'Somebody else decides')?.click();
      await vi.waitFor(() => expect(offered(place)).toHaveLength(3));
    });

    it('offers a choice where another one’s key was used in this browser, and that of the link was not', async () => {
      localStorage.setItem('holdfast.keys', 'm-bob-passkey-0001');
      const { place } = await desk(review, [], '#/i/x?for=m-cleo');
      expect(offered(place)).toEqual([
        ['Bob', false],
        ['Cleo', true],
      ]);
    });

    it('offers everybody whose turn it is where the link names nobody', async () => {
      const { place } = await desk(review, []);
      expect(offered(place).map(([name]) => name)).toEqual(['Bob', 'Cleo', 'Ada']);
    });

    it.each([
      [['m-bob'], 'Your turn comes after Bob.'],
      [['m-bob', 'm-ada'], 'Your turn comes after 1 of Bob, Ada.'],
    ])('tells somebody whose turn it is not for whom it waits, by name: %j', async (approvers, told) => {
      const flow = [
        { kind: 'approve' as const, name: 'First', approvers, threshold: '1' },
        { kind: 'sign' as const, name: 'Second', approvers: ['m-cleo'], threshold: '1' },
      ];
      const later = policyOf(people, { strategies: [{ wallet: '*', signProtection: 'off', nodes: flow }] });
      const intent = transferOf(later);
      const { place, button } = await desk(
        openReview(replyOf(later, intent), expectedOf(intent)),
        [],
        '#/i/x?for=m-cleo',
      );
      expect(place.textContent).toContain(told);
      expect(place.textContent).not.toContain('First');
      expect(button('approve')).toBeNull();
    });

    it('offers no other key where whom the link is for has none here, until somebody else says so', async () => {
      const away = people.map((one) => (one.member.id === 'm-cleo' ? cleo : one));
      const rules = policyOf(away, { strategies });
      const intent = transferOf(rules);
      const { place, button } = await desk(
        openReview(replyOf(rules, intent), expectedOf(intent)),
        [],
        '#/i/x?for=m-cleo',
      );
      expect(place.textContent).toContain('This link is for Cleo, who has no key that can be used here');
      expect(button('approve')).toBeNull();
      [...place.querySelectorAll('button')].find((one) => one.textContent === 'Somebody else decides')?.click();
      await vi.waitFor(() => expect(button('approve')).not.toBeNull());
    });

    it('says at once of a key that was never used here that it may not be there, and takes the one that was', async () => {
      localStorage.setItem('holdfast.keys', 'm-bob-passkey-0001');
      const { place } = await desk(review, []);
      expect(signer(place).find(([, chosen]) => chosen)?.[0]).toContain('Bob');
      expect(place.textContent).not.toContain('never used in this browser');
      const other = await desk(review, [], '#/i/x?for=m-cleo');
      expect(other.place.textContent).toContain('The key of Cleo was never used in this browser');
    });

    it('says whose key it waits for, and stops waiting when that is not the one', async () => {
      const ask = vi.fn(
        ({ signal }: { signal: AbortSignal }) =>
          new Promise((_, fail) => signal.addEventListener('abort', () => fail(new DOMException('no', 'AbortError')))),
      );
      vi.stubGlobal('isSecureContext', true);
      vi.stubGlobal('PublicKeyCredential', class {});
      vi.stubGlobal('navigator', { ...navigator, credentials: { get: ask } });
      const { place, button } = await desk(review, [], '#/i/x?for=m-bob');
      place.querySelector<HTMLInputElement>('#acknowledge')?.click();
      button('approve')?.click();
      await vi.waitFor(() => expect(ask).toHaveBeenCalledTimes(1));
      expect(place.textContent).toContain('Waiting for the key of Bob');
      button('stop')?.click();
      await vi.waitFor(() => expect(button('approve')).not.toBeNull());
      expect(place.querySelector('.bar [role=alert]')).toBeNull();
    });

    it.each([
      ['en-US', 'The passkey was not used', 'The key of Bob was asked for'],
      ['zh-CN', '未使用通行密钥', '请求使用的是 Bob 的密钥'],
    ] as const)(
      'says that the passkey was not used where this device has none, and whose that was, and goes on saying so, in %s',
      async (language, what, whose) => {
        vi.stubGlobal('isSecureContext', true);
        vi.stubGlobal('PublicKeyCredential', class {});
        const get = (): Promise<never> => Promise.reject(new DOMException('no', 'NotAllowedError'));
        vi.stubGlobal('navigator', { ...navigator, credentials: { get } });
        const { place, button } = await desk(review, [], '#/i/x?for=m-bob', language);
        place.querySelector<HTMLInputElement>('#acknowledge')?.click();
        button('approve')?.click();
        await vi.waitFor(() => expect(button('approve')).not.toBeNull());
        await new Promise((done) => setTimeout(done, 20));
        const lines = [...place.querySelectorAll('.bar [role=alert] p')].map(({ textContent }) => textContent);
        expect(lines).toEqual([expect.stringContaining(what), expect.stringContaining(whose)]);
      },
    );
  });

  it('tells what failed until the next act, however often it is drawn anew, and not once the signer has the decision', async () => {
    const answers = vi.fn(() => Promise.reject(new TypeError('away')));
    vi.stubGlobal('fetch', answers);
    const { place, state, screen, button } = await desk(reviewOf(), [bob]);
    const draw = (review: Review): Promise<void> => drawDecision(screen, place, review, state, () => Promise.resolve());
    const told = (): string => place.querySelector('.bar > [role=alert]')?.textContent ?? '';
    const approve = async (): Promise<void> => {
      place.querySelector<HTMLInputElement>('#acknowledge')?.click();
      button('approve')?.click();
      expect([state.busy, told()]).toEqual([true, '']);
      await vi.waitFor(() => expect(button('approve')).not.toBeNull());
      // Whatever was still being drawn.
      await new Promise((done) => setTimeout(done, 20));
    };
    await approve();
    expect(told()).toContain('does not answer');
    // The key did its part.
    expect(told()).not.toContain('The key of Bob');
    await draw(reviewOf());
    expect(told()).toContain('does not answer');
    // Drawing that was begun before the press does not put the form back while the key is asked for.
    const late = draw(reviewOf());
    button('approve')?.click();
    await late;
    expect(state.busy ? button('approve') : null).toBeNull();
    await vi.waitFor(() => expect(told()).toContain('does not answer'));
    await draw(reviewOf({}, [[bob, transferOf(policy), 'approve']]));
    expect(place.textContent).not.toContain('does not answer');
  });

  describe('where the signer of the page does not answer', () => {
    const intent = transferOf(policy);
    const [, other] = policy.signers;

    /** A page whose signer hangs while another one takes what it is given; `pressed` is what is pressed on it. */
    async function hanging(pressed: 'approve' | 'refuse') {
      const given: { origin: string; approval: Approval }[] = [];
      vi.stubGlobal('fetch', (url: URL, { signal, body }: RequestInit) => {
        given.push({ origin: url.origin, ...(JSON.parse(String(body)) as { approval: Approval }) });
        if (url.origin === other?.origin)
          return new Promise((done) => setTimeout(done, 300, Response.json({ evaluation: {} })));
        // It neither answers nor goes.
        return new Promise((_, fail) => signal?.addEventListener('abort', () => fail(new TypeError('late'))));
      });
      const reload = vi.fn(() => Promise.reject(new TypeError('away')));
      const { place, state, screen, button } = await desk(reviewOf(), [bob]);
      const draw = (review: Review): Promise<void> => drawDecision(screen, place, review, state, reload);
      if (pressed === 'approve') place.querySelector<HTMLInputElement>('#acknowledge')?.click();
      button(pressed)?.click();
      if (pressed === 'refuse') {
        await vi.waitFor(() => expect(place.querySelector('.dangerous')).not.toBeNull());
        place.querySelector<HTMLButtonElement>('.dangerous')?.click();
      }
      return { place, state, button, draw, given, reload };
    }

    it('another one is given what was signed, which is said, and no key is asked for again', async () => {
      const { place, state, button, draw, given, reload } = await hanging('approve');
      await vi.waitFor(() => expect(place.textContent).toContain('does not answer yet'), { timeout: 6_000 });
      await vi.waitFor(() => expect(place.textContent).toMatch(/Signer 2 has your decision/));
      expect(new Set(given.map(({ origin }) => origin))).toEqual(
        new Set([location.origin, ...policy.signers.map(({ origin }) => origin)]),
      );
      const [{ approval } = { approval: signed(bob, intent, 'approve') }] = given;
      // Until the own one has that very decision: another one of the same person is none.
      const elsewhere = { ...approval, proof: { ...approval.proof, signature: '00'.repeat(64) } };
      for (const approvals of [[], [elsewhere]]) {
        await draw(openReview(replyOf(policy, intent, { approvals }), expectedOf(intent)));
        expect([button('approve'), place.textContent?.includes('Waiting for')]).toEqual([null, false]);
        expect(place.textContent).toContain('Signer 2 has your decision');
      }
      // Whoever is next may be somebody else by then.
      state.opened.clear();
      await draw(openReview(replyOf(policy, intent, { approvals: [approval] }), expectedOf(intent)));
      expect(place.textContent).toContain('Your decision is with the signer');
      expect(reload).not.toHaveBeenCalled();
    });

    it('the same is so of a refusal', async () => {
      const { place, given } = await hanging('refuse');
      await vi.waitFor(() => expect(place.textContent).toMatch(/Signer 2 has your decision/), { timeout: 7_000 });
      const there = given.filter(({ origin }) => origin === other?.origin);
      expect(there.map(({ approval }) => approval.decision)).toEqual(['refuse']);
    });

    it('what it says itself, however late, is told and not what others say', async () => {
      vi.stubGlobal('fetch', (url: URL) =>
        url.origin === location.origin
          ? new Promise((done) =>
              setTimeout(
                done,
                4_300,
                Response.json({ error: { code: 'x', message: 'not any more' } }, { status: 409 }),
              ),
            )
          : new Promise((done) => setTimeout(done, 900, Response.json({ evaluation: {} }))),
      );
      const { place, button } = await desk(reviewOf(), [bob]);
      place.querySelector<HTMLInputElement>('#acknowledge')?.click();
      button('approve')?.click();
      await vi.waitFor(() => expect(place.textContent).toContain('not any more'), { timeout: 7_000 });
      expect(place.textContent).not.toContain('has your decision');
    });

    it('right after it took the decision, that is said', async () => {
      vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ evaluation: {} })));
      const screen = testScreen('en-US');
      const [place, state] = [document.createElement('div'), newDecisionState()];
      state.opened.set(bob.member.credentials[0]?.id ?? '', bob.secret);
      screen.show(place);
      await drawDecision(screen, place, reviewOf(), state, () => Promise.reject(new TypeError('away')));
      place.querySelector<HTMLInputElement>('#acknowledge')?.click();
      place.querySelector<HTMLButtonElement>('#approve')?.click();
      await vi.waitFor(() => expect(place.textContent).toContain('has your decision, but this page could not'));
      expect(place.querySelector('#approve')).toBeNull();
    });
  });

  it.each([
    ['approve', false],
    ['refuse', true],
  ] as const)('beside a payment that is signed, what failed is told of a refusal alone (%s)', async (tried, told) => {
    const intent = transferOf(policy);
    const { place, state, screen } = await desk(reviewOf(), [bob]);
    Object.assign(state, {
      tried,
      failed: Object.assign(document.createElement('p'), { textContent: 'does not answer' }),
    });
    const signed = openReview(replyOf(policy, intent, { approvals: [], state: 'signed' }), expectedOf(intent));
    await drawDecision(screen, place, signed, state, () => Promise.resolve());
    expect(place.textContent).toContain('has signed the payment');
    expect(place.textContent?.includes('does not answer')).toBe(told);
  });

  it('tells an approval whose answer did not come as given once it is among those that the signer has, and not for another one that is', async () => {
    const intent = transferOf(policy);
    const failed = () => Object.assign(document.createElement('p'), { textContent: 'does not answer' });
    const after = async (change: Parameters<typeof replyOf>[2]) => {
      const { place, state, screen } = await desk(reviewOf(), [bob]);
      Object.assign(state, { tried: 'approve', failed: failed() });
      const review = openReview(replyOf(policy, intent, change), expectedOf(intent));
      await drawDecision(screen, place, review, state, () => Promise.resolve());
      return ['Your decision is with the signer', 'does not answer'].map((told) => place.textContent?.includes(told));
    };
    const approvals = [signed(bob, intent, 'approve')];
    expect(await after({ approvals, state: 'signed' })).toEqual([true, false]);
    expect(await after({ approvals: [], state: 'signed' })).toEqual([false, false]);
    // What was given before, on another page: the one that is missing was tried here.
    const { evaluation } = openReview(replyOf(policy, intent, { approvals }), expectedOf(intent));
    const [first] = evaluation.nodes;
    const eligible = ['m-bob'];
    const pages = { name: 'Pages', kind: 'page', threshold: 1, eligible, approved: [], through: ['one'] } as const;
    const nodes = first ? [{ ...first, threshold: 1, approved: ['m-bob'] }, pages] : [];
    const waiting = { ...evaluation, state: 'waiting', initiatorSigned: true, nodes } as const;
    expect(await after({ approvals, evaluation: waiting })).toEqual([false, true]);
  });

  it('keeps the buttons in a bar of their own, and whose key is used with them', async () => {
    const { place, button } = await desk(reviewOf(), [bob]);
    const bar = place.querySelector('.bar');
    expect([bar?.contains(button('approve')), bar?.contains(button('refuse'))]).toEqual([true, true]);
    expect(bar?.textContent).toContain('Sign as: Bob');
  });

  it('says after a decision whose are missing, by name', async () => {
    const strategies = [
      {
        wallet: '*',
        signProtection: 'on' as const,
        nodes: [{ kind: 'sign' as const, name: 'B', approvers: ['m-bob', 'm-cleo'], threshold: '2' }],
      },
    ];
    const rules = policyOf([ada, bob, cleo], { strategies });
    const intent = transferOf(rules);
    const at = (...signs: Parameters<typeof signed>[]): Review =>
      openReview(replyOf(rules, intent, { approvals: signs.map((args) => signed(...args)) }), expectedOf(intent));
    const { place, state, screen } = await desk(at([ada, intent, 'initiate']), [bob]);
    const draw = (review: Review): Promise<void> => drawDecision(screen, place, review, state, () => Promise.resolve());
    state.done = 'approve';
    await draw(at([ada, intent, 'initiate'], [bob, intent, 'approve']));
    expect(place.textContent).toContain('Waiting for one more approver: Cleo');
    await draw(at([bob, intent, 'approve']));
    expect(place.textContent).toContain('Waiting for Ada to sign the request.');
  });

  it('says which step follows and whom it asks, in the words of the console', async () => {
    const step = (name: string, approvers: string[], threshold = '1') => ({
      kind: 'sign' as const,
      name,
      approvers,
      threshold,
    });
    const told = async (second: ReturnType<typeof step>, language: Language): Promise<string> => {
      const nodes = [step('A', ['m-bob', 'm-cleo']), second];
      const rules = policyOf([ada, bob, cleo], {
        strategies: [{ wallet: '*', signProtection: 'off' as const, nodes }],
      });
      const intent = transferOf(rules);
      const review = openReview(
        replyOf(rules, intent, { approvals: [signed(ada, intent, 'initiate'), signed(ada, intent, 'approve')] }),
        expectedOf(intent),
      );
      return nextNotice(testScreen(language), review)?.textContent ?? '';
    };
    const first = 'Waiting for one more approver: Bob or Cleo';
    expect(await told(step('B', ['m-cleo', 'm-bob']), 'en-US')).toBe(`${first}; then step 2 of 2: Cleo or Bob`);
    expect(await told(step('B', ['m-cleo', 'm-bob'], '2'), 'en-US')).toBe(`${first}; then step 2 of 2: 2 of Cleo, Bob`);
    expect(await told(step('B', ['m-ada', 'm-bob'], '2'), 'zh-CN')).toBe(
      '还需 1 人批准：Bob或Cleo；然后第 2 步（共 2 步）需 1 人批准：Bob',
    );
    // Whose approval is there already is asked for nothing more.
    expect(await told(step('B', ['m-ada']), 'en-US')).toBe(first);
  });

  it('closes a tab that was opened for one decision once that is made, and no other', async () => {
    const gone = vi.fn();
    vi.stubGlobal('close', gone);
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout'] });
    vi.setSystemTime(fixtureNow);
    for (const [hash, times] of [
      ['#/i/x', 0],
      ['#/i/x?tab=own', 1],
    ] as const) {
      const { place, state, screen } = await desk(reviewOf(), [bob], hash);
      await vi.advanceTimersByTimeAsync(10_000);
      expect(gone).toHaveBeenCalledTimes(0);
      state.done = 'approve';
      const after = reviewOf({}, [[bob, transferOf(policy), 'approve']]);
      await drawDecision(screen, place, after, state, () => Promise.resolve());
      await vi.advanceTimersByTimeAsync(10_000);
      expect(gone).toHaveBeenCalledTimes(times);
    }
  });

  it('leads back only to http addresses', async () => {
    const good = await desk(reviewOf(), [bob], `#/i/x?return=${encodeURIComponent('http://localhost:8700/mpc/todo')}`);
    expect(good.place.querySelector('a')?.getAttribute('href')).toBe('http://localhost:8700/mpc/todo');
    for (const bad of ['javascript:alert(1)', '//evil.example', 'data:text/html,x', 'http://a:b@evil.example/']) {
      const { place } = await desk(reviewOf(), [bob], `#/i/x?return=${encodeURIComponent(bad)}`);
      expect(place.querySelector('a')).toBeNull();
    }
  });

  it('takes a key file of somebody who is asked, and says why not otherwise', async () => {
    const { place, button } = await desk(reviewOf(), []);
    const input = place.querySelector<HTMLInputElement>('#key-file');
    const choose = (text: string): void => {
      const file = { size: text.length, text: () => Promise.resolve(text) };
      Object.defineProperty(input, 'files', { value: [file], configurable: true });
      place.querySelector('form')?.requestSubmit();
    };
    const says = (text: string) => vi.waitFor(() => expect(place.textContent).toContain(text));
    choose('nothing');
    await says('This is not a device key file.');
    choose(await writeKeyFile(new Uint8Array(32).fill(77)));
    await says('This key belongs to nobody who may sign here.');
    choose(await writeKeyFile(bob.secret));
    await vi.waitFor(() => expect(button('approve')).not.toBeNull());
  });
});
