import { createServer as createHttp, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Received {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}
export interface HookReceiver {
  readonly url: string;
  readonly received: Received[];
  /** What is answered from now on; undefined: nothing at all. */
  answer: number | undefined;
  /** The body of the answer. */
  word: string;
  /** Called with each request before it is answered. */
  before: () => unknown;
  close(): Promise<void>;
}

/** A web hook's other end, which keeps what arrives. */
export async function startHooks(): Promise<HookReceiver> {
  const server = createHttp((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', async () => {
      hooks.received.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(parts) });
      await hooks.before();
      if (hooks.answer === undefined) return request.socket.destroy();
      response
        .writeHead(hooks.answer, hooks.answer === 302 ? { location: `${hooks.url}/elsewhere` } : {})
        .end(hooks.word);
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const hooks: HookReceiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received: [],
    answer: 200,
    word: 'ok',
    before: () => undefined,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
  return hooks;
}
