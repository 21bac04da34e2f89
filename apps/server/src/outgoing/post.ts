import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { type BlockList, isIP } from 'node:net';
import { destinationOf, OutgoingRefused } from './guard.ts';

const limitMs = 10_000;
/** More of an answer is not read: it is not shown to anybody. */
const answerBytes = 4_096;

export interface Outgoing {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
}

/** @throws OutgoingRefused for what is no URL of the web, holds a password, or is not encrypted though nobody named its address */
async function placeOf(text: string, allowed: BlockList, signal: AbortSignal) {
  const url = URL.parse(text);
  if (!url || !['https:', 'http:'].includes(url.protocol)) throw new OutgoingRefused('no URL of the web');
  if (url.username !== '' || url.password !== '') throw new OutgoingRefused('a URL with a password');
  const { address, named } = await destinationOf(url.hostname, allowed, signal);
  if (url.protocol === 'http:' && !named) throw new OutgoingRefused('not encrypted');
  return { url, address };
}

/**
 * The one way in which this server calls what others named: resolved once, connected to what was resolved, no redirect followed, within ten seconds in all.
 * Returns the status of the answer. @throws OutgoingRefused, and what the network throws
 */
export async function postOutside(text: string, { headers, body }: Outgoing, allowed: BlockList): Promise<number> {
  const signal = AbortSignal.timeout(limitMs);
  const { url, address } = await placeOf(text, allowed, signal);
  const secure = url.protocol === 'https:';
  const name = url.hostname.replace(/^\[|\]$/g, '');
  const options = {
    host: address,
    port: url.port || (secure ? 443 : 80),
    path: `${url.pathname}${url.search}`,
    method: 'POST',
    headers: { ...headers, host: url.host, 'content-length': Buffer.byteLength(body) },
    signal,
    agent: false,
    ...(secure && !isIP(name) ? { servername: name } : {}),
  } as const;
  return new Promise((done, fail) => {
    const call = (secure ? requestHttps : requestHttp)(options, (answer) => {
      let read = 0;
      answer.on('data', (chunk: Buffer) => {
        read += chunk.length;
        if (read > answerBytes) answer.destroy();
      });
      answer.once('close', () => done(answer.statusCode ?? 0));
      answer.once('error', () => done(answer.statusCode ?? 0));
    });
    call.once('error', fail);
    call.end(body);
  });
}
