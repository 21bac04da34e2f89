import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { codes, NodeError } from './errors.ts';
import { methods } from './methods.ts';
import type { Node } from './node.ts';

interface Call {
  readonly jsonrpc?: unknown;
  readonly id?: unknown;
  readonly method?: unknown;
  readonly params?: unknown;
}

const maxBodyBytes = 32 * 1024 * 1024;

interface Fault {
  readonly code: number;
  readonly message: string;
}

function answer(node: Node, call: Call): { body: object; fault?: Fault } {
  const id = call.id ?? null;
  const second = call.jsonrpc === '2.0';
  try {
    const method = methods[String(call.method)];
    if (!method) throw new NodeError(codes.methodNotFound, 'Method not found');
    const params = Array.isArray(call.params) ? (call.params as unknown[]) : [];
    const result = method(node, params);
    return { body: second ? { jsonrpc: '2.0', result, id } : { result, error: null, id } };
  } catch (error) {
    const fault = { code: error instanceof NodeError ? error.code : codes.misc, message: (error as Error).message };
    return { fault, body: second ? { jsonrpc: '2.0', error: fault, id } : { result: null, error: fault, id } };
  }
}

function parse(text: string): Call | Call[] | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Call | Call[]) : undefined;
  } catch {
    return undefined;
  }
}

/** Before version 2.0 an error had a status of its own; in 2.0, and in batches, it is an answer like another. */
function statusOf({ jsonrpc }: Call, fault: Fault | undefined): number {
  if (fault === undefined || jsonrpc === '2.0') return 200;
  return fault.code === codes.methodNotFound ? 404 : 500;
}

function reply(node: Node, text: string): { status: number; body: object } {
  const calls = parse(text);
  if (calls === undefined)
    return { status: 500, body: { result: null, error: { code: codes.parse, message: 'Parse error' }, id: null } };
  if (Array.isArray(calls)) return { status: 200, body: calls.map((call) => answer(node, call).body) };
  const { body, fault } = answer(node, calls);
  return { status: statusOf(calls, fault), body };
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBodyBytes) request.destroy();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

async function handle(node: Node, login: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (login !== '' && request.headers.authorization !== `Basic ${Buffer.from(login).toString('base64')}`) {
    response.writeHead(401, { 'www-authenticate': 'Basic realm="jsonrpc"' }).end();
    return;
  }
  const { status, body } = reply(node, await textOf(request));
  response.writeHead(status, { 'content-type': 'application/json' }).end(`${JSON.stringify(body)}\n`);
}

/** bitcoind's JSON-RPC, single calls and batches. @param login `user:password`; '' = nobody is asked, as it listens on this machine only */
export function serve(node: Node, login: string): Server {
  return createServer((request, response) => {
    handle(node, login, request, response).catch(() => response.destroy());
  });
}
