/** How a delivery is signed: Standard Webhooks 1.0.0, with both of its schemes, and the X-Signature header that the product family knows. */
import { createHmac, sign } from 'node:crypto';
import type { HookKey } from './keys.ts';

interface Signed {
  /** As `webhook-id`: without a full stop, and nothing that anybody else chose. */
  readonly id: string;
  readonly at: Date;
  readonly body: string;
}

/**
 * The headers that tell a receiver that a body is ours, and of when. Every key signs, the newest first: so a receiver that knows one of them takes it.
 * @param keys at least one
 */
export function signedHeaders({ id, at, body }: Signed, keys: readonly HookKey[]): Record<string, string> {
  const [newest] = keys;
  if (!newest) throw new Error('nothing to sign a web hook with');
  const seconds = Math.floor(at.getTime() / 1_000);
  const content = Buffer.from(`${id}.${seconds}.${body}`);
  const hmacs = keys.map(({ secret }) => `v1,${createHmac('sha256', secret).update(content).digest('base64')}`);
  const own = keys.map(({ key }) => `v1a,${sign(null, content, key).toString('base64')}`);
  const short = sign(null, Buffer.from(`${seconds}.${body}`), newest.key).toString('base64');
  return {
    'content-type': 'application/json; charset=utf-8',
    'user-agent': 'Holdfast web hooks',
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': [...hmacs, ...own].join(' '),
    'x-signature': `keyid=${newest.keyId},ts=${seconds},sig=${short}`,
  };
}
