// @vitest-environment jsdom
import { Fault } from '@holdfast/signer-ui';
import { beforeEach, expect, it, vi } from 'vitest';
import { handOver, makeGenesis } from '../src/enroll/hand-over.ts';
import { drawEnroll } from '../src/enroll/screen.ts';
import { testScreen } from './screen.ts';

const signer = (id: string, digit: string) => ({
  signer: id,
  name: `Signer ${id}`,
  origin: `http://signer-${id}.example`,
  identity: digit.repeat(64),
  channel: digit.repeat(64),
  policy: null,
  peers: [],
  keyGroups: [],
  chains: [],
  singleHost: false,
});
vi.mock('@holdfast/signer-ui', async (original) => ({
  ...(await original<object>()),
  allSignerFacts: async () => [signer('1', 'a'), signer('2', 'b')],
  passkeysPossible: () => true,
}));
vi.mock('../src/enroll/hand-over.ts', () => ({
  keptGenesis: 'holdfast.genesis',
  makeGenesis: vi.fn(async () => ({ document: '', proof: {} })),
  handOver: vi.fn(async () => {
    throw new Fault('faultUnexpected', { message: 'no' }, 'wrongCode');
  }),
}));

beforeEach(() => localStorage.clear());

it('after a wrong set-up code it says that the key exists and is used; it is not made again', async () => {
  const screen = testScreen('en-US', '#/enroll?name=Ada');
  await drawEnroll(screen);
  const button = () => screen.main.querySelector<HTMLButtonElement>('button[type=submit]');
  const made = 'Your key was made already and is used: none is made again.';
  expect(button()?.textContent).toBe('Create passkey and set up');
  expect(screen.main.textContent).not.toContain(made);
  for (const times of [1, 2]) {
    const code = screen.main.querySelector<HTMLInputElement>('#setup-code');
    if (code) code.value = 'WRONG';
    screen.main.querySelector('form')?.dispatchEvent(new Event('submit', { cancelable: true }));
    await vi.waitFor(() => expect(handOver).toHaveBeenCalledTimes(times));
    await vi.waitFor(() => expect(button()?.textContent).toBe('Set up'));
    expect(screen.main.textContent).toContain('The signer does not accept this set-up code.');
    expect(screen.main.textContent).toContain(made);
  }
  expect(makeGenesis).toHaveBeenCalledOnce();
});
