import { RpcError } from './errors.ts';

export interface Request {
  readonly method: string;
  readonly params: readonly unknown[];
}

/** What a node said: a result, or its refusal. */
export type Reply =
  | { readonly ok: true; readonly result: unknown }
  | { readonly ok: false; readonly code: number; readonly message: string };

export interface JsonRpc {
  /** @throws RpcError `nodeError` too */
  call(method: string, ...params: unknown[]): Promise<unknown>;
  /** Like `call`, for when a refusal is an answer. */
  ask(method: string, ...params: unknown[]): Promise<Reply>;
  /** In order; sent in batches. @throws RpcError if any of them fails */
  all(requests: readonly Request[]): Promise<unknown[]>;
}

const timeoutMs = 20_000;
const batchSize = 100;
const maxMessageChars = 300;

/** Credentials in the URL become a header: fetch refuses such URLs, and errors must not show them. */
function targetOf(rpcUrl: string): { url: URL; headers: Record<string, string> } {
  const url = new URL(rpcUrl);
  const headers: Record<string, string> = { 'content-type': 'application/json' };
  if (url.username !== '') {
    const login = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
    headers.authorization = `Basic ${btoa(login)}`;
    url.username = '';
    url.password = '';
  }
  return { url, headers };
}

async function post(target: ReturnType<typeof targetOf>, body: unknown): Promise<unknown> {
  const { url, headers } = target;
  let text: string;
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    const response = await fetch(url, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
      signal,
      redirect: 'error',
    });
    text = await response.text();
  } catch (error) {
    const timedOut = error instanceof Error && error.name === 'TimeoutError';
    throw new RpcError(timedOut ? 'timeout' : 'unreachable', 'the node did not answer');
  }
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new RpcError('badAnswer', 'not JSON');
  }
}

function readReply(answer: unknown): Reply {
  if (typeof answer !== 'object' || answer === null) throw new RpcError('badAnswer', 'not a reply');
  const { result, error } = answer as { result?: unknown; error?: unknown };
  if (error === undefined || error === null) {
    if (result === undefined) throw new RpcError('badAnswer', 'neither result nor error');
    return { ok: true, result };
  }
  const { code, message } = error as { code?: unknown; message?: unknown };
  const text = typeof message === 'string' ? message.slice(0, maxMessageChars) : '';
  return { ok: false, code: typeof code === 'number' ? code : 0, message: text };
}

function resultOf(reply: Reply, method: string): unknown {
  if (reply.ok) return reply.result;
  throw new RpcError('nodeError', `${method}: ${reply.message}`, reply);
}

/** Answers of a batch come in any order; the id says which is which. */
function sortReplies(answer: unknown, count: number): unknown[] {
  if (!Array.isArray(answer) || answer.length !== count) throw new RpcError('badAnswer', 'batch');
  const byId = new Map((answer as { id?: unknown }[]).map((reply) => [reply?.id, reply]));
  return Array.from({ length: count }, (_, id) => byId.get(id));
}

export function jsonRpc(rpcUrl: string): JsonRpc {
  const target = targetOf(rpcUrl);
  const ask = async (method: string, ...params: unknown[]): Promise<Reply> =>
    readReply(await post(target, { jsonrpc: '2.0', id: 0, method, params }));
  return {
    ask,
    call: async (method, ...params) => resultOf(await ask(method, ...params), method),
    async all(requests) {
      const results: unknown[] = [];
      for (let start = 0; start < requests.length; start += batchSize) {
        const part = requests.slice(start, start + batchSize);
        const body = part.map(({ method, params }, id) => ({ jsonrpc: '2.0', id, method, params }));
        const replies = sortReplies(await post(target, body), part.length);
        results.push(...replies.map((reply, n) => resultOf(readReply(reply), part[n]?.method ?? '')));
      }
      return results;
    },
  };
}
