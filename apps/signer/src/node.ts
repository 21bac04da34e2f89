import type { Disperse } from '@holdfast/chains';
import type { SignerConfig } from './config.ts';

type Code = NonNullable<Disperse['code']>;
/** `unseen`: this signer has no node of the chain. A node that does not answer, or answers anything else, shows nothing: `missing`. */
export type CodeSeen = (chain: string, code: Code) => Promise<'there' | 'missing' | 'unseen'>;

const timeoutMs = 5_000;
/** The contract's own code is 4 KB of hex. */
const maxReplyChars = 65_536;

async function ask(url: string, { method, params }: Code): Promise<unknown> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    text += part.value;
    if (text.length > maxReplyChars) throw new Error('too long');
  }
  return (JSON.parse(text) as { result?: unknown }).result;
}

/** Asks the nodes that this signer's operator runs, or trusts. What was seen once stays: nothing takes the contract away again. */
export function createCodeSeen({ nodes = [] }: Pick<SignerConfig, 'nodes'>): CodeSeen {
  const there = new Set<string>();
  return async (chain, code) => {
    const node = nodes.find((one) => one.chain === chain);
    if (!node) return 'unseen';
    if (there.has(chain)) return 'there';
    try {
      if (!code.isThere(await ask(node.url, code))) return 'missing';
    } catch {
      return 'missing';
    }
    there.add(chain);
    return 'there';
  };
}
