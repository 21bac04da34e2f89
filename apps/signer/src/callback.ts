import type { Callback } from './admission/types.ts';
import type { SignerConfig } from './config.ts';

const maxReplyBytes = 4_096;

async function readReply(response: Response): Promise<string> {
  const reader = response.body?.getReader();
  let text = '';
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    text += new TextDecoder().decode(part.value);
    if (text.length > maxReplyBytes) throw new Error('too long');
  }
  return text;
}

/**
 * The operator's hook: a POST of {intent, digest, tx}, or {intent, digest, export}, to an address in the local configuration. Only `{"decision":"approve","digest":…}` for this very
 * digest, in time, is a yes; a refusal, an error, a redirect, silence or nonsense is a no.
 */
export function createCallback(config: SignerConfig): Callback | undefined {
  const hook = config.callback;
  if (!hook) return undefined;
  return async (question) => {
    try {
      const response = await fetch(hook.url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(question),
        redirect: 'error',
        signal: AbortSignal.timeout(hook.timeoutMs),
      });
      const reply = JSON.parse(await readReply(response)) as { decision?: unknown; digest?: unknown };
      return response.ok && reply.decision === 'approve' && reply.digest === question.digest;
    } catch {
      return false;
    }
  };
}
