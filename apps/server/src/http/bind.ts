import { Readable } from 'node:stream';
import {
  type Access,
  type Area,
  type AuditAction,
  type Endpoint,
  type FileEndpoint,
  headerNames,
  type Input,
  isFile,
  isWhole,
  type Output,
  openPathOf,
  openPrefix,
  type SessionEnd,
} from '@holdfast/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type Acting, type AuditService, type Recorder, sessionKey } from '../audit/service.ts';
import type { Clock } from '../clock.ts';
import { refuse } from '../refuse.ts';
import { checkAccess, checkScope, type SubWalletOf } from './access.ts';
import type { Caller, CallerOf, Context } from './context.ts';
import type { RateLimiter } from './rate-limit.ts';
import { contextOf, header } from './request.ts';
import { isSigned } from './signed.ts';

/** A file whose name and kind depend on what was asked for. */
export interface SentFile {
  readonly file: FileEndpoint['file'];
  readonly stream: Readable;
}
export type Handlers<A extends Area> = {
  readonly [K in keyof A]: (
    input: Input<A[K]>,
    context: A[K] extends Endpoint<infer X extends Access> ? Context<CallerOf<X>> : never,
  ) => A[K] extends FileEndpoint ? AsyncIterable<string> | Promise<SentFile> : Promise<Output<A[K]>>;
};

/** What binding an area needs of the server around it. */
export interface HttpApp {
  readonly fastify: FastifyInstance;
  readonly clock: Clock;
  readonly limiter: RateLimiter;
  /** The caller behind a token; null for a token that is unknown, idle too long, expired or revoked. */
  readonly authenticate: (token: string, request: FastifyRequest) => Promise<Caller | null>;
  /** Why the session of a token is over; null for what was none. */
  readonly whyOver: (token: string, request: FastifyRequest) => Promise<SessionEnd | null>;
  readonly audit: Pick<AuditService, 'recorder'>;
  /** Requests that API clients sign: whose they are, and the log of them. */
  readonly apiClients: {
    readonly caller: (request: FastifyRequest) => Promise<Caller>;
    readonly logged: <T>(request: FastifyRequest, run: () => Promise<T>) => Promise<T>;
  };
  /** Where what a request names is: a member's role there decides. */
  readonly subWalletOf: SubWalletOf;
}

/** A cross-site form can send none of these headers, so it can reach no write (ruling on form-encoded POST). */
function requireCustomHeader(request: FastifyRequest): void {
  if (request.method !== 'POST' || isSigned(request)) return;
  if (header(request, headerNames.token) === '' && header(request, headerNames.client) === '')
    throw refuse('headerMissing', { header: headerNames.client });
}

/** Is this the way of API clients? */
const isOpen = (request: FastifyRequest): boolean => request.routeOptions.url?.startsWith(`${openPrefix}/`) ?? false;

/** Field names and the refusal a schema asks for, never the rejected value. */
function refusalOf(error: z.core.$ZodError): Error {
  const issue = error.issues[0];
  const field = issue?.path.join('.') || 'body';
  const named: unknown = issue?.code === 'custom' ? issue.params?.refusal : undefined;
  if (named === 'amountError') return refuse('amountError', {}, { field });
  if (named === 'walletNotFound') return refuse('walletNotFound', {});
  const most: unknown = issue?.code === 'custom' ? issue.params?.most : undefined;
  const told = typeof most === 'number' ? `${field} (at most ${most} values)` : field;
  return refuse('invalidParameters', { field: told }, { fields: error.issues.map((each) => each.path.join('.')) });
}

function decodeInput(endpoint: Endpoint, request: FastifyRequest): Readonly<Record<string, unknown>> {
  const raw = (request.method === 'GET' ? request.query : request.body) ?? {};
  if (typeof raw !== 'object' || Array.isArray(raw)) throw refuse('invalidParameters', { field: 'body' });
  // A repeated parameter arrives as an array; which of the two is meant is not ours to guess.
  const repeated = Object.entries(raw).find(([, value]) => Array.isArray(value));
  if (repeated) throw refuse('invalidParameters', { field: repeated[0] });
  // Whatever a field is for: this can be neither stored nor signed.
  const broken = Object.entries(raw).find(([, value]) => typeof value === 'string' && !isWhole(value));
  if (broken) throw refuse('invalidParameters', { field: broken[0] });
  const input = z.safeDecode(endpoint.input, raw as never);
  if (!input.success) throw refusalOf(input.error);
  return input.data;
}

type AnyHandler = (input: unknown, context: Context) => unknown;

