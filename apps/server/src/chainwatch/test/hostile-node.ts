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

async function* flood(bytes: number): AsyncGenerator<Buffer> {
  const piece = Buffer.alloc(65_536, '{},');
  for (let sent = 0; sent < bytes; sent += piece.length) yield piece;
}

/** A node that answers as it is told, over real HTTP. */
export async function startHostileNode(answer: (method: string, params: readonly unknown[]) => unknown) {
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request as AsyncIterable<Buffer>) parts.push(part);
    const body = JSON.parse(Buffer.concat(parts).toString()) as Call | readonly Call[];
    const calls = 'method' in body ? [body] : body;
    const results = calls.map(({ id, method, params }) => ({ id, result: answer(method, params) }));
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
    response.end(JSON.stringify('method' in body ? results[0] : results));
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
