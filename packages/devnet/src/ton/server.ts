import { createServer, type IncomingMessage, type Server } from 'node:http';
import { NotAccepted } from './machine.ts';
import { asked, posted } from './methods.ts';
import { idleOn, movedOn } from './moved.ts';
import type { TonNode } from './node.ts';
import { jettonMaster, mint, pay } from './purse.ts';

const maxBodyBytes = 1024 * 1024;

async function bodyOf(request: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBodyBytes) request.destroy();
    chunks.push(chunk);
  }
  return JSON.parse(Buffer.concat(chunks).toString('utf8') || '{}') as Record<string, unknown>;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** What no network has: blocks when they are asked for, and coins out of nowhere. */
const local: Readonly<Record<string, (node: TonNode, body: Record<string, unknown>) => Promise<object>>> = {
  mine: async (node, { blocks }) => {
    for (let n = 0; n < Number(blocks ?? 1); n++) await node.mine();
    return {};
  },
  /** A message that no account sent, as a bag of cells: what a test makes up. */
  inject: async (node, { boc }) => ({ hash: node.inject(String(boc)) }),
  forget: async (node) => {
    node.forget();
    return {};
  },
  skip: async (node, { seconds }) => {
    node.skip(Number(seconds));
    return {};
  },
  lag: async (node, { seconds }) => {
    node.lag(Number(seconds));
    return {};
  },
  waiting: async (node) => ({ messages: node.waiting().length }),
  moved: async (node) => ({ moved: await movedOn(node, jettonMaster), idle: idleOn(node) }),
  pay: async (node, { address, units, comment }) => ({
    hash: pay(node, String(address), BigInt(String(units)), textOf(comment)),
  }),
  mint: async (node, { address, units, comment, about, silent }) => ({
    hash: mint(node, String(address), BigInt(String(units)), {
      comment: textOf(comment),
      ...(about === undefined ? {} : { about: textOf(about) }),
      silent: silent === true,
    }),
  }),
};

async function handle(node: TonNode, request: IncomingMessage): Promise<{ status: number; body: object }> {
  const url = new URL(request.url ?? '', 'http://local');
  const [, room, name = ''] = /^\/(api\/v3|local)\/(\w+)$/.exec(url.pathname) ?? [];
  const query = Object.fromEntries(url.searchParams);
  if (room === 'local' && local[name]) return { status: 200, body: await local[name](node, await bodyOf(request)) };
  if (room === 'api/v3' && request.method === 'POST' && posted[name])
    return { status: 200, body: await posted[name](node, await bodyOf(request)) };
  if (room === 'api/v3' && asked[name]) return { status: 200, body: await asked[name](node, query) };
  return { status: 404, body: { error: 'no such method' } };
}

const wordsOf = (error: unknown): string =>
  error instanceof NotAccepted
    ? `LITE_SERVER_UNKNOWN: cannot apply external message to current state : ${error.message}`
    : (error as Error).message;

/** toncenter's `/api/v3`, as far as anybody here asks it, and `/local` for what makes blocks and coins. */
export function serve(node: TonNode): Server {
  return createServer((request, response) => {
    handle(node, request)
      .catch((error: unknown) => ({
        status: error instanceof NotAccepted ? 500 : 422,
        body: { error: wordsOf(error) },
      }))
      .then(({ status, body }) => {
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      })
      .catch(() => response.destroy());
  });
}
