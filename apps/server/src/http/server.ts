import { randomUUID } from 'node:crypto';
import formbody from '@fastify/formbody';
import helmet from '@fastify/helmet';
import { headerNames } from '@holdfast/contract';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import type { ServerConfig } from '../config.ts';
import { answerBroken, answerMalformed, handleErrors, handleUnknown } from './errors.ts';
import { keepDigests } from './signed.ts';

const bodyLimitBytes = 256 * 1024;

/** No inline script, no foreign origin, Trusted Types; the console and the API share it. */
export const contentSecurityPolicy = {
  useDefaults: false,
  directives: {
    defaultSrc: ["'none'"],
    scriptSrc: ["'self'"],
    styleSrc: ["'self'"],
    imgSrc: ["'self'", 'data:'],
    fontSrc: ["'self'"],
    connectSrc: ["'self'"],
    manifestSrc: ["'self'"],
    baseUri: ["'none'"],
    formAction: ["'none'"],
    frameAncestors: ["'none'"],
    requireTrustedTypesFor: ["'script'"],
  },
};

/** Plain transport: parsers, limits, security headers, errors. Areas are bound onto it. */
export async function createHttp(config: ServerConfig, log: FastifyBaseLogger): Promise<FastifyInstance> {
  const fastify = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.trustedProxies.length > 0 ? config.trustedProxies : false,
    bodyLimit: bodyLimitBytes,
    requestTimeout: 20_000,
    genReqId: () => randomUUID(),
    routerOptions: { ignoreTrailingSlash: false, maxParamLength: 200 },
    forceCloseConnections: true,
    frameworkErrors: answerMalformed,
    clientErrorHandler: answerBroken,
  });
  await fastify.register(formbody, { bodyLimit: bodyLimitBytes });
  await fastify.register(helmet, {
    contentSecurityPolicy,
    crossOriginEmbedderPolicy: false,
    hsts: config.origin.startsWith('https:'),
    referrerPolicy: { policy: 'no-referrer' },
    xFrameOptions: { action: 'deny' },
  });
  fastify.addHook('onRequest', async (request, reply) => {
    reply.header(headerNames.requestId, request.id);
    if (/^\/(api|openapi)\//.test(request.url)) reply.header('cache-control', 'no-store');
  });
  fastify.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions } = request;
    request.log.debug(
      { method, route: routeOptions.url ?? '-', status: reply.statusCode, ms: reply.elapsedTime },
      'served',
    );
  });
  keepDigests(fastify);
  handleErrors(fastify);
  handleUnknown(fastify);
  return fastify;
}
