import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Call {
  readonly id: number;
  readonly method: string;
  readonly params: readonly unknown[];
}

/** Answers of this many bytes instead of a result. */
export class Flood {
  readonly bytes: number;
  constructor(bytes: number) {
    this.bytes = bytes;
  }
}

/** How a node, or what stands before it, refuses before it looks at a call. */
export class Status {
  readonly code: number;
  constructor(code: number) {
    this.code = code;
  }
}

const isRefusal = (result: unknown): result is { readonly error: unknown } =>
  typeof result === 'object' && result !== null && 'error' in result;

async function* flood(bytes: number): AsyncGenerator<Buffer> {
  const piece = Buffer.alloc(65_536, '{},');
  for (let sent = 0; sent < bytes; sent += piece.length) yield piece;
}

/** A node that answers as it is told, over real HTTP: with a result, a refusal (`{ error }`), or as the classes above say. */
export async function startHostileNode(answer: (method: string, params: readonly unknown[]) => unknown) {
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request as AsyncIterable<Buffer>) parts.push(part);
    const body = JSON.parse(Buffer.concat(parts).toString()) as Call | readonly Call[];
    const calls = 'method' in body ? [body] : body;
    const results = calls.map(({ id, method, params }) => ({ id, result: answer(method, params) }));
    const status = results.map(({ result }) => result).find((result) => result instanceof Status);
    if (status instanceof Status) return void response.writeHead(status.code).end('<h1>no</h1>');
    const flooded = results.map(({ result }) => result).find((result) => result instanceof Flood);
    if (flooded instanceof Flood) {
      response.write('[');
      try {
        for await (const piece of flood(flooded.bytes)) if (!response.write(piece)) await once(response, 'drain');
      } catch {
        // The other side had enough.
      }
      response.end();
      return;
    }
    const answers = results.map(({ id, result }) => (isRefusal(result) ? { id, error: result.error } : { id, result }));
    response.end(JSON.stringify('method' in body ? answers[0] : answers));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
