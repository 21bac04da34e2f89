import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { methods } from './api.ts';
import type { TronStandIn } from './node.ts';

const maxBodyBytes = 1_000_000;

async function bodyOf(request: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBodyBytes) throw new Error('the request is too long');
    chunks.push(chunk);
  }
  const text = Buffer.concat(chunks).toString('utf8');
  return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
}

/** Answers with 200 whatever happens, as java-tron does: errors are in the body. Listens on this machine only. */
export async function serveStandIn(node: TronStandIn, port: number): Promise<Server> {
  const server = createServer((request, response) => {
    const method = methods[(request.url ?? '').slice(1)];
    const reply = (status: number, body: unknown): void => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
    bodyOf(request).then(
      (body) => {
        try {
          if (method) reply(200, method(node, body));
          else reply(404, { Error: 'no such method' });
        } catch (error) {
          reply(200, { Error: (error as Error).message });
        }
      },
      () => response.destroy(),
    );
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return server;
}
