import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** So many whole HTTP requests a second, in turn over so many connections; one that was closed is opened again. */
export interface FloodPlan {
  readonly port: number;
  /** Each a whole request, as it goes over the wire. */
  readonly requests: readonly string[];
  readonly perSecond: number;
  /** It goes quiet after so many; where left out, only `stop` ends it. */
  readonly atMost?: number;
  readonly connections: number;
}

export interface Flooded {
  readonly sent: number;
  /** How often each status came back. */
  readonly statuses: Readonly<Record<string, number>>;
}

export interface Flood {
  /** Ends it. @returns what was sent, and what came back */
  stop(): Promise<Flooded>;
}

const program = fileURLToPath(new URL('flood-process.ts', import.meta.url));

/** One HTTP/1.1 request as text; `body` as JSON. */
export function rawRequest(
  method: string,
  path: string,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
): string {
  const text = body === undefined ? '' : JSON.stringify(body);
  const lines = Object.entries({
    host: '127.0.0.1',
    ...(method === 'POST'
      ? { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(text)) }
      : {}),
    ...headers,
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${text}`;
}

function statusesOf(child: ChildProcess): Promise<Flooded> {
  let text = '';
  child.stdout?.on('data', (data: Buffer) => {
    text += data.toString();
  });
  return once(child, 'close').then(() => JSON.parse(text.slice(text.indexOf('{'))) as Flooded);
}

/** Sends requests from a process of its own, so that they cost the one under test only what it does for them. Resolves once the first were sent. */
export async function startFlood(plan: FloodPlan): Promise<Flood> {
  const child = spawn(process.execPath, [program], { stdio: ['pipe', 'pipe', 'inherit'] });
  const begun = child.stdout ? once(child.stdout, 'data') : Promise.reject(new Error('no output'));
  const flooded = statusesOf(child);
  child.stdin?.write(`${JSON.stringify(plan)}\n`);
  await begun;
  return {
    stop: () => {
      child.stdin?.end();
      return flooded;
    },
  };
}
