import type { IncomingMessage } from 'node:http';
import { keepHeader, tagHeader } from '@holdfast/channel';
import type { SignerContext } from '../context.ts';
import { Refusal, refuse } from '../errors.ts';
import { type Answer, json } from './answer.ts';
import { findRoute, type Route } from './api.ts';
import { createBodyBudget, parseJson, readBody } from './body.ts';
import { type Channel, channelHead, taggedHead } from './channel.ts';
import { createGate, type Gate } from './gate.ts';
import { crossOriginHeaders } from './headers.ts';
import { createRateLimit, type RateLimit } from './rate.ts';
import { createWaitingBodies, type WaitingBodies } from './waiting.ts';

/** Connections that are open at once, and that may wait to be taken up while the signer is busy. */
export const maxConnections = 1_024;
const megabyte = 1_048_576;
const maxChannelBytes = 16 * megabyte;
/** What may be waiting of it at once, for the server itself: its longest message (40 inputs) is a tenth of this. */
const channelBodies = { longest: maxChannelBytes, each: 64 * megabyte, all: 64 * megabyte };
const strangersBodies = { longest: maxChannelBytes, each: 64 * megabyte, all: 128 * megabyte };
const publicBodies = { longest: 2 * megabyte, each: 8 * megabyte, all: 256 * megabyte };
/** The connections bound how many there are in all. So many of one client, that a true one is there before it is the oldest. */
const stopBodies = { longest: 16_384, each: 256, withinMs: 2_000 };
const publicRate = { perSecond: 50, burst: 600 };
/** Wrong handshakes a client may make before its requests are not even looked at. */
const badHandshakes = { perSecond: 1, burst: 20 };
/** Requests that wait for their turn: a place for each of so many clients, since one that has two waiting makes room for another's first. */
export const maxWaiting = 2_048;

/** What one kind of public request may use: of it nothing is taken by the other kinds. */
interface Lane {
  readonly rate?: RateLimit;
  readonly gate: Gate;
  readonly bodies: WaitingBodies;
}

/** Requests of each client at what is public; each use of it counts by itself. */
export function createPublicRate({ config, now }: SignerContext): RateLimit {
  const { perSecond, burst } = config.publicRate ?? publicRate;
  return createRateLimit(perSecond, burst, now);
}

/** Bodies that count from the moment they are announced. */
function createCountedBodies(): WaitingBodies {
  const budget = createBodyBudget(publicBodies);
  const read: WaitingBodies['read'] = (client, request) =>
    budget.within(client, request, () => readBody(request, publicBodies.longest));
  return { read };
}

/** Marks a request as one that is being worked on, so that its connection is not closed for another. */
export type Working = (request: IncomingMessage) => void;

/** Orders to freeze, what they are made from, and refusals: whatever else is asked of this signer, and however much, they are taken. */
const isStop = (method: string | undefined, path: string): boolean =>
  (path === '/api/freeze' ? method === 'POST' || method === 'GET' : method === 'POST' && path === '/api/refusals') ||
  (method === 'GET' && path.startsWith('/api/freeze/rules/'));

export type Handle = (request: IncomingMessage, client: string) => Promise<Answer>;

/** The pinned server's requests. What it has tagged is never limited by what others send; the rest is, each client by itself. */
export function createChannelled(
  { ctx, channel }: { readonly ctx: SignerContext; readonly channel: Channel },
  working: Working,
): Handle {
  const wrong = createRateLimit(badHandshakes.perSecond, badHandshakes.burst, ctx.now);
  const [own, strangers] = [createBodyBudget(channelBodies), createBodyBudget(strangersBodies)];
  const [untagged, tagged] = [channelHead(ctx), taggedHead(ctx)];

  const readUntagged = (request: IncomingMessage, client: string): Promise<Uint8Array> =>
    strangers.within(client, request, () => readBody(request, maxChannelBytes, untagged));

  const readTagged = async (request: IncomingMessage, tag: string): Promise<Uint8Array> => {
    const { length, check } = tagged(tag);
    let leave = (): void => undefined;
    const enter = (head: Uint8Array): void => {
      check(head);
      leave = own.enter('server', request);
      working(request);
    };
    try {
      return await readBody(request, maxChannelBytes, { length, check: enter });
    } finally {
      leave();
    }
  };

  return async (request, client) => {
    const tag = request.headers[tagHeader];
    if (typeof tag !== 'string' && !wrong.has(client)) throw refuse('rateLimited');
    try {
      const message = await (typeof tag === 'string' ? readTagged(request, tag) : readUntagged(request, client));
      working(request);
      const { reply, kept } = await channel(message, request.headers[keepHeader] !== undefined);
      const headers = kept ? { headers: { [keepHeader]: '1' } } : {};
      return { status: 200, type: 'application/octet-stream', body: reply, ...headers };
    } catch (error) {
      if (error instanceof Refusal && error.code === 'notAuthenticated') wrong.take(client);
      throw error;
    }
  };
}

/** What the pages ask: put away by count before it is read, and done in turn with what others ask. */
export function createApi(
  { ctx, routes }: { readonly ctx: SignerContext; readonly routes: readonly Route[] },
  working: Working,
): Handle {
  // Stops are limited by their queue alone: a count would shut out whoever shares an address with those who use it up.
  const stopping: Lane = { gate: createGate(maxWaiting), bodies: createWaitingBodies(stopBodies) };
  const others: Lane = { gate: createGate(maxWaiting), bodies: createCountedBodies(), rate: createPublicRate(ctx) };
  return async (request, client) => {
    const url = new URL(request.url ?? '/', 'http://signer');
    const stops = isStop(request.method, url.pathname);
    const lane = stops ? stopping : others;
    if (lane.rate?.take(client) === false) throw refuse('rateLimited');
    const cross = crossOriginHeaders(ctx.config, request.headers.origin);
    if (request.method === 'OPTIONS')
      return { status: 204, type: 'text/plain', body: new Uint8Array(), headers: cross };
    const { route, match } = findRoute(routes, request.method ?? '', url.pathname);
    const posted = route.method === 'POST';
    // Only a JSON body makes a browser ask first (CORS preflight) when the page is of another origin.
    if (posted && !/^application\/json\b/.test(request.headers['content-type'] ?? ''))
      throw refuse('badRequest', 'type');
    const body = posted ? await lane.bodies.read(client, request) : undefined;
    working(request);
    const answered = lane.gate.run(client, () => route.run(match, body && parseJson(body), url.searchParams, client));
    return { ...json(await answered), ...(route.crossOrigin ? { headers: cross } : {}) };
  };
}
