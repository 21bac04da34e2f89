import { readFileSync } from 'node:fs';
import { request as open } from 'node:http';
import path from 'node:path';
import { headerNames, isFile } from '@holdfast/contract';
import { apiClientHeaders } from '@holdfast/testkit';
import { runsOf } from '@holdfast/testkit/runs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findDrift } from '../ledger/service.ts';
import { type By, endpoints, type Fixture, openHouse, samples } from './test/fixture.ts';
import { type ApiDocument, type FuzzRequest, requestsFrom } from './test/fuzz-requests.ts';

const seed = Number(process.env.HOLDFAST_SEED ?? Math.floor(Math.random() * 2 ** 31));
/** CI runs half of them. */
const count = runsOf(40_000, 0.025);
const inFlight = 24;
const document: ApiDocument = JSON.parse(
  readFileSync(path.join(import.meta.dirname, '../../../../docs/openapi.json'), 'utf8'),
);

let fixture: Fixture;
let callers: (By | undefined)[];
beforeAll(async () => {
  console.log(`seed ${seed}, ${count} requests`);
  fixture = await openHouse();
  callers = [...(await Promise.all(fixture.callers.map(({ token }) => token()))), undefined, 'no-session'];
}, 180_000);
afterAll(() => fixture.flow.close());

/** These end the sessions that the rest is asked with, or stop all signing; or they judge codes, and copies of the owner have no authenticator of their own. */
const without = new Set([
  '/api/logout',
  '/api/mpc/login_history/revoke_all',
  '/api/step_up',
  '/api/mpc/account/authenticator/begin',
  '/api/mpc/account/password/change',
  '/api/mpc/signing/freeze',
]);

interface Reply {
  readonly status: number;
  readonly type: string;
  readonly text: string;
}
/** Node's own client sends an address as it is; `fetch` would mend it. */
function send({ method, path: target, type, body, caller }: FuzzRequest, timeoutMs: number): Promise<Reply> {
  const { hostname, port } = new URL(fixture.flow.server.url);
  const by = callers[caller];
  const signed =
    typeof by === 'object'
      ? apiClientHeaders(by, { method: method as 'GET', url: `${by.origin}${target}`, body: body ?? '' })
      : {};
  const headers = {
    'user-agent': 'testkit',
    [headerNames.client]: 'web',
    ...(typeof by === 'string' ? { [headerNames.token]: by } : {}),
    ...(body === undefined ? {} : { 'content-type': type, 'content-length': String(Buffer.byteLength(body)) }),
    ...signed,
  };
  return new Promise((resolve, reject) => {
    const sent = open({ hostname, port, method, path: target, headers, timeout: timeoutMs }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          type: response.headers['content-type'] ?? '',
          text: Buffer.concat(chunks).toString(),
        }),
      );
      response.on('error', reject);
    });
    sent.on('timeout', () => sent.destroy(new Error('no answer in time')));
    sent.on('error', reject);
    sent.end(body);
  });
}

/** Longer than any endpoint says of itself, and than a busy machine makes of it. */
const mostMs = Math.max(...endpoints.map(([, { timeoutMs = 10_000 }]) => (timeoutMs > 60_000 ? 0 : timeoutMs))) * 2;
const files = new Set(endpoints.flatMap(([, endpoint]) => (isFile(endpoint) ? [endpoint.path] : [])));

/** What is wrong with an answer; undefined for a sound one. */
function faultOf({ method, path: target }: FuzzRequest, { status, type, text }: Reply): string | undefined {
  if (status >= 500) return `${status} ${text.slice(0, 200)}`;
  if (method === 'HEAD' || method === 'OPTIONS') return undefined;
  if (files.has(target.split(/[?#]/)[0] ?? '') && !type.includes('application/json;')) return undefined;
  if (!/^\{"code":\d+,"msg":"/.test(text) && !target.startsWith('/api/openapi'))
    return `no envelope: ${status} ${text.slice(0, 200)}`;
  return undefined;
}

test('whatever is asked, it is answered, in the envelope, and never by a failure of the server', async () => {
  const known = (field: string): readonly string[] =>
    [fixture.own[field], fixture.theirs[field], fixture.absent[field], samples[field]].filter(
      (value) => value !== undefined,
    );
  const requests = requestsFrom(document, { known, callers: callers.length, without, count, seed });
  const faults: string[] = [];
  const statuses = new Map<string, number>();
  const queue = requests.values();
  const work = async (): Promise<void> => {
    for (const request of queue) {
      const reply = await send(request, mostMs).catch((error: Error) => ({
        status: 599,
        type: '',
        text: error.message,
      }));
      const fault = faultOf(request, reply);
      const code = /^\{"code":(\d+)/.exec(reply.text)?.[1] ?? String(reply.status);
      statuses.set(code, (statuses.get(code) ?? 0) + 1);
      if (fault) faults.push(`${JSON.stringify(request).slice(0, 1_500)}\n  → ${fault}`);
    }
  };
  await Promise.all(Array.from({ length: inFlight }, work));
  console.log(
    [...statuses]
      .sort(([, a], [, b]) => b - a)
      .slice(0, 12)
      .map(([code, n]) => `${code}: ${n}`)
      .join(', '),
  );
  expect(faults.slice(0, 10), `seed ${seed}`).toEqual([]);
  // Not all of it was refused at the door.
  expect(statuses.get('0') ?? 0).toBeGreaterThan(count / 20);
}, 300_000);

test('after all that the books still are what their journal says', async () => {
  expect(await findDrift(fixture.flow.server.database.db)).toEqual([]);
});
