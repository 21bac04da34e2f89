// @vitest-environment jsdom

import { type Freeze, type PolicyDocument, policyHash, policyText, verifyFreeze } from '@holdfast/policy';
import { writeKeyFile } from '@holdfast/review/keyfile';
import { ada, bob, cleo, fixtureNow, policyOf } from '@holdfast/testkit/review';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { drawFreeze } from '../src/freeze/screen.ts';
import { quietSigner, testScreen } from './screen.ts';

const policy = policyOf([ada, bob, cleo]);
const peers = [{ id: '2', name: 'Signer 2', origin: 'http://localhost:8702', identity: '', channel: '' }];

/** Two signers: this one keeps what it is sent, the other signs on. */
function signers(inForce: PolicyDocument | null = policy) {
  const kept = { sent: [] as Freeze[], refuse: '', freeze: null as unknown };
  const facts = (): object => ({
    ...quietSigner,
    signer: '1',
    name: 'Signer 1',
    deployment: inForce?.deployment ?? null,
    policy: inForce && { id: inForce.id, version: inForce.version, hash: policyHash(inForce) },
    policyText: inForce && policyText(inForce),
    peers,
    frozen: kept.freeze !== null,
    freeze: kept.freeze,
    time: fixtureNow + 90_000,
    singleHost: true,
  });
  const answer = (url: URL, body: string): Response => {
    if (url.port === '8702') return Response.json({ ...facts(), frozen: false, freeze: null });
    if (body === '') return Response.json(facts());
    const { freeze } = JSON.parse(body) as { freeze: Freeze };
    if (kept.refuse !== '') return Response.json({ error: { code: kept.refuse, message: 'no' } }, { status: 400 });
    kept.sent.push(freeze);
    kept.freeze = { at: fixtureNow, by: freeze.member, reason: freeze.reason, proof: freeze };
    return Response.json({ freeze: kept.freeze });
  };
  vi.stubGlobal('fetch', (url: URL, init: RequestInit) => Promise.resolve(answer(url, String(init.body ?? ''))));
  return kept;
}

