import type { Intent } from '@holdfast/policy';
import { bodyHash, intentText, type PolicyDocument, policyHash, policyText } from '@holdfast/policy';
import { rawRequest, startFlood } from '@holdfast/testkit/flood';
import { ask, baseIntent, call, decide, freezeOf, genesis, must, newMember, newPolicy } from '@holdfast/testkit/signer';
import { afterEach, expect, test } from 'vitest';
import { type Pair, type Place, preparePair } from './harness.ts';
import { createProcess, type Process } from './processes.ts';

/** Real signer processes behind a named proxy, and ten thousand requests of strangers, two thousand a second where the machine can send them. Times are printed; what is asserted is what was taken. */
const owner = newMember('owner', 'owner');
/** Rules as long as those of a large company. */
const others = Array.from({ length: 150 }, (_, n) => newMember(`viewer-${n}`, 'viewer'));
const seconds = 5;
const perSecond = 2_000;
/** At least so many rounds, however little of the machine the flood leaves. */
const rounds = 4;
let pair: Pair | undefined;
let running: Process[] = [];
afterEach(async () => {
  await Promise.all(running.map((one) => one.kill()));
  running = [];
  await pair?.stop();
});

const from = (n: number): Record<string, string> => ({ 'x-forwarded-for': `203.0.${n >> 8}.${n & 255}` });
const quantile = (values: readonly number[], q: number): number =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(q * values.length))] ?? Number.NaN;

async function timed<T>(times: number[], run: () => Promise<T>): Promise<T> {
  const began = performance.now();
  const value = await run();
  times.push(performance.now() - began);
  return value;
}

async function start(): Promise<{ fixture: Pair; first: Place; policy: PolicyDocument }> {
  const fixture = await preparePair({ config: { trustedProxies: ['127.0.0.1'] } });
  pair = fixture;
  running = await Promise.all(fixture.places.map((place) => createProcess(fixture, place)));
  await Promise.all(running.map((one) => one.start()));
  const policy = newPolicy(fixture, [owner, ...others], ['owner']);
  await genesis(fixture, policy, owner);
  const [first] = fixture.places;
  if (!first) throw new Error('no signer');
  return { fixture, first, policy };
}

/** What a stranger who has read the rules can send: some of it costs a signature check. */
function strangers(policy: PolicyDocument, clients: number): string[] {
  const forged = freezeOf(policy, newMember('owner', 'owner'), { credential: owner.member.credentials[0]?.id ?? '' });
  return Array.from({ length: clients }, (_, n) => from(n)).flatMap((header) => [
    rawRequest('GET', '/api/info', undefined, header),
    rawRequest('POST', '/api/approvals', { approval: { intent: 'x'.repeat(2_000) } }, header),
    rawRequest('POST', '/api/freeze', { freeze: forged }, header),
    rawRequest('GET', '/api/freeze', undefined, header),
    rawRequest('POST', '/channel', { none: 'at all' }, header),
  ]);
}

test.each([1, 200, 2_000])(
  'every order, refusal, look and call of the server is taken while %i strangers flood',
  async (clients) => {
    const { fixture, first, policy } = await start();
    const flood = await startFlood({
      port: Number(new URL(first.url).port),
      requests: strangers(policy, clients),
      perSecond,
      atMost: seconds * perSecond,
      connections: 200,
    });
    const times = {
      stand: [] as number[],
      freeze: [] as number[],
      refuse: [] as number[],
      look: [] as number[],
      call: [] as number[],
    };
    const refused: string[] = [];
    const member = { 'x-forwarded-for': '198.51.100.1' };
    const posted = (path: string, body: unknown) => async (): Promise<void> => {
      const reply = await ask(first, body === undefined ? 'GET' : 'POST', path, body, member);
      if (reply.body.error) refused.push(`${path}: ${reply.body.error.code}`);
    };
    const until = performance.now() + seconds * 1_000;
    for (let n = 0; n < rounds || performance.now() < until; n++) {
      const next: PolicyDocument = { ...policy, version: '2', prev: policyHash(policy) };
      const intent: Intent = { ...baseIntent(policy, 'owner', Date.now()), kind: 'policy', body: bodyHash(next) };
      const announced = { intent: intentText(intent), attachments: { document: policyText(next) } };
      await timed(times.call, () => must(call(fixture, first, 'announce', announced)));
      await timed(times.stand, posted('/api/freeze', undefined));
      const freeze = freezeOf(policy, owner, { reason: `order ${n % 10}` });
      await timed(times.freeze, posted('/api/freeze', { freeze }));
      await timed(times.refuse, posted('/api/refusals', { approval: decide(intent, owner, 'refuse') }));
      await timed(times.look, posted('/api/info', undefined));
    }
    const { sent, statuses } = await flood.stop();
    const lines = Object.entries(times).map(
      ([what, all]) =>
        `${what}: ${all.length} taken, p50 ${quantile(all, 0.5).toFixed(0)} ms, p99 ${quantile(all, 0.99).toFixed(0)} ms`,
    );
    console.log(
      `${clients} strangers sent ${sent} in ${seconds} s (${JSON.stringify(statuses)})\n  ${lines.join('\n  ')}`,
    );
    expect(sent).toBeGreaterThan(1_000);
    expect(refused.filter((one) => !one.endsWith('tooMany'))).toEqual([]);
    expect(times.freeze.length).toBeGreaterThanOrEqual(rounds);
  },
  120_000,
);
