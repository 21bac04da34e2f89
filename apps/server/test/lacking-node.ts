import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a node behind it does not do. */
export interface Lacks {
  /** These are unknown to it. */
  methods: readonly string[];
  /** It takes no state overrides: as a parameter too many, or as if they were not there. */
  overrides?: 'refused' | 'ignored' | undefined;
}
interface Asked {
  readonly id: unknown;
  readonly method: string;
  readonly params: readonly unknown[];
}

const refused = ({ id }: Asked, code: number, message: string) => ({ jsonrpc: '2.0', id, error: { code, message } });

/** A node as older or smaller ones are: what it lacks may change at any time, and everything else is asked of the node behind it. */
export async function startLackingNode(url: string, lacks: Lacks) {
  const one = (asked: Asked): Asked | object => {
    if (lacks.methods.includes(asked.method)) return refused(asked, -32601, 'the method does not exist');
    if (asked.method !== 'eth_call' || asked.params.length < 3 || !lacks.overrides) return asked;
    if (lacks.overrides === 'refused') return refused(asked, -32602, 'too many arguments, want at most 2');
    return { ...asked, params: asked.params.slice(0, 2) };
  };
  const answered = async (asked: Asked): Promise<unknown> => {
    const passed = one(asked);
    if ('error' in passed) return passed;
    const headers = { 'content-type': 'application/json' };
    return (await fetch(url, { method: 'POST', headers, body: JSON.stringify(passed) })).json();
  };
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', async () => {
      const asked = JSON.parse(Buffer.concat(parts).toString()) as Asked | Asked[];
      const answer = await (Array.isArray(asked) ? Promise.all(asked.map(answered)) : answered(asked));
      response.setHeader('content-type', 'application/json').end(JSON.stringify(answer));
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => new Promise<void>((closed) => server.close(() => closed())),
  };
}
