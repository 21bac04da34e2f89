// @vitest-environment jsdom

import { type Intent, intentDigestHex, type PolicyDocument } from '@holdfast/policy';
import { writeKeyFile } from '@holdfast/review/keyfile';
import {
  ada,
  bob,
  fixtureNow,
  policyOf,
  recipient,
  replyOf,
  signed,
  testChains,
  transferOf,
} from '@holdfast/testkit/review';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { drawRequest } from '../src/request/screen.ts';
import { quietSigner, testScreen } from './screen.ts';

const policy = policyOf([ada, bob]);
const shown = transferOf(policy);
const attacker = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';
/** Another intent under the id of the first, as a signer that forgot the first might take it. */
const swapped: Intent = { ...shown, outputs: shown.outputs.map((output) => ({ ...output, address: attacker })) };

/** A signer that can be made to answer with another intent, and keeps the approvals it is sent. */
function signer(rules: PolicyDocument) {
  const kept = { intent: shown, approvals: [] as unknown[], sent: [] as { intent: string }[], onSent: () => undefined };
  const facts = {
    ...quietSigner,
    signer: '1',
    name: 'Signer 1',
    deployment: rules.deployment,
    chains: testChains,
    singleHost: true,
  };
  const answer = (path: string, body: string | null): unknown => {
    if (path === '/api/info') return facts;
    if (path.startsWith('/api/intents/')) return replyOf(rules, kept.intent, { approvals: kept.approvals });
    kept.sent.push((JSON.parse(body ?? '') as { approval: { intent: string } }).approval);
    kept.onSent();
    return { evaluation: {} };
  };
  vi.stubGlobal('fetch', (url: URL, init: RequestInit) =>
    Promise.resolve(new Response(JSON.stringify(answer(url.pathname, (init.body as string | undefined) ?? null)))),
  );
  return kept;
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
  vi.setSystemTime(fixtureNow);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** The page as the approver sees it: read, key file opened, box ticked. */
async function readyToApprove(hash = '') {
  const kept = signer(policy);
  const screen = testScreen('en-US', hash);
  await drawRequest(screen, shown.id);
  const { main } = screen;
  const file = await writeKeyFile(bob.secret);
  await vi.waitFor(() => expect(main.querySelector('#key-file')).not.toBeNull());
  const chosen = { size: file.length, text: () => Promise.resolve(file) };
  Object.defineProperty(main.querySelector('#key-file'), 'files', { value: [chosen], configurable: true });
  main.querySelector('form')?.requestSubmit();
  await vi.waitFor(() => expect(main.querySelector('#approve')).not.toBeNull());
  main.querySelector<HTMLInputElement>('#acknowledge')?.click();
  const approve = main.querySelector<HTMLButtonElement>('#approve');
  expect(approve?.disabled).toBe(false);
  return { kept, main, approve };
}

async function refusedWhole(main: HTMLElement): Promise<void> {
  await vi.waitFor(() => expect(main.textContent).toContain('replaced by another one while you were looking'));
  expect(main.textContent?.replace(/\s/g, '')).not.toContain(attacker.slice(2, 20));
  expect(main.querySelectorAll('button, input')).toHaveLength(0);
}

describe('the page signs what it first showed, and nothing else', () => {
  it('takes everything down when the signer answers with another intent under the same id', async () => {
    const { kept, main, approve } = await readyToApprove();
    expect(main.textContent?.replace(/\s/g, '')).toContain(recipient.slice(2, 20));
    kept.intent = swapped;
    vi.advanceTimersByTime(4_000);
    await refusedWhole(main);
    approve?.click();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(kept.sent).toEqual([]);
  });

  it('does not come back when the signer returns to the first intent', async () => {
    const { kept, main } = await readyToApprove();
    kept.intent = swapped;
    vi.advanceTimersByTime(4_000);
    await refusedWhole(main);
    kept.intent = shown;
    vi.advanceTimersByTime(20_000);
    await new Promise((resolve) => setTimeout(resolve, 50));
    await refusedWhole(main);
  });

  it('signs the digest that was read when the signer changes its answer just before the click', async () => {
    const { kept, main, approve } = await readyToApprove();
    kept.intent = swapped;
    approve?.click();
    // To this signer and to the others.
    await vi.waitFor(() => expect(kept.sent).toHaveLength(1 + policy.signers.length));
    expect(new Set(kept.sent.map(({ intent }) => intent))).toEqual(new Set([intentDigestHex(shown)]));
    await refusedWhole(main);
  });

  it('refuses at first sight what is not the request that the link named', async () => {
    signer(policy).intent = swapped;
    const screen = testScreen('en-US', `#/i/${shown.id}?digest=${intentDigestHex(shown)}`);
    await drawRequest(screen, shown.id);
    await vi.waitFor(() => expect(screen.main.textContent).toContain('its digest differs from the one the link named'));
    expect(screen.main.querySelector('button')).toBeNull();
  });

  it('goes on following the decisions about what it shows', async () => {
    const { kept, main } = await readyToApprove();
    kept.approvals = [signed(ada, shown, 'initiate')];
    vi.advanceTimersByTime(4_000);
    await vi.waitFor(() => expect(main.textContent).toContain('signed the request'));
    expect(main.querySelector('#approve')).not.toBeNull();
  });
});
