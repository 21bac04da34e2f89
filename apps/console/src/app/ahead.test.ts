// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const begun: string[] = [];
vi.mock('./areas.ts', () => ({
  beginScreen: (path: string) => void begun.push(path),
  menuAt: () => [{ leads: { to: '/mpc/wallet' } }, { leads: { drawer: 'withdraw' } }, { leads: { to: '/mpc/todo' } }],
}));
for (const part of ['./failure.tsx', './drawer-pages.tsx', './commands.tsx']) vi.doMock(part, () => ({}));

beforeEach(() => {
  vi.useFakeTimers();
  vi.resetModules();
  begun.length = 0;
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const used = async (): Promise<readonly string[]> => {
  dispatchEvent(new Event('keydown'));
  await vi.advanceTimersByTimeAsync(10_000);
  return [...begun];
};

it('fetches the screens of every day once somebody uses the page, and not before', async () => {
  await import('./ahead.ts');
  await vi.advanceTimersByTimeAsync(10_000);
  expect(begun).toEqual([]);
  expect(await used()).toEqual(['/mpc/wallet', '/mpc/todo']);
  expect(await used()).toEqual(['/mpc/wallet', '/mpc/todo']);
});

it.each([{ saveData: true }, { effectiveType: 'slow-2g' }])(
  'leaves a slow or dear line alone (%o)',
  async (connection) => {
    vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { connection }));
    await import('./ahead.ts');
    expect(await used()).toEqual([]);
  },
);