function recorderOf({ audit }: HttpApp, endpoint: Endpoint, acting: Acting): Recorder {
  // Of an endpoint in general no more is known than that it is named so; the union of actions is made of these names.
  if (endpoint.audit) return audit.recorder(endpoint.audit as AuditAction, acting);
  const none = (): never => {
    throw new Error(`${endpoint.path} names no audit event`);
  };
  return Object.assign(none, { of: none });
}

/** Who calls, within what their session, or else their network, may ask. @throws rateLimited */
export async function callerOf(app: HttpApp, request: FastifyRequest, login = false): Promise<Caller | null> {
  app.limiter.spend(request, login ? 'login' : 'general');
  const token = header(request, headerNames.token);
  if (token === '') return null;
  const caller = await app.authenticate(token, request);
  app.limiter.proven(request, caller !== null);
  return caller;
}

/** A request is an API client's or somebody's session's, never both. @throws signatureInvalid, and as areas/api-client says */
const apiClientOf = (app: HttpApp, request: FastifyRequest): Promise<Caller> => {
  if (header(request, headerNames.token) !== '') throw refuse('signatureInvalid', {});
  return app.apiClients.caller(request);
};

/** With why, where the token was a session's: the log-in says so. */
export async function notLoggedIn(app: HttpApp, request: FastifyRequest): Promise<Error> {
  const token = header(request, headerNames.token);
  const over = token === '' ? null : await app.whyOver(token, request);
  return refuse('notLoggedIn', {}, over && { over });
}

async function handleCall(app: HttpApp, endpoint: Endpoint, handle: AnyHandler, request: FastifyRequest) {
  requireCustomHeader(request);
  const login = endpoint.access === 'public' && endpoint.method === 'POST';
  const caller = await (isSigned(request) ? apiClientOf(app, request) : callerOf(app, request, login));
  if (!caller && endpoint.access !== 'public') throw await notLoggedIn(app, request);
  if (caller && !caller.apiClient && isOpen(request)) throw refuse('signatureInvalid', {});
  checkAccess(endpoint, caller, app.clock());
  if (caller && endpoint.perMinute !== undefined)
    app.limiter.spendOwn(caller.userId, endpoint.path, endpoint.perMinute);
  const input = decodeInput(endpoint, request);
  await checkScope(endpoint, caller, input, app.subWalletOf);
  const context = contextOf(request);
  const acting = actingOf(caller, context);
  return handle(input, { ...context, caller, record: recorderOf(app, endpoint, acting) });
}
const actingOf = (caller: Caller | null, { network, agent }: Pick<Context, 'network' | 'agent'>): Acting => ({
  actor: caller ? `user:${caller.userId}` : 'nobody',
  key: caller ? (caller.apiClient?.credential ?? sessionKey(caller.tokenHash)) : '',
  network,
  agent,
  workspaceId: caller?.workspaceId ?? null,
});

function sendFile(endpoint: FileEndpoint, made: AsyncIterable<string> | SentFile, reply: FastifyReply): FastifyReply {
  const { file, stream } = 'stream' in made ? made : { file: endpoint.file, stream: Readable.from(made) };
  reply.header('content-disposition', `attachment; filename="${file.name}"`);
  return reply.type(file.type).send(stream);
}

/** Serves every endpoint of an area, and under `/openapi` too what API clients may call: header → limit → session → access → decode → access to what is named → handler → encode and check → envelope, or the file. */
export function bind<A extends Area>(app: HttpApp, area: A, handlers: Handlers<A>): void {
  for (const [name, endpoint] of Object.entries(area)) {
    const handle = handlers[name] as AnyHandler;
    const method = endpoint.alsoGet ? ['GET', 'POST'] : endpoint.method;
    const handler = async (request: FastifyRequest, reply: FastifyReply) => {
      const output = await app.apiClients.logged(request, () => handleCall(app, endpoint, handle, request));
      if (isFile(endpoint)) return sendFile(endpoint, output as AsyncIterable<string> | SentFile, reply);
      return { code: 0, msg: 'success', data: z.encode(endpoint.output, output as never) };
    };
    const { bodyBytes: bodyLimit } = endpoint;
    const limit = bodyLimit === undefined ? {} : { bodyLimit };
    app.fastify.route({ method, url: endpoint.path, handler, ...limit });
    const open = openPathOf(endpoint);
    if (open !== undefined && open !== endpoint.path)
      app.fastify.route({ method: endpoint.method, url: open, handler, ...limit });
  }
}
