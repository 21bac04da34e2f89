import {
  ChannelError,
  checkHead,
  createHeadProof,
  createReplayGuard,
  headLength,
  openRequest,
  taggedLength,
  transportOf,
} from '@holdfast/channel';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { anything, integer, object, optional, patterns, text } from '../check.ts';
import type { SignerContext } from '../context.ts';
import { errorReply, refuse } from '../errors.ts';
import { logFailure, namesIn } from '../log.ts';
import { type HeadCheck, parseJson } from './body.ts';
import { createKeptSessions } from './kept.ts';

const envelope = object({
  id: text(patterns.uuid),
  time: integer(0, Number.MAX_SAFE_INTEGER),
  method: text(/^[a-zA-Z.]{1,64}$/),
  params: optional(anything),
});

const peersOf = (ctx: SignerContext) => ({ server: ctx.config.server });

function asRefusal<T>(run: () => T): T {
  try {
    return run();
  } catch (error) {
    if (error instanceof ChannelError) throw refuse('notAuthenticated', error.code);
    throw error;
  }
}

/** Only what may be the pinned server's is read at all. @throws Refusal notAuthenticated */
export const channelHead = (ctx: SignerContext): HeadCheck => ({
  length: headLength,
  check: (head) => asRefusal(() => checkHead(peersOf(ctx), head)),
});

/** Only what is the pinned server's own by its tag, which a stranger cannot make. @throws Refusal notAuthenticated */
export function taggedHead(ctx: SignerContext): (tag: string) => HeadCheck {
  const proves = createHeadProof(ctx.identity, peersOf(ctx));
  return (tag) => ({
    length: taggedLength,
    check: (head) => {
      if (!proves(head, tag)) throw refuse('notAuthenticated', 'tag');
    },
  });
}

type Call = (method: string, params: unknown, peer: string) => Promise<unknown>;

/** One message of the server. `keep`: it asks that more may follow under the same handshake. `kept` says whether they may. */
export type Channel = (
  message: Uint8Array,
  keep: boolean,
) => Promise<{ readonly reply: Uint8Array; readonly kept: boolean }>;

/**
 * One request of the server: opened with the keys pinned in the configuration, or with those of a handshake under them, refused when it is old or a repeat, answered
 * under the same keys.
 * @throws Refusal notAuthenticated when no answer can be sealed
 */
export function createChannel(ctx: SignerContext, call: Call): Channel {
  const guard = createReplayGuard(ctx.now);
  const sessions = createKeptSessions(ctx.now);

  /** What it asks, once: what was asked already, or is of another time, says nothing and leaves nothing. @throws Refusal, ChannelError */
  const asked = (payload: Uint8Array): ReturnType<typeof envelope> => {
    const read = envelope(parseJson(payload), 'request');
    guard(read.id, read.time);
    return read;
  };

  const open = (message: Uint8Array) =>
    asRefusal(() => {
      const id = transportOf(message);
      return id === undefined ? openRequest(ctx.identity, peersOf(ctx), message) : sessions.open(id, message);
    });

  const failed =
    (names: Readonly<Record<string, string | number>>) =>
    (error: unknown): unknown => {
      if (error instanceof ChannelError) return errorReply(refuse('notAuthenticated', error.code));
      logFailure(ctx.log, names, error);
      return errorReply(error);
    };

  const answered = async (peer: string, { method, params }: ReturnType<typeof envelope>): Promise<unknown> =>
    call(method, params, peer).catch((error) => failed({ method, ...namesIn(params) })(error));

  return async (message, keep) => {
    const opened = open(message);
    const sealed = (said: unknown): Uint8Array => opened.reply(utf8ToBytes(JSON.stringify(said)));
    let request: ReturnType<typeof envelope>;
    try {
      request = asked(opened.payload);
    } catch (error) {
      return { reply: sealed(failed({})(error)), kept: false };
    }
    const reply = sealed(await answered(opened.peer, request));
    const left = keep && 'left' in opened ? opened.left() : undefined;
    if (left) sessions.keep(opened.peer, left);
    return { reply, kept: left !== undefined };
  };
}
