import { createServer, type Server } from 'node:http';
import { codes, NodeError } from './errors.ts';
import { methods } from './methods.ts';
import type { Node } from './node.ts';

interface Call {
  readonly id?: unknown;
  readonly method?: unknown;
  readonly params?: unknown;
}

const maxBodyBytes = 32 * 1024 * 1024;

function answer(node: Node, call: Call): object {
  const id = call.id ?? null;
  try {
    const method = methods[String(call.method)];
    if (!method) throw new NodeError(codes.methodNotFound, 'Method not found');
    const params = Array.isArray(call.params) ? (call.params as unknown[]) : [];
    return { id, result: method(node, params), error: null };
  } catch (error) {
    const code = error instanceof NodeError ? error.code : -1;
    return { id, result: null, error: { code, message: (error as Error).message } };
  }
}

/** bitcoind's JSON-RPC, single calls and batches. It asks for no password: it listens on this machine only. */
export function serve(node: Node): Server {
  return createServer((request, response) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > maxBodyBytes) request.destroy();
      else chunks.push(chunk);
    });
    request.on('end', () => {
      response.setHeader('content-type', 'application/json');
      try {
        const calls = JSON.parse(Buffer.concat(chunks).toString('utf8')) as Call | Call[];
        response.end(
          JSON.stringify(Array.isArray(calls) ? calls.map((call) => answer(node, call)) : answer(node, calls)),
        );
      } catch {
        response.statusCode = 400;
        response.end('{"error":{"code":-32700,"message":"Parse error"}}');
      }
    });
  });
}
