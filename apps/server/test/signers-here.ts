import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { ChainConfig } from '@holdfast/chains';
import type { PeerKeys } from '@holdfast/channel';
import type { SourceConfig } from '@holdfast/prices';
import { type Signer, startSigner } from '@holdfast/signer/src/app.ts';
import { initSigner } from '@holdfast/signer/src/init.ts';
import { type Log, logLine } from '@holdfast/signer/src/log.ts';
import { freePort } from '@holdfast/testkit';
import { dealtPairs } from '@holdfast/testkit/dealt-pairs';
import { commonConfig, type RealSigner, type RealSigners, setupCode, writePrices } from './real-signers.ts';

const passphrase = 'a passphrase for tests only';
/** Cheap, for tests only. */
const quickKdf = { memory: 64, passes: 1 };

async function makePart(root: string, id: string) {
  const dataDir = path.join(root, `signer-${id}`);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const [keys, port] = [await initSigner(dataDir, passphrase, quickKdf), await freePort()];
  return { id, name: `Signer ${id}`, dataDir, port, origin: `http://localhost:${port}`, keys };
}
type Part = Awaited<ReturnType<typeof makePart>>;
interface Around {
  readonly root: string;
  readonly server: PeerKeys;
  readonly chains: readonly ChainConfig[];
  readonly clock: () => Date;
  readonly pricesFile: string;
  /** Of each by its id, instead of the file. */
  readonly prices: Readonly<Record<string, readonly SourceConfig[]>>;
}

const configOf = (me: Part, parts: readonly Part[], { root, server, chains, pricesFile, prices }: Around) => ({
  id: me.id,
  name: me.name,
  listen: { host: '127.0.0.1', port: me.port },
  origin: me.origin,
  dataDir: me.dataDir,
  passphraseFile: '',
  setupCodeFile: '',
  server,
  peers: parts.filter(({ id }) => id !== me.id).map(({ id, name, origin, keys }) => ({ id, name, origin, ...keys })),
  ...commonConfig(root, pricesFile, chains),
  ...(prices[me.id] ? { prices: prices[me.id] } : {}),
});

function supervise(part: Part, parts: readonly Part[], around: Around): RealSigner {
  let running: Signer | undefined;
  const lines: string[] = [];
  const log: Log = (message, fields) => void lines.push(logLine(`signer ${part.id}`, message, fields));
  return {
    id: part.id,
    name: part.name,
    url: `http://127.0.0.1:${part.port}`,
    origin: part.origin,
    keys: part.keys,
    lines: () => lines,
    async start() {
      const now = (): number => around.clock().getTime();
      const config = configOf(part, parts, around);
      running = await startSigner({ config, passphrase, setupCode, now, log, pairSetup: dealtPairs });
    },
    async kill() {
      await running?.stop();
      running = undefined;
    },
  };
}

/** Two real signers in this process, which therefore know every chain family that it knows; not yet initialised. */
export async function startSignersHere(
  root: string,
  server: PeerKeys,
  chains: readonly ChainConfig[],
  clock: () => Date = () => new Date(),
  prices: Around['prices'] = {},
): Promise<RealSigners> {
  const parts = await Promise.all(['1', '2'].map((id) => makePart(root, id)));
  const pricesFile = writePrices(root);
  const signers = parts.map((part) => supervise(part, parts, { root, server, chains, clock, pricesFile, prices }));
  await Promise.all(signers.map((signer) => signer.start()));
  return {
    setupCode,
    pricesFile,
    signers,
    stop: async () => void (await Promise.all(signers.map((signer) => signer.kill()))),
  };
}
