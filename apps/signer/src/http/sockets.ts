import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Room for one more connection, whoever holds the others open. Past `most`, a new one takes the place of the oldest that has nothing being worked on, of
 * the address that has the most of those. So connections that wait or trickle keep nobody out.
 */
export interface Sockets {
  /** From now until it is called with false, the request of this connection is being worked on. */
  work(socket: Socket, begins: boolean): void;
}

interface Held {
  readonly address: string;
  working: boolean;
}

export function guardSockets(server: Server, most: number): Sockets {
  const held = new Map<Socket, Held>();

  function makeRoom(): void {
    const counts = new Map<string, number>();
    for (const { address, working } of held.values()) if (!working) counts.set(address, (counts.get(address) ?? 0) + 1);
    let busiest = '';
    for (const [address, count] of counts) if (count > (counts.get(busiest) ?? 0)) busiest = address;
    for (const [socket, { address, working }] of held) {
      if (working || address !== busiest) continue;
      held.delete(socket);
      socket.destroy();
      return;
    }
  }

  server.on('connection', (socket: Socket) => {
    held.set(socket, { address: socket.remoteAddress ?? '', working: false });
    socket.once('close', () => held.delete(socket));
    if (held.size > most) makeRoom();
  });
  return {
    work: (socket, begins) => {
      const known = held.get(socket);
      if (known) known.working = begins;
    },
  };
}
