import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { type ErrorName, errorEntry, headerNames, languageOf, messageOf } from '@holdfast/contract';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Refusal, refuse } from '../refuse.ts';
import { header } from './request.ts';

/** The envelope carries the answer; only these also have a status of their own. */
const statusOf: Partial<Record<ErrorName, number>> = {
  systemError: 500,
  databaseBusy: 503,
  rateLimited: 429,
  requestTooLarge: 413,
  endpointNotFound: 404,
  methodNotAllowed: 405,
};

function send(request: FastifyRequest, reply: FastifyReply, refusal: Refusal): FastifyReply {
  const language = languageOf(header(request, headerNames.language));
  const msg = messageOf(language, refusal.refusal, refusal.params);
  const { code } = errorEntry(refusal.refusal);
  // It may come in the place of a file.
  reply.removeHeader('content-disposition').type('application/json; charset=utf-8');
  if (refusal.refusal === 'rateLimited') reply.header('retry-after', String(refusal.params.seconds ?? 1));
  return reply.code(statusOf[refusal.refusal] ?? 200).send({ code, msg, data: refusal.data });
}

/** Fastify's own complaints about a request, in our words; undefined for anything that is a fault of ours. */
function refusalOfTransport(error: FastifyError): Refusal | undefined {
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') return refuse('requestTooLarge', {});
  const status = error.statusCode ?? 500;
  return status >= 400 && status < 500 ? refuse('invalidParameters', { field: 'body' }) : undefined;
}

/** One place makes every refusal's reply: localised, with a request id, and without a word of what went wrong inside. */
export function handleErrors(fastify: FastifyInstance): void {
  fastify.setErrorHandler((error: FastifyError, request, reply) => {
    const refusal = error instanceof Refusal ? error : refusalOfTransport(error);
    if (refusal) return send(request, reply, refusal);
    request.log.error({ err: error }, 'request failed');
    return send(request, reply, refuse('systemError', { requestId: request.id }));
  });
}

function sendUnknown(request: FastifyRequest, reply: FastifyReply, known: boolean): FastifyReply {
  const url = request.url.split('?', 1)[0] ?? '/';
  if (!/^\/(api|openapi)(\/|$)/.test(url)) return reply.code(404).type('text/plain').send('Not found');
  return send(request, reply, refuse(known ? 'methodNotAllowed' : 'endpointNotFound', {}));
}

/** 404 for what does not exist, 405 for a known path by another method; under /api and /openapi always as an envelope. */
export function handleUnknown(fastify: FastifyInstance): void {
  fastify.setNotFoundHandler((request, reply) => {
    const url = request.url.split('?', 1)[0] ?? '/';
    return sendUnknown(
      request,
      reply,
      (['GET', 'POST'] as const).some((method) => fastify.hasRoute({ method, url })),
    );
  });
}

/** An address that cannot be decoded (`/api/%`) is nobody's. No hook has run for it, so what they set is set here. */
export function answerMalformed(_error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  reply.header(headerNames.requestId, request.id).header('cache-control', 'no-store');
  reply.header('x-content-type-options', 'nosniff');
  void sendUnknown(request, reply, false);
}

const brokenAs: Readonly<Record<string, { readonly status: number; readonly refusal: Refusal }>> = {
  HPE_HEADER_OVERFLOW: { status: 431, refusal: refuse('requestTooLarge', {}) },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, refusal: refuse('invalidParameters', { field: 'request' }) },
};
const broken = { status: 400, refusal: refuse('invalidParameters', { field: 'request' }) };

/** What is no HTTP, of which nothing but the connection is known. */
export function answerBroken(error: Error & { readonly code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const { status, refusal } = brokenAs[error.code ?? ''] ?? broken;
  const { code } = errorEntry(refusal.refusal);
  const body = JSON.stringify({
    code,
    msg: messageOf(languageOf(''), refusal.refusal, refusal.params),
    data: refusal.data,
  });
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'cache-control: no-store',
    'connection: close',
  ];
  if (socket.writable) socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  else socket.destroy();
}
