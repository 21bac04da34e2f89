import { AsyncLocalStorage } from 'node:async_hooks';
import { randomInt } from 'node:crypto';
import { randomFrom } from '@holdfast/testkit/random';
import { expect, it, vi } from 'vitest';
import { asOne, gathered, inWaves, ofEach } from './gathering.ts';

const seed = Number(process.env.HOLDFAST_SEED ?? randomInt(1, 2 ** 31));
const turn = (): Promise<void> => new Promise((done) => setImmediate(done));

it('those who ask the same at the same moment share one reading, which begins after the last of them asked', async () => {
  let [truth, readings] = [0, 0];
  const ask = asOne(String, async (_: string) => {
    readings += 1;
    const seen = truth;
    await turn();
    return seen;
  });
  const first = [ask('x'), ask('x')];
  await Promise.resolve();
  truth = 1;
  const later = [ask('x'), ask('x'), ask('x')];
  expect(await Promise.all(first)).toEqual([0, 0]);
  expect(await Promise.all(later)).toEqual([1, 1, 1]);
  expect(readings).toBe(2);
});

it('whoever asks something else waits for nobody', async () => {
  const never = new Promise<string>(() => undefined);
  const ask = asOne(String, (key: string) => (key === 'slow' ? never : Promise.resolve(key)));
  void ask('slow');
  expect(await ask('quick')).toBe('quick');
});

it('a reading that fails fails for those who shared it, and nobody after them', async () => {
  let down = true;
  const ask = asOne(String, async (key: string) => {
    await turn();
    if (down) throw new Error('away');
    return key;
  });
  const all = await Promise.allSettled([ask('x'), ask('x')]);
  expect(all.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  down = false;
  expect(await ask('x')).toBe('x');
});

it(`each of many questions gets its own answer, however they come in, and none from before it was asked (seed ${seed})`, async () => {
  const random = randomFrom(seed);
  let [now, statements] = [0, 0];
  const ask = gathered(async (keys: readonly number[]) => {
    statements += 1;
    const at = now;
    for (let n = random.between(0, 3); n > 0; n--) await turn();
    return keys.map((key) => ({ key, at }));
  });
  const asked = 500;
  await Promise.all(
    Array.from({ length: asked }, async (_, key) => {
      for (let n = random.between(0, 20); n > 0; n--) await turn();
      now += 1;
      const before = now;
      const answer = await ask(key);
      expect(answer.key).toBe(key);
      expect(answer.at).toBeGreaterThanOrEqual(before);
    }),
  );
  expect(statements).toBeLessThan(asked / 4);
});

it('what comes together goes together, and what comes meanwhile goes next; a failure is its own alone', async () => {
  const together = inWaves();
  const begun: string[] = [];
  let open = (): void => undefined;
  const gate = new Promise<void>((done) => {
    open = done;
  });
  const first = ['a', 'b'].map((name) =>
    together(async () => {
      begun.push(name);
      await gate;
      if (name === 'b') throw new Error('broken');
      return name;
    }),
  );
  await turn();
  await turn();
  const later = ['c', 'd'].map((name) => together(async () => begun.push(name)));
  await turn();
  expect(begun).toEqual(['a', 'b']);
  open();
  expect((await Promise.allSettled(first)).map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
  await Promise.all(later);
  expect(begun).toEqual(['a', 'b', 'c', 'd']);
  expect(await together(async () => 'e')).toBe('e');
});

it('whoever waits for something else than this database holds up the next for a moment only', async () => {
  const together = inWaves();
  void together(() => new Promise(() => undefined));
  await turn();
  await turn();
  expect(await together(async () => 'next')).toBe('next');
});

it('whoever waits on one chain holds up nobody on another, for no moment', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  try {
    const togetherOn = ofEach(inWaves);
    const [slow, other] = [{}, {}];
    void togetherOn(slow)(() => new Promise(() => undefined));
    await turn();
    await turn();
    expect(await togetherOn(other)(async () => 'next')).toBe('next');
  } finally {
    vi.useRealTimers();
  }
});

it('work in a wave stays within the trace of whoever asked for it', async () => {
  const trace = new AsyncLocalStorage<string>();
  const together = inWaves();
  const asked = ['a', 'b'].map((name) => trace.run(name, () => together(async () => trace.getStore())));
  expect(await Promise.all(asked)).toEqual(['a', 'b']);
});
