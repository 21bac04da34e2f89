import { connect, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import type { FloodPlan } from './flood.ts';

/** Takes one plan as a line of JSON, floods until its input ends, and writes what came of it. */
const statuses: Record<string, number> = {};
const tickMs = 10;
let sent = 0;

function open(port: number): Socket {
  const socket = connect(port, '127.0.0.1');
  socket.setNoDelay(true);
  socket.on('error', () => undefined);
  socket.on('data', (data: Buffer) => {
    for (const [, status = ''] of data.toString('latin1').matchAll(/HTTP\/1\.1 (\d{3})/g))
      statuses[status] = (statuses[status] ?? 0) + 1;
  });
  return socket;
}

function flood({ port, requests, perSecond, connections, atMost = Number.POSITIVE_INFINITY }: FloodPlan): () => void {
  const sockets = Array.from({ length: connections }, () => open(port));
  const began = performance.now();
  const timer = setInterval(() => {
    const due = Math.min(((performance.now() - began) / 1_000) * perSecond, atMost);
    for (; sent < due; sent++) {
      const at = sent % connections;
      let socket = sockets[at];
      if (!socket || socket.destroyed || !socket.writable) {
        socket = open(port);
        sockets[at] = socket;
      }
      socket.write(requests[sent % requests.length] ?? '', 'latin1');
    }
  }, tickMs);
  return () => {
    clearInterval(timer);
    for (const socket of sockets) socket.destroy();
  };
}

let stop = (): void => undefined;
const lines = createInterface({ input: process.stdin });
lines.once('line', (line) => {
  stop = flood(JSON.parse(line) as FloodPlan);
  process.stdout.write('begun\n');
});
lines.once('close', () => {
  stop();
  process.stdout.write(JSON.stringify({ sent, statuses }));
  process.exitCode = 0;
});
