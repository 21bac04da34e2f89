import { ChannelError, createReplayGuard, openRequest } from '@holdfast/channel';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { anything, integer, object, optional, patterns, text } from '../check.ts';
import type { Core } from '../core.ts';
import { errorReply, Refusal, refuse } from '../errors.ts';
import { parseJson } from './body.ts';

const envelope = object({
  id: text(patterns.uuid),
  time: integer(0, Number.MAX_SAFE_INTEGER),
  method: text(/^[a-zA-Z.]{1,64}$/),
  params: optional(anything),
});

type Call = (method: string, params: unknown, peer: string) => Promise<unknown>;

/**
 * One request of the server: opened with the keys pinned in the configuration, refused when it is old or a repeat, answered under the same handshake.
 * @throws Refusal notAuthenticated when no answer can be sealed
 */
export function createChannel(core: Core, call: Call): (message: Uint8Array) => Promise<Uint8Array> {
  const guard = createReplayGuard(core.now);
  const peers = { server: core.config.server };

  const answer = async (peer: string, payload: Uint8Array): Promise<unknown> => {
    const { id, time, method, params } = envelope(parseJson(payload), 'request');
    guard(id, time);
    return call(method, params, peer);
  };

  const open = (message: Uint8Array) => {
    try {
      return openRequest(core.identity, peers, message);
    } catch (error) {
      if (error instanceof ChannelError) throw refuse('notAuthenticated', error.code);
      throw error;
    }
  };

  const failed = (error: unknown): unknown => {
    if (error instanceof ChannelError) return errorReply(refuse('notAuthenticated', error.code));
    if (!(error instanceof Refusal))
      core.log('a request failed', { reason: error instanceof Error ? (error.stack ?? error.message) : 'unknown' });
    else core.log('a request was refused', { code: error.code, detail: error.detail });
    return errorReply(error);
  };

  return async (message) => {
    const opened = open(message);
    const reply = await answer(opened.peer, opened.payload).catch(failed);
    return opened.reply(utf8ToBytes(JSON.stringify(reply)));
  };
}
