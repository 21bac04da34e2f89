import { connect, createServer, type Server, type Socket } from 'node:net';

export interface Balancer {
  stop(): Promise<void>;
}

const tryMs = 500;

/** The first of them that takes the connection; undefined where none does. */
async function firstThatAnswers(ports: readonly number[]): Promise<Socket | undefined> {
  for (const port of ports) {
    const socket = connect({ port, host: '127.0.0.1' });
    const opened = await new Promise<boolean>((done) => {
      const timer = setTimeout(() => done(false), tryMs);
      socket.once('connect', () => {
        clearTimeout(timer);
        done(true);
      });
      socket.once('error', () => {
        clearTimeout(timer);
        done(false);
      });
    });
    if (opened) return socket;
    socket.destroy();
  }
  return undefined;
}

/** Neither end outlives the other, however it ends. */
function join(one: Socket, other: Socket): void {
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const) {
    from.on('error', () => to.destroy());
    from.on('close', () => to.destroy());
    from.pipe(to);
  }
}

/** What stands before several servers of one installation: each connection goes to the next of them in turn, or to another one where that is away. */
export async function startBalancer(port: number, servers: readonly number[]): Promise<Balancer> {
  const open = new Set<Socket>();
  let turn = 0;
  const server: Server = createServer({ pauseOnConnect: true }, (socket) => {
    open.add(socket);
    socket.on('error', () => socket.destroy()).on('close', () => open.delete(socket));
    const first = turn++ % servers.length;
    void firstThatAnswers([...servers.slice(first), ...servers.slice(0, first)]).then((behind) => {
      if (behind === undefined || socket.destroyed) {
        socket.destroy();
        behind?.destroy();
        return;
      }
      join(socket, behind);
      socket.resume();
    });
  });
  await new Promise<void>((done, fail) => {
    server.once('error', fail);
    server.listen({ port, host: '127.0.0.1' }, done);
  });
  return {
    async stop() {
      const closed = new Promise((done) => server.close(done));
      for (const socket of open) socket.destroy();
      await closed;
    },
  };
}
