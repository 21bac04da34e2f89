import { eventsPath, type LiveEvent, type WorkspaceId } from '@holdfast/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { callerOf, type HttpApp, notLoggedIn } from '../http/bind.ts';
import { type Caller, isMember } from '../http/context.ts';
import { refuse } from '../refuse.ts';
import type { EventHub } from './hub.ts';

const defaultHeartbeatMs = 15_000;
const maxStreams = 2_000;
/** A reader this far behind is cut off; it connects again and looks at everything afresh. */
const maxBufferedBytes = 256 * 1024;

export interface StreamDeps {
  readonly hub: EventHub;
  /** Who is behind this request by now; null when their session is over. Must not count as use of it. */
  readonly callerNow: (request: FastifyRequest) => Promise<Caller | null>;
  readonly heartbeatMs?: number;
}

/** A stream belongs to a workspace: a member who was removed, or a session that went elsewhere, hears nothing more of it. */
const mayHear = (caller: Caller, workspaceId: WorkspaceId): boolean =>
  isMember(caller) && caller.workspaceId === workspaceId;

/** GET /api/mpc/events: server-sent events (WHATWG HTML 9.2), read with fetch because the token travels in a header. */
export function bindEvents(app: HttpApp, { hub, callerNow, heartbeatMs = defaultHeartbeatMs }: StreamDeps): void {
  const streams = new Set<() => void>();
  app.fastify.get(eventsPath, async (request, reply) => {
    const caller = await callerOf(app, request);
    if (!caller) throw await notLoggedIn(app, request);
    if (!isMember(caller)) throw refuse('noPermission', {});
    if (streams.size >= maxStreams) throw refuse('rateLimited', { seconds: 30 });
    // Who left while the session was looked up has had their 'close' already: nothing would ever end this stream.
    if (reply.raw.destroyed || request.raw.destroyed) return reply.hijack();
    const { send, beat } = startStream(reply);
    const look = (): void =>
      void callerNow(request).then((now) => (now && mayHear(now, caller.workspaceId) ? beat() : stop()), stop);
    const unsubscribe = hub.subscribe(caller.workspaceId, (event) => {
      send(event);
      // Perhaps it was this session that ended: its page is to know at once.
      if (event.topic === 'account') look();
    });
    const timer = setInterval(look, heartbeatMs);
    // Nothing may be written after end(), so whatever writes is ended first.
    const stop = (): void => {
      clearInterval(timer);
      unsubscribe();
      streams.delete(stop);
      reply.raw.end();
    };
    streams.add(stop);
    reply.raw.once('close', stop);
    return reply;
  });
  app.fastify.addHook('preClose', async () => {
    for (const stop of streams) stop();
  });
}

/** Begins the reply. Both calls do nothing once it has ended. */
function startStream(reply: FastifyReply): { send: (event: LiveEvent) => void; beat: () => void } {
  reply.hijack();
  const { raw } = reply;
  const headers = {
    ...reply.getHeaders(),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
  };
  // An 'error' nobody hears ends the process; what follows it is 'close' in any case.
  raw.on('error', () => undefined);
  for (const [name, value] of Object.entries(headers)) if (value !== undefined) raw.setHeader(name, value);
  raw.writeHead(200);
  const write = (text: string): void => {
    if (raw.writableEnded || raw.destroyed) return;
    if (raw.writableLength > maxBufferedBytes) raw.destroy();
    else raw.write(text);
  };
  write('retry: 2000\n\n');
  return { send: (event) => write(`data: ${JSON.stringify(event)}\n\n`), beat: () => write(': beat\n\n') };
}
