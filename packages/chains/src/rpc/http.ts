/** One POST of JSON to a node, with a limit on how long it takes and on how much it answers. */
import { RpcError } from './errors.ts';

const timeoutMs = 20_000;

/**
 * The most that one answer may have, bytes. The largest block of Bitcoin has 4 MB, twice that as hex; one of Ethereum at most 10 MB (EIP-7934). What is
 * made of an answer takes a few times its size.
 */
export const maxAnswerBytes = 32 * 1024 * 1024;

export interface Target {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
}

/** Credentials in the URL become a header: fetch refuses such URLs, and errors must not show them. */
export function targetOf(rpcUrl: string): Target {
  const url = new URL(rpcUrl);
  const headers: Record<string, string> = { 'content-type': 'application/json' };
  if (url.username !== '') {
    const login = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
    headers.authorization = `Basic ${btoa(String.fromCharCode(...new TextEncoder().encode(login)))}`;
    url.username = '';
    url.password = '';
  }
  return { url, headers };
}

/** Reads a body as it comes, and no further than the limit. */
async function readBody(body: Response['body'], most: number): Promise<{ text: string; bytes: number }> {
  const decoder = new TextDecoder();
  const parts: string[] = [];
  let bytes = 0;
  for await (const part of body ?? []) {
    bytes += part.length;
    if (bytes > most) throw new RpcError('tooLarge', `the node answered more than ${most} bytes`);
    parts.push(decoder.decode(part, { stream: true }));
  }
  parts.push(decoder.decode());
  return { text: parts.join(''), bytes };
}

/** What the status alone says, before anything is read of the body. */
function refusalOf(status: number): RpcError | undefined {
  if (status === 401) return new RpcError('unauthorized', 'the node does not take this user and password');
  if (status === 403) return new RpcError('forbidden', 'the node does not let this user make the call');
  if (status === 429) return new RpcError('busy', 'too many requests');
  if (status === 503) return new RpcError('busy', 'the node is busy');
  if (status === 502 || status === 504) return new RpcError('unreachable', 'the gateway does not reach the node');
  return undefined;
}

/** A body that nobody reads would keep its connection, so it is given up. @throws RpcError */
async function checkStatus({ status, body }: Response): Promise<void> {
  const refusal = refusalOf(status);
  if (!refusal) return;
  await body?.cancel().catch(() => undefined);
  throw refusal;
}

/** @param body undefined: nothing is posted, it is asked for */
async function send({ url, headers }: Target, body: unknown, most: number) {
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    const asked = body === undefined ? { method: 'GET' } : { method: 'POST', body: JSON.stringify(body) };
    const response = await fetch(url, { ...asked, headers, signal, redirect: 'error' });
    await checkStatus(response);
    return { status: response.status, ...(await readBody(response.body, most)) };
  } catch (error) {
    if (error instanceof RpcError) throw error;
    const timedOut = error instanceof Error && error.name === 'TimeoutError';
    throw new RpcError(timedOut ? 'timeout' : 'unreachable', 'the node did not answer');
  }
}

/** @param most bytes of the answer @returns the answer as JSON, whatever else the status, with its size in bytes @throws RpcError */
export async function ask(
  target: Target,
  body?: unknown,
  most = maxAnswerBytes,
): Promise<{ readonly status: number; readonly answer: unknown; readonly bytes: number }> {
  const { text, ...said } = await send(target, body, most);
  try {
    return { ...said, answer: JSON.parse(text) as unknown };
  } catch {
    throw new RpcError('badAnswer', 'not JSON');
  }
}
