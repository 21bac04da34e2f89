import { expect, test } from 'vitest';
import type { Signer } from './client.ts';
import { createSignerMonitor, type SignerState } from './monitor.ts';

/** A signer whose next answers are given by hand. */
function signer(id: string) {
  const asked: PromiseWithResolvers<never>[] = [];
  const call = (): Promise<never> => {
    const answer = Promise.withResolvers<never>();
    asked.push(answer);
    return answer.promise;
  };
  return {
    signer: { id, call } as unknown as Signer,
    asked: () => asked.length,
    say: (frozen: boolean) => asked.at(-1)?.resolve({ frozen, time: 0 } as never),
    fail: () => asked.at(-1)?.reject(new Error('no answer')),
  };
}
const told = (states: readonly SignerState[]) => states.map(({ health }) => health?.frozen);
/** Longer than a page waits for a signer that hangs. */
const settled = <T>(promise: Promise<T>): Promise<T | 'waits'> =>
  Promise.race([promise, new Promise<'waits'>((give) => setTimeout(give, 1_500, 'waits'))]);

test('a page waits for a signer of which nothing is known, and not for one that hangs later', async () => {
  const [one, two] = [signer('1'), signer('2')];
  const monitor = createSignerMonitor([one.signer, two.signer], () => new Date());
  const first = monitor.shown(0);
  one.say(false);
  expect(await settled(first)).toBe('waits');
  two.say(false);
  expect(told(await first)).toEqual([false, false]);

  // It hangs: what it said last is shown, until it is known to be silent.
  const second = monitor.shown(0);
  one.say(true);
  expect(told(await second)).toEqual([true, false]);
  two.fail();
  await expect.poll(() => monitor.heard('2').silentSince).toBeDefined();
  const third = monitor.shown(0);
  one.say(true);
  expect(told(await third)).toEqual([true, undefined]);

  // Whoever has to know waits as long as it takes.
  expect(await settled(monitor.look(0))).toBe('waits');
});

test('all who ask in one moment share a round, and an answer that comes in time is the one that is shown', async () => {
  const one = signer('1');
  const monitor = createSignerMonitor([one.signer], () => new Date());
  const both = [monitor.shown(1_000), monitor.look(1_000)];
  expect(one.asked()).toBe(1);
  one.say(true);
  expect((await Promise.all(both)).map(told)).toEqual([[true], [true]]);
});
