import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Identity, newIdentity, type PeerKeys, publicKeysOf, sealRequest } from '@holdfast/channel';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import type { Step } from '../src/admission/types.ts';
import { type Signer, startSigner } from '../src/app.ts';
import type { SignerConfig } from '../src/config.ts';
import { initSigner } from '../src/init.ts';
import { testChains } from './fixtures.ts';

/** Cheap for tests only; the cost is stored beside the wrapped key. */
export const testKdf = { memory: 64, passes: 1 };
export const passphrase = 'test passphrase, long enough';
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

export interface Place extends Link {
  readonly dir: string;
  readonly config: SignerConfig;
  signer: Signer | undefined;
  /** How far this one's clock is ahead of the other's, in milliseconds. */
  ahead?: number;
}

export interface Pair {
  readonly dir: string;
  readonly server: Identity;
  readonly places: readonly Place[];
  now: number;
  stop(): Promise<void>;
}

export interface PairOptions {
  readonly config?: Partial<SignerConfig>;
  readonly steps?: readonly Step[];
}

export const originOf = (id: string): string => `http://localhost:1700${id}`;

/** Makes the folders and configurations of two signers. */
export async function preparePair(options: PairOptions = {}): Promise<Pair> {
  const dir = mkdtempSync(join(tmpdir(), 'holdfast-signer-'));
  const server = newIdentity();
  const made = await Promise.all(
    ['1', '2'].map(async (id) => ({ id, keys: await initSigner(join(dir, id), passphrase, testKdf) })),
  );
  const places = made.map(({ id, keys }): Place => {
    const peers = made
      .filter((other) => other.id !== id)
      .map((other) => ({ id: other.id, name: `Signer ${other.id}`, origin: originOf(other.id), ...other.keys }));
    const config: SignerConfig = {
      id,
      name: `Signer ${id}`,
      listen: { host: '127.0.0.1', port: 0 },
      origin: originOf(id),
      dataDir: join(dir, id),
      passphraseFile: join(dir, `${id}.passphrase`),
      setupCodeFile: join(dir, `${id}.code`),
      server: publicKeysOf(server),
      peers,
      chains: testChains as SignerConfig['chains'],
      pages: { approver: join(dir, 'no-pages'), ceremony: join(dir, 'no-pages') },
      ...options.config,
    };
    return { id, keys, dir: join(dir, id), config, url: '', signer: undefined };
  });
  const pair: Pair = {
    dir,
    server,
    places,
    now: 0,
    stop: async () => {
      await Promise.all(places.map((place) => place.signer?.stop()));
      rmSync(dir, { recursive: true, force: true });
    },
  };
  return pair;
}

/** Starts (or starts again) one signer in this process. Its clock is the real one, moved by `pair.now`. */
export async function startPlace(pair: Pair, place: Place, steps?: readonly Step[]): Promise<void> {
  const now = (): number => Date.now() + pair.now + (place.ahead ?? 0);
  place.signer = await startSigner({ config: place.config, passphrase, setupCode, now, ...(steps ? { steps } : {}) });
  place.url = `http://127.0.0.1:${place.signer.port}`;
}

export async function startPair(options: PairOptions = {}): Promise<Pair> {
  const pair = await preparePair(options);
  for (const place of pair.places) await startPlace(pair, place, options.steps);
  return pair;
}

/** One call of the server over the sealed channel. */
export async function call(
  pair: Pick<Pair, 'server' | 'now'>,
  link: Link,
  method: string,
  params: unknown,
  from: Identity = pair.server,
): Promise<Record<string, unknown> & { error?: { code: string } }> {
  const request = { id: randomUUID(), time: Date.now() + pair.now, method, params };
  const sealed = sealRequest(from, link.keys, utf8ToBytes(JSON.stringify(request)));
  const response = await fetch(`${link.url}/channel`, { method: 'POST', body: new Uint8Array(sealed.message) });
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
