/** A node asked directly, past everything of ours that usually asks it. */
export type Rpc = <T>(method: string, ...params: unknown[]) => Promise<T>;

const limitMs = 30_000;

/** @throws Error with the node's words */
export function rpcOf(url: string): Rpc {
  return async <T>(method: string, ...params: unknown[]): Promise<T> => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      signal: AbortSignal.timeout(limitMs),
    });
    const reply = (await response.json()) as { result?: T; error?: { message?: string } };
    if (reply.error) throw new Error(`${method}: ${reply.error.message}`);
    return reply.result as T;
  };
}
