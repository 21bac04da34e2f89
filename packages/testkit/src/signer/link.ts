import { randomUUID } from 'node:crypto';
import { type Identity, type PeerKeys, sealRequest, tagHeader } from '@holdfast/channel';
import { utf8ToBytes } from '@noble/hashes/utils.js';

export const setupCode = 'TEST-TEST-TEST-TEST';

export interface Reply {
  readonly status: number;
  readonly body: Record<string, unknown> & { error?: { code: string } };
}

/** How a test reaches one signer, in this process or another. */
export interface Link {
  readonly id: string;
  readonly keys: PeerKeys;
  /** Base URL without a slash at the end. */
  url: string;
}

/** The server of a test: what its channel is sealed with, and how far its clock is ahead of the real one, in milliseconds. */
export interface Caller {
  readonly server: Identity;
  readonly now: number;
}

export const originOf = (id: string): string => `http://localhost:1700${id}`;

/** One call of the server over the sealed channel. */
export async function call(
  caller: Caller,
  link: Link,
  method: string,
  params: unknown,
  from: Identity = caller.server,
): Promise<Record<string, unknown> & { error?: { code: string } }> {
  const request = { id: randomUUID(), time: Date.now() + caller.now, method, params };
  const sealed = sealRequest(from, link.keys, utf8ToBytes(JSON.stringify(request)));
  const init = { method: 'POST', headers: { [tagHeader]: sealed.tag }, body: new Uint8Array(sealed.message) };
  const response = await fetch(`${link.url}/channel`, init);
  const bytes = new Uint8Array(await response.arrayBuffer());
  const plain = response.ok ? sealed.openReply(bytes) : bytes;
  return JSON.parse(new TextDecoder().decode(plain)) as Record<string, unknown>;
}

export async function must<T>(reply: Promise<Record<string, unknown> & { error?: { code: string } }>): Promise<T> {
  const value = await reply;
  if (value.error) throw new Error(`refused: ${value.error.code}`);
  return value as T;
}

/** A request of a page at the approval origin. */
export async function ask(
  link: Link,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Reply> {
  const init =
    body === undefined
      ? { method, headers }
      : { method, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) };
  const response = await fetch(`${link.url}${path}`, init);
  return { status: response.status, body: (await response.json()) as Reply['body'] };
}

export async function asked<T>(reply: Promise<Reply>): Promise<T> {
  const { body } = await reply;
  if (body.error) throw new Error(`refused: ${body.error.code}`);
  return body as T;
}

/** A sealed box on its way between two parties. */
export interface Mail {
  readonly from: string;
  readonly to: string;
  readonly box: string;
}

/** What of the mail is for one party, as a step takes it. */
export const addressed = (mail: readonly Mail[], id: string) =>
  mail.filter(({ to }) => to === id).map(({ from, box }) => ({ from, box }));
