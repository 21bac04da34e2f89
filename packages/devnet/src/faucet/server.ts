import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { MoneyError } from '@holdfast/money';
import type { RunningChain } from '../chain.ts';
import { FaucetError } from './errors.ts';

interface Ground {
  readonly chains: readonly RunningChain[];
  /** Ids of chains that mine nothing by themselves. */
  readonly held: Set<string>;
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

function chainOf(chains: readonly RunningChain[], body: Record<string, unknown>): RunningChain {
  const id = text(body, 'chain');
  const chain = chains.find(({ config }) => config.id === id);
  if (!chain) throw new FaucetError('unknown chain');
  return chain;
}

async function fund(chains: readonly RunningChain[], body: Record<string, unknown>): Promise<object> {
  const chain = chainOf(chains, body);
  const [symbol, address, amount] = [text(body, 'symbol'), text(body, 'address'), text(body, 'amount')];
  return { txid: await chain.fund({ symbol, address, amount }) };
}

async function giveNft(chains: readonly RunningChain[], body: Record<string, unknown>): Promise<object> {
  const chain = chainOf(chains, body);
  if (!chain.giveNft) throw new FaucetError('no NFTs on this chain');
  return { txid: await chain.giveNft(text(body, 'address')) };
}

async function mine(chains: readonly RunningChain[], body: Record<string, unknown>): Promise<object> {
  const blocks = body.blocks ?? 1;
  if (!Number.isInteger(blocks) || (blocks as number) < 1 || (blocks as number) > maxBlocks)
    throw new FaucetError(`blocks: 1 to ${maxBlocks}`);
  await chainOf(chains, body).mine(blocks as number);
  return {};
}

/** Nothing is mined by itself while it holds: payments wait, as where blocks are full. */
async function hold({ chains, held }: Ground, body: Record<string, unknown>): Promise<object> {
  const { id } = chainOf(chains, body).config;
  if (typeof body.hold !== 'boolean') throw new FaucetError('hold: true or false');
  if (body.hold) held.add(id);
  else held.delete(id);
  return {};
}

async function status(chains: readonly RunningChain[]): Promise<object> {
  return {
    chains: await Promise.all(chains.map(async (chain) => ({ config: chain.config, height: await chain.height() }))),
  };
}

async function handle(ground: Ground, request: IncomingMessage): Promise<object | undefined> {
  const { chains } = ground;
  const route = `${request.method} ${request.url}`;
  if (route === 'GET /status') return status(chains);
  if (route === 'POST /fund') return fund(chains, await readJson(request));
  if (route === 'POST /nft') return giveNft(chains, await readJson(request));
  if (route === 'POST /mine') return mine(chains, await readJson(request));
  if (route === 'POST /hold') return hold(ground, await readJson(request));
  return undefined;
}

/** `POST /fund`, `POST /nft`, `POST /mine`, `POST /hold`, `GET /status`, JSON both ways; errors as `{ error }` with 400. Listens on this machine only. */
export async function serveFaucet(ground: Ground, port: number): Promise<Server> {
  const server = createServer((request, response) => {
    const reply = (status: number, body: object): void => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
    handle(ground, request).then(
      (result) => (result ? reply(200, result) : reply(404, { error: 'not found' })),
      (error: Error) =>
        reply(error instanceof FaucetError || error instanceof MoneyError ? 400 : 502, { error: error.message }),
    );
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return server;
}
