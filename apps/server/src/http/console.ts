import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import files from '@fastify/static';
import { headerNames } from '@holdfast/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { withFilesAhead } from './ahead.ts';
import { contentSecurityPolicy } from './server.ts';

/** Addresses outside /mpc that the console's index answers too (spec section 2). */
const loginPaths = ['/login', '/zh-CN/login'];

/** `/` and `/mpc` lead to the wallet. */
const wallet = '/mpc/wallet';

function sendIndex(request: FastifyRequest, reply: FastifyReply, dir: string): FastifyReply {
  let html: string;
  try {
    html = readFileSync(path.join(dir, 'index.html'), 'utf8');
  } catch {
    return reply.code(503).type('text/plain').send('The console is not built. Run: npm run build');
  }
  const [pathname = ''] = request.url.split('?');
  const page = /^\/mpc\/?$/.test(pathname) ? wallet : pathname;
  return reply
    .header('cache-control', 'no-cache')
    .type('text/html; charset=utf-8')
    .send(withFilesAhead(html, dir, page, request.headers.cookie ?? ''));
}

/** Is it one of the few files that have no hash in their names? */
function isFile(root: string, file: string): boolean {
  const at = path.join(root, file);
  try {
    return at.startsWith(root + path.sep) && statSync(at).isFile();
  } catch {
    return false;
  }
}

/** What the page may do that others may not: it asks the signers' pages whether they answer this browser, before it leads there. */
const helmetOf = (pages: readonly string[]) => ({
  contentSecurityPolicy: {
    ...contentSecurityPolicy,
    directives: { ...contentSecurityPolicy.directives, connectSrc: ["'self'", ...pages] },
  },
});

/**
 * What a script, a style or a font is answered with: little, since a page has dozens of them, and what protects documents says nothing there. A worker goes by
 * the policy of its own file.
 */
const helmetOfFiles = {
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'"],
      connectSrc: ["'self'"],
      frameAncestors: ["'none'"],
      requireTrustedTypesFor: ["'script'"],
    },
  },
  crossOriginOpenerPolicy: false,
  originAgentCluster: false,
  referrerPolicy: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xFrameOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
} as const;
/** Its name is its version: nobody asks whether it has changed. */
const lastingFile = { maxAge: '365d', immutable: true, etag: false, lastModified: false, acceptRanges: false } as const;

/**
 * The console's files under /mpc: hashed assets for ever, the index never cached and for every other address, which the console leads to the wallet where it
 * is no screen's (spec section 2). A missing asset is a 404, never the index: otherwise an old tab would take HTML for a script.
 * @param pages origins of the signers
 */
export async function serveConsole(fastify: FastifyInstance, dir: string, pages: readonly string[]): Promise<void> {
  const helmet = helmetOf(pages);
  const root = path.resolve(dir);
  const assets = path.join(root, 'assets');
  await fastify.register(files, {
    root,
    prefix: '/mpc/',
    index: false,
    preCompressed: true,
    wildcard: false,
    serve: false,
  });
  fastify.get('/', (_request, reply) => reply.redirect('/mpc', 302));
  for (const url of ['/mpc', '/mpc/', ...loginPaths])
    fastify.get(url, { helmet }, (request, reply) => sendIndex(request, reply, dir));
  fastify.get<{ Params: { '*': string } }>('/mpc/assets/*', { helmet: helmetOfFiles }, (request, reply) =>
    reply.removeHeader(headerNames.requestId).sendFile(request.params['*'], assets, lastingFile),
  );
  fastify.get<{ Params: { '*': string } }>('/mpc/*', { helmet }, (request, reply) => {
    const file = request.params['*'];
    if (file === 'index.html' || !isFile(root, file)) return sendIndex(request, reply, dir);
    return reply.sendFile(file, root, { maxAge: 0 });
  });
}
