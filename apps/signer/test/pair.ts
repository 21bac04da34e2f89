import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Identity, newIdentity, publicKeysOf } from '@holdfast/channel';
import type { PairSetup } from '@holdfast/mpc';
import { dealtPairs } from '@holdfast/testkit/dealt-pairs';
import { type Link, originOf, setupCode, testChains } from '@holdfast/testkit/signer';
import type { Step } from '../src/admission/types.ts';
import { type Signer, startSigner } from '../src/app.ts';
import type { SignerConfig } from '../src/config.ts';
import { initSigner } from '../src/init.ts';

/** Cheap for tests only; the cost is stored beside the wrapped key. */
export const testKdf = { memory: 64, passes: 1 };
export const passphrase = 'test passphrase, long enough';

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
  readonly pairSetup: PairSetup;
  now: number;
  stop(): Promise<void>;
}

export interface PairOptions {
  readonly config?: Partial<SignerConfig>;
  readonly steps?: readonly Step[];
  /** How their ceremonies end; dealt, unless they are what is tested. */
  readonly pairSetup?: PairSetup;
}

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
      // Tests make more payments of one wallet than anybody does in a day.
      feeBudget: testChains.map(({ id }) => ({ wallet: '*', chain: id, maxPerDay: '9'.repeat(30) })),
      ...options.config,
    };
    return { id, keys, dir: join(dir, id), config, url: '', signer: undefined };
  });
  const pair: Pair = {
    dir,
    server,
    places,
    pairSetup: options.pairSetup ?? dealtPairs,
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
  const { config } = place;
  const { pairSetup } = pair;
  place.signer = await startSigner({ config, passphrase, setupCode, now, pairSetup, ...(steps ? { steps } : {}) });
  place.url = `http://127.0.0.1:${place.signer.port}`;
}

export async function startPair(options: PairOptions = {}): Promise<Pair> {
  const pair = await preparePair(options);
  for (const place of pair.places) await startPlace(pair, place, options.steps);
  return pair;
}
