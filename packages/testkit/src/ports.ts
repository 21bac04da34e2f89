import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

const given = new Set<number>();

const isFree = (port: number): Promise<boolean> =>
  new Promise((answer) => {
    const probe = createServer();
    probe.once('error', () => answer(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => answer(true)));
  });

/**
 * A free port below the range that the system hands out by itself: one of that range may belong to anybody's outgoing
 * connection by the time, or each time, that a program listens on it.
 */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < 50; attempt++) {
    const port = randomInt(11_000, 20_000);
    if (given.has(port) || !(await isFree(port))) continue;
    given.add(port);
    return port;
  }
  throw new Error('no free port');
}
