import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { isIP } from 'node:net';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import type { SignerContext } from '../context.ts';
import { errorReply, Refusal, refuse, statusOf } from '../errors.ts';
import { version } from '../version.ts';
import { findRoute, type Route } from './api.ts';
import { createBodyBudget, parseJson, readBody } from './body.ts';
import { channelHead } from './channel.ts';
import { crossOriginHeaders, securityHeaders } from './headers.ts';
import type { Page } from './pages.ts';
import { createRateLimit } from './rate.ts';

export interface HttpParts {
  readonly ctx: SignerContext;
  readonly routes: readonly Route[];
  readonly pages: ReadonlyMap<string, Page>;
  readonly channel: (message: Uint8Array) => Promise<Uint8Array>;
}

/** Connections that are open at once, and that may wait to be taken up while the signer is busy. */
export const maxConnections = 1_024;
const maxChannelBytes = 16_777_216;
/** What one address may have waiting of it at once: the server's longest message (40 inputs) is a tenth of this. */
const maxHeldBytes = 67_108_864;
const maxPublicBytes = 2_097_152;
const publicRate = { perSecond: 50, burst: 600 };
/** Wrong handshakes an address may make before its requests are not even looked at. */
const badHandshakes = { perSecond: 1, burst: 20 };

interface Answer {
  readonly status: number;
  readonly type: string;
  readonly body: Uint8Array;
  readonly headers?: Readonly<Record<string, string>>;
}

const json = (value: unknown, status = 200): Answer => ({
  status,
  type: 'application/json',
  body: utf8ToBytes(JSON.stringify(value)),
});
/**
 * Is this request meant for me? A browser names the host it believes to talk to: a page of another site whose name was pointed at this address
 * (DNS rebinding) names itself, and would otherwise read what CORS keeps from it. An IP address cannot be pointed elsewhere.
 */
function namesMe(ctx: SignerContext, host: string | undefined): boolean {
  if (host === new URL(ctx.config.origin).host) return true;
  const name = /^(\[[0-9a-f:.]+\]|[\d.]+)(:\d{1,5})?$/i.exec(host ?? '')?.[1] ?? '';
  return isIP(name.replace(/^\[|\]$/g, '')) !== 0;
}

const addressOf = (request: IncomingMessage): string => request.socket.remoteAddress ?? '';

function createHandler({ ctx, routes, pages, channel }: HttpParts): (request: IncomingMessage) => Promise<Answer> {
  const { perSecond, burst } = ctx.config.publicRate ?? publicRate;
  const limit = createRateLimit(perSecond, burst, ctx.now);
  const wrong = createRateLimit(badHandshakes.perSecond, badHandshakes.burst, ctx.now);

  const budget = createBodyBudget(maxHeldBytes, maxChannelBytes);
  const head = channelHead(ctx);

  const channelled = async (request: IncomingMessage): Promise<Answer> => {
    const address = addressOf(request);
    if (!wrong.has(address)) throw refuse('rateLimited');
    try {
      const message = await budget.within(address, request, () => readBody(request, maxChannelBytes, head));
      return { status: 200, type: 'application/octet-stream', body: await channel(message) };
    } catch (error) {
      if (error instanceof Refusal && error.code === 'notAuthenticated') wrong.take(address);
      throw error;
    }
  };

  const api = async (request: IncomingMessage, url: URL): Promise<Answer> => {
    if (!limit.take(addressOf(request))) throw refuse('rateLimited');
    const cross = crossOriginHeaders(ctx.config, request.headers.origin);
    if (request.method === 'OPTIONS')
      return { status: 204, type: 'text/plain', body: new Uint8Array(), headers: cross };
    const { route, match } = findRoute(routes, request.method ?? '', url.pathname);
    const posted = route.method === 'POST';
    // Only a JSON body makes a browser ask first (CORS preflight) when the page is of another origin.
    if (posted && !/^application\/json\b/.test(request.headers['content-type'] ?? ''))
      throw refuse('badRequest', 'type');
    const body = posted ? parseJson(await readBody(request, maxPublicBytes)) : undefined;
    return {
      ...json(await route.run(match, body, url.searchParams)),
      ...(route.crossOrigin ? { headers: cross } : {}),
    };
  };

  const page = (request: IncomingMessage, path: string): Answer => {
    if (path === '/ceremony')
      return { status: 308, type: 'text/plain', body: new Uint8Array(), headers: { location: '/ceremony/' } };
    const found = pages.get(path);
    if (!found || (request.method !== 'GET' && request.method !== 'HEAD')) throw refuse('notFound');
    return { status: 200, ...found };
  };

  return async (request) => {
    const url = new URL(request.url ?? '/', 'http://signer');
    if (request.method === 'POST' && url.pathname === '/channel') return channelled(request);
    if (url.pathname === '/healthz') return json({ ok: true });
    if (!namesMe(ctx, request.headers.host)) throw refuse('badRequest', 'host');
    if (url.pathname.startsWith('/api/')) return api(request, url);
    if (url.pathname === '/version') return json({ name: 'holdfast-signer', version, signer: ctx.me });
    return page(request, url.pathname);
  };
}

function failure(ctx: SignerContext, request: IncomingMessage, error: unknown): Answer {
  if (!(error instanceof Refusal))
    ctx.log('a request failed', { reason: error instanceof Error ? (error.stack ?? error.message) : 'unknown' });
  const cross = crossOriginHeaders(ctx.config, request.headers.origin);
  return { ...json(errorReply(error), statusOf(error)), headers: cross };
}

function respond(ctx: SignerContext, request: IncomingMessage, response: ServerResponse, answer: Answer): void {
  const headers = { ...securityHeaders(ctx.config), ...answer.headers };
  response.writeHead(answer.status, { ...headers, 'content-type': answer.type, 'content-length': answer.body.length });
  response.end(request.method === 'HEAD' ? undefined : answer.body);
  // What is left of a body that was refused is not read on.
  if (!request.complete) response.once('finish', () => request.destroy());
}

/** The signer's only listener. */
export function createHttp(parts: HttpParts): Server {
  const handle = createHandler(parts);
  const { ctx } = parts;
  const server = createServer({ maxHeaderSize: 16_384 }, (request, response) => {
    handle(request)
      .catch((error: unknown) => failure(ctx, request, error))
      .then((answer) => respond(ctx, request, response, answer))
      .catch(() => response.destroy());
  });
  server.headersTimeout = 10_000;
  server.requestTimeout = 30_000;
  server.keepAliveTimeout = 65_000;
  server.maxConnections = maxConnections;
  server.maxHeadersCount = 64;
  return server;
}
