import { RpcFault } from './faults.ts';

const limitMs = 30_000;
const mostBytes = 16 * 1024 * 1024;

/** What the node answered, or what it said no with. */
interface Reply {
  readonly result?: unknown;
  readonly error?: { readonly code?: unknown; readonly message?: unknown; readonly data?: unknown };
}

async function bodyOf(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > mostBytes) throw new RpcFault('failed', 'the node’s answer is too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Reads from a node of the network. Its word is for the application: nothing that is signed hangs on it. */
export function readerOf(url: string): (method: string, params: readonly unknown[]) => Promise<unknown> {
  return async (method, params) => {
    let reply: Reply;
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
        redirect: 'error',
        signal: AbortSignal.timeout(limitMs),
      });
      reply = JSON.parse(await bodyOf(response)) as Reply;
    } catch (error) {
      if (error instanceof RpcFault) throw error;
      throw new RpcFault('failed', `no answer from the node: ${error instanceof Error ? error.message : error}`);
    }
    if (reply.error) {
      const { code, message, data } = reply.error;
      throw new RpcFault(typeof code === 'number' ? code : 'failed', String(message), data);
    }
    return reply.result ?? null;
  };
}
