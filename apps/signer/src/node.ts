import type { Disperse } from '@holdfast/chains';
import type { SignerConfig } from './config.ts';

type Code = NonNullable<Disperse['code']>;
/** `unseen`: this signer has no node of the chain. A node that does not answer, or answers anything else, shows nothing: `missing`. */
export type CodeSeen = (chain: string, code: Code) => Promise<'there' | 'missing' | 'unseen'>;

const timeoutMs = 5_000;
/** The contract's own code is 4 KB of hex. */
const maxReplyChars = 65_536;

interface Reply {
  readonly result?: unknown;
  readonly error?: unknown;
}

async function ask(url: string, method: string, params: readonly string[]): Promise<Reply> {
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
  return JSON.parse(text) as Reply;
}

/** By the first question that the node knows. @throws Error where it does not answer */
async function look(url: string, { method, asks, isThere, isUnknown }: Code) {
  for (const { params, lasts } of asks) {
    const { result, error } = await ask(url, method, params);
    if (error === undefined || !isUnknown(error)) return { isThere: isThere(result), lasts };
  }
  return { isThere: false, lasts: false };
}

/** Asks the nodes that this signer's operator runs, or trusts. What was seen in a block that stays is not asked for again: nothing takes the contract away. */
export function createCodeSeen({ nodes = [] }: Pick<SignerConfig, 'nodes'>): CodeSeen {
  const there = new Set<string>();
  return async (chain, code) => {
    const node = nodes.find((one) => one.chain === chain);
    if (!node) return 'unseen';
    if (there.has(chain)) return 'there';
    try {
      const seen = await look(node.url, code);
      if (seen.isThere && seen.lasts) there.add(chain);
      return seen.isThere ? 'there' : 'missing';
    } catch {
      return 'missing';
    }
  };
}
