/**
 * A process that asks for withdrawals, so that what is measured is the server and not its client: plain HTTP over kept connections, one request under way on each.
 * Takes one plan as its parent's message, asks until its time is over, and answers with what came of it.
 */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface AskingPlan {
  readonly port: number;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Form, without its request id. */
  readonly form: string;
  readonly connections: number;
  readonly ms: number;
}
export interface Asked {
  readonly accepted: number;
  /** By the code of the envelope, or the status where there is none. */
  readonly refused: Readonly<Record<string, number>>;
  readonly ms: number;
  /** Of each accepted request, in order. */
  readonly spansMs: readonly number[];
}

const head = ({ path, headers }: AskingPlan): string =>
  [
    `POST ${path} HTTP/1.1`,
    'host: 127.0.0.1',
    'content-type: application/x-www-form-urlencoded',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    '',
  ].join('\r\n');

/** The body of the next reply; replies here name their length. */
async function readReply(socket: Socket): Promise<string> {
  let text = '';
  for (;;) {
    const [chunk] = (await once(socket, 'data')) as [Buffer];
    text += chunk.toString('latin1');
    const end = text.indexOf('\r\n\r\n');
    if (end < 0) continue;
    const length = Number(/content-length: (\d+)/i.exec(text.slice(0, end))?.[1] ?? 0);
    if (text.length >= end + 4 + length) return text.slice(end + 4);
  }
}

async function ask(plan: AskingPlan): Promise<Asked> {
  const refused: Record<string, number> = {};
  const spansMs: number[] = [];
  const began = performance.now();
  const start = head(plan);
  const lane = async (): Promise<void> => {
    const socket = connect(plan.port, '127.0.0.1');
    socket.setNoDelay(true);
    await once(socket, 'connect');
    while (performance.now() - began < plan.ms) {
      const asked = performance.now();
      const body = `${plan.form}&request_id=${randomUUID()}`;
      socket.write(`${start}content-length: ${body.length}\r\n\r\n${body}`, 'latin1');
      const code = /^\{"code":(\d+)/.exec(await readReply(socket))?.[1] ?? 'none';
      if (code === '0') spansMs.push(performance.now() - asked);
      else refused[code] = (refused[code] ?? 0) + 1;
    }
    socket.destroy();
  };
  await Promise.all(Array.from({ length: plan.connections }, lane));
  return { accepted: spansMs.length, refused, ms: performance.now() - began, spansMs: spansMs.sort((a, b) => a - b) };
}

if (process.send) {
  const [plan] = (await once(process, 'message')) as [AskingPlan];
  process.send(await ask(plan));
  process.disconnect();
}
