import { eventsPath, headerNames, type LiveEvent } from '@holdfast/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { HttpApp } from '../http/bind.ts';
import { isMember } from '../http/context.ts';
import { header } from '../http/request.ts';
import { refuse } from '../refuse.ts';
import type { EventHub } from './hub.ts';

const heartbeatMs = 15_000;
const maxStreams = 2_000;
/** A reader this far behind is cut off; it connects again and looks at everything afresh. */
const maxBufferedBytes = 256 * 1024;

export interface StreamDeps {
  readonly hub: EventHub;
  /** Is the session behind this request still live? Must not count as use of it. */
  readonly stillLive: (request: FastifyRequest) => Promise<boolean>;
}

/** GET /api/mpc/events: server-sent events (WHATWG HTML 9.2), read with fetch because the token travels in a header. */
export function bindEvents(app: HttpApp, { hub, stillLive }: StreamDeps): void {
  let open = 0;
  const streams = new Set<() => void>();
  app.fastify.get(eventsPath, async (request, reply) => {
    app.limiter.spend(request, 'general');
    const token = header(request, headerNames.token);
    const caller = token === '' ? null : await app.authenticate(token, request);
    if (!caller) throw refuse('notLoggedIn', {});
    if (!isMember(caller)) throw refuse('noPermission', {});
    if (open >= maxStreams) throw refuse('rateLimited', { seconds: 30 });
    open += 1;
    const { send, onClose } = startStream(reply);
    const unsubscribe = hub.subscribe(caller.workspaceId, send);
    const beat = setInterval(() => {
      stillLive(request).then(
        (live) => (live ? reply.raw.write(': beat\n\n') : reply.raw.end()),
        () => reply.raw.end(),
      );
    }, heartbeatMs);
    const stop = () => reply.raw.end();
    streams.add(stop);
    onClose(() => {
      open -= 1;
      streams.delete(stop);
      clearInterval(beat);
      unsubscribe();
    });
  });
  app.fastify.addHook('preClose', async () => {
    for (const stop of streams) stop();
  });
}

function startStream(reply: FastifyReply): { send: (event: LiveEvent) => void; onClose: (done: () => void) => void } {
  reply.hijack();
  const { raw } = reply;
  const headers = {
    ...reply.getHeaders(),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
  };
  for (const [name, value] of Object.entries(headers)) if (value !== undefined) raw.setHeader(name, value);
  raw.writeHead(200);
  raw.write('retry: 2000\n\n');
  const send = (event: LiveEvent): void => {
    if (raw.writableLength > maxBufferedBytes) raw.destroy();
    else raw.write(`data: ${JSON.stringify(event)}\n\n`);
  };
  return { send, onClose: (done) => raw.once('close', done) };
}
