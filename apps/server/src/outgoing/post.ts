import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { type BlockList, isIP } from 'node:net';
import { destinationOf, OutgoingRefused } from './guard.ts';

const limitMs = 10_000;
/** Of a hook more of an answer is not read: it is not shown to anybody. */
const hookLimits: Limits = { timeoutMs: limitMs, maxBytes: 4_096 };

export interface Answer {
  readonly status: number;
  /** Its beginning, for a caller that looks for a word in it. Never to be shown: it may come from where whoever reads it may not look. */
  readonly text: string;
  /** Is that all of it? */
  readonly whole: boolean;
}

/** The same as bytes, and where it leads elsewhere. */
interface RawAnswer extends Omit<Answer, 'text'> {
  readonly body: Buffer;
  /** Of a redirect, which nobody has followed. */
  readonly location: string;
  /** Was there more of it than was to be read? */
  readonly isLonger: boolean;
}

export interface Outgoing {
  readonly headers: Readonly<Record<string, string>>;
  /** Posted where there is one. */
  readonly body?: string | Uint8Array;
}
export interface Limits {
  readonly timeoutMs: number;
  readonly maxBytes: number;
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

/** Would anything be sent there now? Sending looks again. @throws as `askOutside` does before it connects */
export async function checkPlace(text: string, allowed: BlockList): Promise<void> {
  await placeOf(text, allowed, AbortSignal.timeout(limitMs));
}

/**
 * The one way in which this server calls what others named: resolved once, connected to what was resolved, no redirect followed, within the limits, ten seconds in all where none are given.
 * @throws OutgoingRefused, and what the network throws
 */
export async function callOutside(
  text: string,
  { headers, body }: Outgoing,
  allowed: BlockList,
  { timeoutMs, maxBytes } = hookLimits,
): Promise<RawAnswer> {
  const signal = AbortSignal.timeout(timeoutMs);
  const { url, address } = await placeOf(text, allowed, signal);
  const secure = url.protocol === 'https:';
  const name = url.hostname.replace(/^\[|\]$/g, '');
  const options = {
    host: address,
    port: url.port || (secure ? 443 : 80),
    path: `${url.pathname}${url.search}`,
    ...(body === undefined
      ? { method: 'GET', headers: { ...headers, host: url.host } }
      : { method: 'POST', headers: { ...headers, host: url.host, 'content-length': Buffer.byteLength(body) } }),
    signal,
    agent: false,
    ...(secure && !isIP(name) ? { servername: name } : {}),
  } as const;
  return new Promise((done, fail) => {
    const call = (secure ? requestHttps : requestHttp)(options, (answer) => {
      const parts: Buffer[] = [];
      let read = 0;
      answer.on('data', (chunk: Buffer) => {
        read += chunk.length;
        if (read > maxBytes) answer.destroy();
        else parts.push(chunk);
      });
      const end = (): void =>
        done({
          status: answer.statusCode ?? 0,
          body: Buffer.concat(parts),
          location: answer.headers.location ?? '',
          isLonger: read > maxBytes,
          whole: answer.complete && read <= maxBytes,
        });
      answer.once('close', end);
      answer.once('error', end);
    });
    call.once('error', fail);
    call.end(body);
  });
}

/** The same where it is a text. */
export async function askOutside(
  text: string,
  outgoing: Outgoing,
  allowed: BlockList,
  limits: Limits = hookLimits,
): Promise<Answer> {
  const { status, body, whole } = await callOutside(text, outgoing, allowed, limits);
  return { status, text: body.toString('utf8'), whole };
}

/** The same where the status says all. */
export const postOutside = async (text: string, outgoing: Outgoing, allowed: BlockList): Promise<number> =>
  (await askOutside(text, outgoing, allowed)).status;
