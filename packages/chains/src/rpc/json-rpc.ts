import { RpcError } from './errors.ts';
import { ask as askNode, maxAnswerBytes, targetOf } from './http.ts';

export interface Request {
  readonly method: string;
  readonly params: readonly unknown[];
}

/** What a node said: a result, or its refusal. */
export type Reply =
  | { readonly ok: true; readonly result: unknown }
  /** `data`: what the contract of a failed call returned, `0x…`; '' where there is none. */
  | { readonly ok: false; readonly code: number; readonly message: string; readonly data: string };

export interface JsonRpc {
  /** @throws RpcError `nodeError` too */
  call(method: string, ...params: unknown[]): Promise<unknown>;
  /** Like `call`, for when a refusal is an answer. */
  ask(method: string, ...params: unknown[]): Promise<Reply>;
  /** Like `ask`, for an answer that strangers write. @param most bytes of the whole answer @throws RpcError `tooLarge` where it has more */
  askWithin(most: number, method: string, ...params: unknown[]): Promise<Reply>;
  /** In order; sent in batches. @throws RpcError if any of them fails, `tooLarge` where the answers together are */
  all(requests: readonly Request[]): Promise<unknown[]>;
}

const batchSize = 100;
const maxMessageChars = 300;
const maxDataChars = 10_000;
/** bitcoind's RPC_IN_WARMUP (src/rpc/protocol.h). */
const warmingUp = -28;

/** Most give it as it is, Hardhat in a field of the same name. */
function dataIn(data: unknown): string {
  const found = typeof data === 'object' && data !== null ? (data as { data?: unknown }).data : data;
  return typeof found === 'string' && found.length <= maxDataChars ? found : '';
}

function readReply(answer: unknown): Reply {
  if (typeof answer !== 'object' || answer === null) throw new RpcError('badAnswer', 'not a reply');
  const { result, error } = answer as { result?: unknown; error?: unknown };
  if (error === undefined || error === null) {
    if (result === undefined) throw new RpcError('badAnswer', 'neither result nor error');
    return { ok: true, result };
  }
  const { code, message, data } = error as { code?: unknown; message?: unknown; data?: unknown };
  const text = typeof message === 'string' ? message.slice(0, maxMessageChars) : '';
  if (code === warmingUp) throw new RpcError('starting', text);
  return { ok: false, code: typeof code === 'number' ? code : 0, message: text, data: dataIn(data) };
}

function resultOf(reply: Reply, method: string): unknown {
  if (reply.ok) return reply.result;
  throw new RpcError('nodeError', `${method}: ${reply.message}`, reply);
}

/** Answers of a batch come in any order; the id says which is which. A node that is not ready answers once, for all. */
function sortReplies(answer: unknown, count: number): unknown[] {
  if (!Array.isArray(answer)) readReply(answer);
  if (!Array.isArray(answer) || answer.length !== count) throw new RpcError('badAnswer', 'batch');
  const byId = new Map((answer as { id?: unknown }[]).map((reply) => [reply?.id, reply]));
  return Array.from({ length: count }, (_, id) => byId.get(id));
}

/** Which calls were refused: a node that lets some through does not say. */
const named = (error: unknown, requests: readonly Request[]): unknown =>
  error instanceof RpcError && error.code === 'forbidden'
    ? new RpcError('forbidden', [...new Set(requests.map(({ method }) => method))].join(', '))
    : error;

export function jsonRpc(rpcUrl: string): JsonRpc {
  const target = targetOf(rpcUrl);
  const askWithin = async (most: number, method: string, ...params: unknown[]): Promise<Reply> => {
    const sent = askNode(target, { jsonrpc: '2.0', id: 0, method, params }, most);
    return sent.then(
      ({ answer }) => readReply(answer),
      (error: unknown) => Promise.reject(named(error, [{ method, params }])),
    );
  };
  const ask: JsonRpc['ask'] = (...call) => askWithin(maxAnswerBytes, ...call);
  const batch = async (part: readonly Request[]): Promise<{ results: unknown[]; bytes: number }> => {
    const body = part.map(({ method, params }, id) => ({ jsonrpc: '2.0', id, method, params }));
    const { answer, bytes } = await askNode(target, body).catch((error: unknown) => Promise.reject(named(error, part)));
    const replies = sortReplies(answer, part.length);
    return { results: replies.map((reply, n) => resultOf(readReply(reply), part[n]?.method ?? '')), bytes };
  };
  return {
    ask,
    askWithin,
    call: async (method, ...params) => resultOf(await ask(method, ...params), method),
    async all(requests) {
      const all: unknown[] = [];
      let size = 0;
      for (let start = 0; start < requests.length; start += batchSize) {
        const { results, bytes } = await batch(requests.slice(start, start + batchSize));
        all.push(...results);
        size += bytes;
        if (size > maxAnswerBytes) throw new RpcError('tooLarge', `answers of more than ${maxAnswerBytes} bytes`);
      }
      return all;
    },
  };
}
