import { readFileSync } from 'node:fs';
import path from 'node:path';
import files from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { contentSecurityPolicy } from './server.ts';

/** Addresses outside /mpc that the console's index answers too (spec section 2). */
const loginPaths = ['/login', '/zh-CN/login'];

function sendIndex(reply: FastifyReply, dir: string): FastifyReply {
  let html: string;
  try {
    html = readFileSync(path.join(dir, 'index.html'), 'utf8');
  } catch {
    return reply.code(503).type('text/plain').send('The console is not built. Run: npm run build');
  }
  return reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(html);
}

/** What the page may do that others may not: it asks the signers' pages whether they answer this browser, before it leads there. */
const helmetOf = (pages: readonly string[]) => ({
  contentSecurityPolicy: {
    ...contentSecurityPolicy,
    directives: { ...contentSecurityPolicy.directives, connectSrc: ["'self'", ...pages] },
  },
});

/**
 * The console's files under /mpc: hashed assets for ever, the index never cached and for every screen's address. A missing asset is a 404,
 * never the index: otherwise an old tab would take HTML for a script (spec section 2, error screen).
 * @param pages origins of the signers
 */
export async function serveConsole(fastify: FastifyInstance, dir: string, pages: readonly string[]): Promise<void> {
  const helmet = helmetOf(pages);
  await fastify.register(files, {
    root: path.resolve(dir),
    prefix: '/mpc/',
    index: false,
    preCompressed: true,
    wildcard: false,
    serve: false,
  });
  fastify.get('/', (_request, reply) => reply.redirect('/mpc', 302));
  for (const url of ['/mpc', '/mpc/', ...loginPaths])
    fastify.get(url, { helmet }, (_request, reply) => sendIndex(reply, dir));
  fastify.get<{ Params: { '*': string } }>('/mpc/*', { helmet }, (request, reply) => {
    const file = request.params['*'];
    if (!file.startsWith('assets/') && !path.extname(file)) return sendIndex(reply, dir);
    const lasting = file.startsWith('assets/');
    return reply.sendFile(file, path.resolve(dir), lasting ? { maxAge: '365d', immutable: true } : { maxAge: 0 });
  });
}
