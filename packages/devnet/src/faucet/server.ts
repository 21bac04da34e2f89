import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { MoneyError } from '@holdfast/money';
import { FaucetError } from './errors.ts';

export interface FaucetRequest {
  readonly chain: string;
  readonly symbol: string;
  readonly address: string;
  /** Decimal text, e.g. `1.5`. */
  readonly amount: string;
}

export interface FaucetActions {
  fund(request: FaucetRequest): Promise<string>;
  mine(chain: string, blocks: number): Promise<void>;
  status(): Promise<object>;
}

const maxBodyBytes = 10_000;
const maxBlocks = 200;

async function readJson(request: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBodyBytes) throw new FaucetError('the request is too long');
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8')) as Record<string, unknown>;
  } catch {
    throw new FaucetError('the request is not JSON');
  }
}

function text(body: Record<string, unknown>, field: string): string {
  const value = body[field];
  if (typeof value !== 'string' || value === '') throw new FaucetError(`${field} is missing`);
  return value;
}

async function handle(actions: FaucetActions, request: IncomingMessage): Promise<object | undefined> {
  const route = `${request.method} ${request.url}`;
  if (route === 'GET /status') return actions.status();
  if (route === 'POST /fund') {
    const body = await readJson(request);
    const [chain, symbol] = [text(body, 'chain'), text(body, 'symbol')];
    return {
      txid: await actions.fund({ chain, symbol, address: text(body, 'address'), amount: text(body, 'amount') }),
    };
  }
  if (route === 'POST /mine') {
    const body = await readJson(request);
    const blocks = body.blocks ?? 1;
    if (!Number.isInteger(blocks) || (blocks as number) < 1 || (blocks as number) > maxBlocks)
      throw new FaucetError(`blocks: 1 to ${maxBlocks}`);
    await actions.mine(text(body, 'chain'), blocks as number);
    return {};
  }
  return undefined;
}

/** `POST /fund`, `POST /mine`, `GET /status`, JSON both ways; errors as `{ error }` with 400. Listens on this machine only. */
export async function serveFaucet(actions: FaucetActions, port: number): Promise<Server> {
  const server = createServer((request, response) => {
    const reply = (status: number, body: object): void => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
    handle(actions, request).then(
      (result) => (result ? reply(200, result) : reply(404, { error: 'not found' })),
      (error: Error) =>
        reply(error instanceof FaucetError || error instanceof MoneyError ? 400 : 502, { error: error.message }),
    );
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return server;
}
