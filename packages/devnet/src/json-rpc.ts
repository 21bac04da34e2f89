const timeoutMs = 20_000;

/** One JSON-RPC call. @throws Error with the node's words */
export type Call = <T = unknown>(method: string, ...params: unknown[]) => Promise<T>;

/** A client for a node of ours. A user and password in the URL become a Basic header, which `fetch` would not do. */
export function rpcClient(url: string): Call {
  const target = new URL(url);
  const headers: Record<string, string> = { 'content-type': 'application/json' };
  if (target.username !== '') {
    const login = `${decodeURIComponent(target.username)}:${decodeURIComponent(target.password)}`;
    headers.authorization = `Basic ${Buffer.from(login).toString('base64')}`;
    target.username = '';
    target.password = '';
  }
  return async <T>(method: string, ...params: unknown[]): Promise<T> => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
    const response = await fetch(target, { method: 'POST', headers, body, signal: AbortSignal.timeout(timeoutMs) });
    const answer = (await response.json()) as { result: T; error?: { message: string } | null };
    if (answer.error) throw new Error(`${method}: ${answer.error.message}`);
    return answer.result;
  };
}