beforeEach(() => {
  localStorage.clear();
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime(fixtureNow);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function open(language: 'en-US' | 'zh-CN' = 'en-US') {
  const screen = testScreen(language, '#/freeze');
  await drawFreeze(screen);
  const { main } = screen;
  const button = (): HTMLButtonElement | null => main.querySelector('#freeze');
  const useKey = async (secret = bob.secret): Promise<void> => {
    const file = await writeKeyFile(secret);
    const input = main.querySelector<HTMLInputElement>('#key-file');
    Object.defineProperty(input, 'files', { value: [{ size: file.length, text: () => Promise.resolve(file) }] });
    main.querySelector('form')?.dispatchEvent(new Event('submit', { cancelable: true }));
    await vi.waitFor(() => expect(button() ?? main.querySelector('form .hint')?.textContent).toBeTruthy());
  };
  const write = (text: string): void => {
    const input = main.querySelector<HTMLInputElement>('#reason');
    if (!input) throw new Error('no reason field');
    input.value = text;
    input.dispatchEvent(new Event('input'));
  };
  return { main, button, useKey, write };
}

describe('stopping a signer', () => {
  it('takes one press, without a reason, and signs exactly this signer’s rules and time', async () => {
    const kept = signers();
    const { main, button, useKey } = await open();
    expect(main.textContent).toContain('Only the members together can let it go on');
    await useKey();
    button()?.click();
    await vi.waitFor(() => expect(main.textContent).toContain('Done. Signer 1 signs nothing'));
    const [freeze] = kept.sent;
    expect(freeze).toMatchObject({ member: bob.member.id, reason: '', time: String(fixtureNow + 90_000) });
    if (!freeze) throw new Error('nothing was sent');
    expect(verifyFreeze(policy, freeze)).toMatchObject({ ok: true });
    expect(main.textContent).toContain('own key; checked here');
    expect(button()).toBeNull();
  });

  it('keeps a reason, in one line, and shows it as text', async () => {
    const kept = signers();
    const { main, button, useKey, write } = await open();
    await useKey();
    write('  <b>stolen</b>   laptop ');
    button()?.click();
    await vi.waitFor(() => expect(kept.sent[0]?.reason).toBe('<b>stolen</b> laptop'));
    await vi.waitFor(() => expect(main.querySelector('dl')?.textContent).toContain('<b>stolen</b> laptop'));
    expect(main.querySelector('dl b')).toBeNull();
  });

  it('signs no reason that would deceive whoever reads it', async () => {
    const kept = signers();
    const { main, button, useKey, write } = await open();
    await useKey();
    write('\u202egnp.exe');
    button()?.click();
    expect(main.querySelector('[role=alert]')?.textContent).toContain('cannot be shown safely');
    write('\u0958'.repeat(101));
    button()?.click();
    expect(main.querySelector('#decision > [role=alert]')?.textContent).toContain('too long');
    expect(main.querySelectorAll('#decision > [role=alert]')).toHaveLength(1);
    expect(kept.sent).toEqual([]);
  });

  it('says that it did not work, and can be pressed again', async () => {
    const kept = signers();
    kept.refuse = 'policyStale';
    const { main, button, useKey } = await open();
    await useKey();
    button()?.click();
    await vi.waitFor(() => expect(main.textContent).toContain('policyStale'));
    expect(main.textContent).not.toContain('Done.');
    // Drawn anew it goes on saying so.
    await useKey();
    await new Promise((done) => setTimeout(done, 20));
    expect(main.textContent).toContain('policyStale');
    kept.refuse = '';
    button()?.click();
    await vi.waitFor(() => expect(main.textContent).toContain('Done.'));
  });

  it('takes no key of somebody who is nobody here', async () => {
    signers();
    const { main, button, useKey } = await open();
    await useKey(new Uint8Array(32).fill(7));
    expect(button()).toBeNull();
    expect(main.textContent).toContain('This key belongs to nobody who may sign here');
  });

  it('says of the others what they say themselves, and where to stop them', async () => {
    signers();
    const { main } = await open();
    const link = main.querySelector<HTMLAnchorElement>('a[href^="http://localhost:8702"]');
    expect(link?.getAttribute('href')).toBe('http://localhost:8702/#/freeze?lang=en-US');
    await vi.waitFor(() => expect(main.querySelector('.meta .pill')?.textContent).toBe('signs'));
  });

  it('speaks Chinese', async () => {
    signers();
    const { main } = await open('zh-CN');
    expect(main.querySelector('h1')?.textContent).toBe('停止签名节点 1');
    expect(main.textContent).not.toMatch(/\{\w+\}/);
  });

  it('has nothing to stop before the set-up', async () => {
    signers(null);
    const { main, button } = await open();
    expect(main.textContent).toContain('has not been set up yet');
    expect(button()).toBeNull();
  });
});

describe('a signer that stands still already', () => {
  it('at the server’s word: says so, and still takes a member’s proof', async () => {
    const kept = signers();
    kept.freeze = { at: fixtureNow, by: bob.member.id, reason: 'says the server', proof: null };
    const { main, button, useKey } = await open();
    expect(main.textContent).toContain('This is only what the server said');
    await useKey();
    expect(main.textContent).toContain('put your own order in its place');
    button()?.click();
    await vi.waitFor(() => expect(main.textContent).toContain('own key; checked here'));
  });

  it.each<[string, (proof: Freeze) => unknown]>([
    ['another member', (proof) => ({ by: ada.member.id, proof })],
    ['another reason', (proof) => ({ reason: 'a drill', proof })],
    ['a changed proof', (proof) => ({ proof: { ...proof, time: '1' } })],
    ['no proof at all', () => ({ proof: { policy: policyHash(policy) } })],
  ])('with an order that does not hold (%s): says that', async (_, change) => {
    const kept = signers();
    const first = await open();
    await first.useKey();
    first.button()?.click();
    await vi.waitFor(() => expect(kept.freeze).not.toBeNull());
    const proof = kept.sent[0] as Freeze;
    kept.freeze = Object.assign({ at: fixtureNow, by: bob.member.id, reason: '', proof }, change(proof));
    const { main } = await open();
    expect(main.textContent).toContain('The order that this signer shows does not hold');
    expect(main.textContent).toContain('not proven');
  });
});
