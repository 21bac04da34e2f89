import { readFileSync, statSync } from 'node:fs';
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
 * The console's files under /mpc: hashed assets for ever, the index never cached and for every other address, which the console leads to the wallet where it
 * is no screen's (spec section 2). A missing asset is a 404, never the index: otherwise an old tab would take HTML for a script.
 * @param pages origins of the signers
 */
export async function serveConsole(fastify: FastifyInstance, dir: string, pages: readonly string[]): Promise<void> {
  const helmet = helmetOf(pages);
  const root = path.resolve(dir);
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
    fastify.get(url, { helmet }, (_request, reply) => sendIndex(reply, dir));
  fastify.get<{ Params: { '*': string } }>('/mpc/*', { helmet }, (request, reply) => {
    const file = request.params['*'];
    const lasting = file.startsWith('assets/');
    if (!lasting && (file === 'index.html' || !isFile(root, file))) return sendIndex(reply, dir);
    return reply.sendFile(file, root, lasting ? { maxAge: '365d', immutable: true } : { maxAge: 0 });
  });
}
