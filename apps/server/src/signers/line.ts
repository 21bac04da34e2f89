import { createSender, type Identity, keepHeader, type SealedRequest, sealRequest, tagHeader } from '@holdfast/channel';
import type { Clock } from '../clock.ts';
import type { SignerConfig } from '../config.ts';
import { post } from './post.ts';

/** The signer does not know the handshake that a request was sent under: it was restarted, or somebody who stands between says so. */
export class LostSession extends Error {}

/** Sends a request and opens the answer. @throws LostSession, and Error where there is no answer that the signer's key authenticates */
type Line = (payload: Uint8Array, limitMs: number) => Promise<Uint8Array>;

const maxReplyBytes = 4 * 1024 * 1024;
/** What is said under one handshake can be read by whoever gets hold of its keys, so it does not live long; a signer forgets it some minutes later. */
const lifeMs = 5 * 60_000;

/**
 * The way to one signer. The first request makes a handshake, and those after it are sent under what it left: four multiplications on each side that most of the
 * twenty requests of a payment do without. A signer of an earlier release keeps nothing, so each request makes a handshake there.
 */
export function createLine(config: SignerConfig, identity: Identity, clock: Clock): Line {
  const url = new URL('/channel', config.url);
  let current: { readonly seal: ReturnType<typeof createSender>; readonly until: number } | undefined;
  const now = (): number => clock().getTime();

  const send = (sealed: Omit<SealedRequest, 'left'>, limitMs: number, more: Readonly<Record<string, string>> = {}) => {
    const headers = { 'content-type': 'application/octet-stream', [tagHeader]: sealed.tag, ...more };
    return post(url, { headers, body: sealed.message, limitMs, maxBytes: maxReplyBytes });
  };

  const within = async (session: NonNullable<typeof current>, payload: Uint8Array, limitMs: number) => {
    const sealed = session.seal(payload);
    try {
      const { status, body } = await send(sealed, limitMs);
      if (status === 401) throw new LostSession('the session is not known');
      if (status !== 200) throw new Error(`HTTP ${status}`);
      return sealed.openReply(body);
    } catch (error) {
      if (current === session) current = undefined;
      throw error;
    }
  };

  const byHandshake = async (payload: Uint8Array, limitMs: number) => {
    const sealed = sealRequest(identity, config, payload);
    const { status, headers, body } = await send(sealed, limitMs, { [keepHeader]: '1' });
    if (status !== 200) throw new Error(`HTTP ${status}`);
    const answer = sealed.openReply(body);
    const left = headers[keepHeader] === undefined ? undefined : sealed.left();
    if (left) current = { seal: createSender(identity, config, left), until: now() + lifeMs };
    return answer;
  };

  return (payload, limitMs) =>
    current && now() < current.until ? within(current, payload, limitMs) : byHandshake(payload, limitMs);
}
