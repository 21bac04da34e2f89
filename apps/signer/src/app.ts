import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type PairSetup, pairSetup } from '@holdfast/mpc';
import { admissionSteps } from './admission/admit.ts';
import type { Step } from './admission/types.ts';
import { createApprovals } from './approvals.ts';
import { createCallback } from './callback.ts';
import { createCeremony } from './ceremony/ceremony.ts';
import type { SignerConfig } from './config.ts';
import { createCore, type SignerContext } from './context.ts';
import { createFeed } from './feed.ts';
import { createGenesis } from './genesis.ts';
import { createRoutes } from './http/api.ts';
import { createChannel } from './http/channel.ts';
import { maxConnections } from './http/lanes.ts';
import { readPages } from './http/pages.ts';
import { createHttp } from './http/server.ts';
import { createKeyMaterial } from './key-material.ts';
import { type Log, logEntry } from './log.ts';
import { createMethods } from './methods.ts';
import { createSigning } from './signing/signing.ts';
import type { NewEntry } from './state/entries.ts';
import { openStore } from './store/store.ts';
import { createWitness } from './witness.ts';

export interface SignerOptions {
  readonly config: SignerConfig;
  readonly passphrase: string;
  readonly setupCode: string;
  readonly now?: () => number;
  readonly log?: Log;
  /** The journal can no longer be written: nothing more may be decided, so the process should end. */
  readonly onFailure?: (error: unknown) => void;
  /** Tests only: a list with a step left out must be caught by them. */
  readonly steps?: readonly Step[];
  /** Tests only: pairs whose set-up is none of their business may be dealt. */
  readonly pairSetup?: PairSetup;
}

export interface Signer {
  readonly ctx: SignerContext;
  /** Where it listens. */
  readonly port: number;
  /** Ends open requests, flushes the journal, and gives the data folder back. */
  stop(): Promise<void>;
}

function listen(server: Server, { host, port }: SignerConfig['listen']): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'EADDRINUSE' ? new Error(`Port ${port} of ${host} is in use.`, { cause: error }) : error),
    );
    // Without a queue for as many as it takes, a burst that comes while it checks signatures would be reset by the system.
    server.listen({ port, host, backlog: maxConnections }, () => resolve((server.address() as AddressInfo).port));
  });
}

/** The composition root: builds every part of a signer from its store, and listens. */
export async function startSigner(options: SignerOptions): Promise<Signer> {
  const { config, passphrase, setupCode, now = Date.now, log = () => undefined, onFailure = () => undefined } = options;
  const onCompactFailure = (error: unknown): void =>
    log('no snapshot could be written', { reason: error instanceof Error ? error.message : 'unknown' });
  const onWritten = (entry: NewEntry): void => logEntry(log, entry);
  const store = openStore({ dir: config.dataDir, passphrase, now, onFailure, onCompactFailure, onWritten });
  try {
    const steps = options.steps ?? admissionSteps;
    const ctx = createCore({ config, store, steps, callback: createCallback(config), setupCode, now, log });
    const [approvals, feed, signing, ceremony] = [
      createApprovals(ctx),
      createFeed(ctx),
      createSigning(ctx),
      createCeremony(ctx, options.pairSetup ?? pairSetup),
    ];
    const witness = createWitness(ctx);
    const channel = createChannel(
      ctx,
      createMethods({ ctx, approvals, feed, signing, witness, keyMaterial: createKeyMaterial(ctx) }),
    );
    const routes = createRoutes({ ctx, approvals, ceremony, genesis: createGenesis(ctx), witness });
    const server = createHttp({ ctx, routes, pages: readPages(config.pages), channel });
    const port = await listen(server, config.listen);
    const stopPrices = ctx.prices.start();
    const stop = async (): Promise<void> => {
      stopPrices();
      feed.close();
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeIdleConnections();
      setTimeout(() => server.closeAllConnections(), 2_000).unref();
      await closed;
      await store.close();
    };
    return { ctx, port, stop };
  } catch (error) {
    await store.close();
    throw error;
  }
}
