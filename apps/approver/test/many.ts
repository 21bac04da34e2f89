import { type Approval, type Intent, intentDigestHex } from '@holdfast/policy';
import { writeKeyFile } from '@holdfast/review/keyfile';
import { ada, bob, cleo, policyOf, replyOf, testChains, transferOf } from '@holdfast/testkit/review';
import { expect, vi } from 'vitest';
import { drawRefusals } from '../src/refuse/screen.ts';
import { drawSeveral } from '../src/several/screen.ts';
import { quietSigner, testScreen } from './screen.ts';

export const policy = policyOf([ada, bob, cleo]);
export const idOf = (n: number): string => `0195b2c4-7e11-7c3a-9f00-${String(n).padStart(12, '0')}`;
export const intents = [1, 2, 3].map((n): Intent => transferOf(policy, { id: idOf(n), request: `request-${n}` }));
/** Another network of the name of the first. */
export const twin = 'evm:1';
export const hashFor = (some: readonly Intent[]): string =>
  `#/refuse?items=${some.map((intent) => `${intent.id}.${intentDigestHex(intent)}`).join(',')}`;

/** A signer that keeps what it is sent; the request whose id is `failing` cannot be sent. */
export function signer(failing = '') {
  const kept = {
    sent: [] as Approval[],
    /** Origins of other signers that were told something. */
    elsewhere: [] as string[],
    failing,
    approvals: new Map<string, unknown[]>(),
    others: new Map<string, object>(),
  };
  const facts = {
    ...quietSigner,
    signer: '1',
    name: 'Signer 1',
    deployment: policy.deployment,
    chains: testChains.flatMap((chain) => (chain.family === 'evm' ? [chain, { ...chain, id: twin }] : [chain])),
    singleHost: true,
  };
  const answer = (path: string, body: string): Response => {
    if (path === '/api/info') return Response.json(facts);
    const other = kept.others.get(path.split('/').at(-1) ?? '');
    if (other) return Response.json(other);
    const intent = intents.find(({ id }) => path.endsWith(id));
    if (intent) return Response.json(replyOf(policy, intent, { approvals: kept.approvals.get(intent.id) ?? [] }));
    const { approval } = JSON.parse(body) as { approval: Approval };
    const target = intents.find((one) => intentDigestHex(one) === approval.intent);
    if (target?.id === kept.failing)
      return Response.json({ error: { code: 'busy', message: 'busy' } }, { status: 503 });
    kept.sent.push(approval);
    return Response.json({ evaluation: {} });
  };
  vi.stubGlobal('fetch', (url: URL, init: RequestInit) => {
    if (url.origin === location.origin) return Promise.resolve(answer(url.pathname, String(init.body ?? '')));
    kept.elsewhere.push(url.origin);
    return Promise.reject(new TypeError('away'));
  });
  return kept;
}

export const pills = (main: HTMLElement): string[] =>
  [...main.querySelectorAll('.pill')].map((pill) => pill.textContent ?? '');

export const several = hashFor(intents).replace('#/refuse', '#/approve');

export async function openSeveral(hash = several) {
  const screen = testScreen('en-US', hash);
  await drawSeveral(screen);
  const { main } = screen;
  const file = await writeKeyFile(bob.secret);
  const input = main.querySelector<HTMLInputElement>('#key-file');
  if (input) {
    Object.defineProperty(input, 'files', { value: [{ size: file.length, text: () => Promise.resolve(file) }] });
    main.querySelector('form')?.requestSubmit();
    await vi.waitFor(() => expect(button(main)).not.toBeNull());
  }
  const boxes = [...main.querySelectorAll<HTMLInputElement>('.one input[type=checkbox]')];
  return { main, boxes };
}
export const button = (main: HTMLElement): HTMLButtonElement | null => main.querySelector('#approve-all');

/** The page with Bob's key file opened. */
export async function openRefusals(hash: string) {
  const screen = testScreen('en-US', hash);
  await drawRefusals(screen);
  const { main } = screen;
  const button = (): HTMLButtonElement | null => main.querySelector('#refuse-all');
  const useKey = async (): Promise<void> => {
    const file = await writeKeyFile(bob.secret);
    const input = main.querySelector<HTMLInputElement>('#key-file');
    Object.defineProperty(input, 'files', { value: [{ size: file.length, text: () => Promise.resolve(file) }] });
    main.querySelector('form')?.dispatchEvent(new Event('submit', { cancelable: true }));
    await vi.waitFor(() => expect(button()).not.toBeNull());
  };
  return { main, button, useKey };
}
