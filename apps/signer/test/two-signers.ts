import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { newIdentity, type PeerKeys, publicKeysOf, sealRequest } from '@holdfast/channel';
import { freePort } from '@holdfast/testkit/ports';
import { testChains } from '@holdfast/testkit/review';
import { startSigner } from '../src/app.ts';
import { initSigner } from '../src/init.ts';

/** Two real signers on real ports with real stores, and the server's side of their channel: what pages and the command line are tested on. */
export interface TwoSigners {
  readonly origins: readonly [string, string];
  /** How this process reaches them, whatever the names that a browser knows. */
  readonly links: readonly { readonly id: string; readonly url: string; readonly keys: PeerKeys }[];
  readonly setupCode: string;
  readonly dir: string;
  /** What the API server would call; throws the signer's error code. */
  call(signer: 0 | 1, method: string, params: unknown): Promise<Record<string, unknown>>;
  announce(intent: string, extra?: { attachments?: object; remark?: string }): Promise<void>;
  stop(): Promise<void>;
}

const passphrase = 'a passphrase for tests only';
const root = path.resolve(import.meta.dirname, '../../..');

/** @param hosts names of their pages; a browser finds every name below `localhost` on this machine */
export async function startTwoSigners(
  now: () => number = Date.now,
  hosts: readonly [string, string] = ['localhost', 'localhost'],
): Promise<TwoSigners> {
  const dir = mkdtempSync(path.join(tmpdir(), 'holdfast-pages-'));
  const setupCode = 'TEST-CODE-FOR-PAGES';
  const server = newIdentity();
  const ids = ['1', '2'] as const;
  const parts = await Promise.all(
    ids.map(async (id, at) => {
      const dataDir = path.join(dir, `signer-${id}`);
      mkdirSync(dataDir, { mode: 0o700 });
      const port = await freePort();
      const keys = await initSigner(dataDir, passphrase);
      return {
        id,
        name: `Signer ${id}`,
        dataDir,
        port,
        origin: `http://${hosts[at]}:${port}`,
        url: `http://127.0.0.1:${port}`,
        keys,
      };
    }),
  );
  const running = await Promise.all(
    parts.map((me) => {
      const peers = parts
        .filter((other) => other.id !== me.id)
        .map(({ id, name, origin, keys }) => ({ id, name, origin, ...keys }));
      const config = {
        id: me.id,
        name: me.name,
        listen: { host: '127.0.0.1', port: me.port },
        origin: me.origin,
        dataDir: me.dataDir,
        passphraseFile: '',
        setupCodeFile: '',
        server: publicKeysOf(server),
        peers,
        chains: [...testChains].map((chain) => ({ ...chain, assets: [...chain.assets] })),
        pages: { approver: path.join(root, 'apps/approver/dist'), ceremony: path.join(root, 'apps/recovery/dist') },
        singleHost: true,
      };
      return startSigner({ config, passphrase, setupCode, now });
    }),
  );
  const call: TwoSigners['call'] = async (signer, method, params) => {
    const part = parts[signer];
    if (!part) throw new Error('no such signer');
    const request = new TextEncoder().encode(JSON.stringify({ id: randomUUID(), time: now(), method, params }));
    const sealed = sealRequest(server, part.keys, request);
    const response = await fetch(`${part.url}/channel`, { method: 'POST', body: new Uint8Array(sealed.message) });
    const bytes = sealed.openReply(new Uint8Array(await response.arrayBuffer()));
    const reply = JSON.parse(new TextDecoder().decode(bytes)) as Record<string, unknown>;
    if (reply.error) throw new Error(JSON.stringify(reply.error));
    return reply;
  };
  const [first, second] = parts;
  if (!first || !second) throw new Error('two signers');
  return {
    origins: [first.origin, second.origin],
    links: parts.map(({ id, url, keys }) => ({ id, url, keys })),
    setupCode,
    dir,
    call,
    announce: async (intent, extra = {}) => {
      const params = { intent, attachments: extra.attachments ?? {}, remark: extra.remark ?? '' };
      await Promise.all([call(0, 'announce', params), call(1, 'announce', params)]);
    },
    stop: async () => {
      await Promise.all(running.map((signer) => signer.stop()));
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
