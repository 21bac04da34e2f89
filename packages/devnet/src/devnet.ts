import { mkdirSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ChainConfig } from '@holdfast/chains';
import type { RunningChain } from './chain.ts';
import type { Child } from './children.ts';
import { serveFaucet } from './faucet/server.ts';
import { type DevChainName, devChain, devChainNames, ofEach } from './registry.ts';
import { startTicker } from './ticker.ts';

export interface DevnetOptions {
  /** Folder that keeps the chains between starts. */
  readonly dir: string;
  /** 0 or absent = any free port. */
  readonly ports?: Partial<Record<DevChainName | 'faucet', number>>;
  readonly log?: (line: string) => void;
  /** Pause between looks at the mempools; 0 = blocks only when asked for. Default 2000. */
  readonly tickMs?: number;
}

/** Where each chain is, and how the server is told about it. */
export type DevnetNodes = Readonly<Record<DevChainName, { readonly url: string; readonly config: ChainConfig }>>;

export interface Devnet extends DevnetNodes {
  readonly faucet: { readonly url: string };
  /** Resolves with the reason when a child ends without being asked to. */
  readonly failed: Promise<string>;
  /** Saves the chains and ends every child. May be called twice. */
  stop(): Promise<void>;
}

const defaultTickMs = 2_000;

/** Every chain as the server is told about it. */
export const devnetChains = (devnet: DevnetNodes): ChainConfig[] => devChainNames.map((name) => devnet[name].config);

/** What is running, filled as it starts, so that a start that fails half-way can be undone. */
interface Running {
  readonly children: Child[];
  readonly chains: Map<DevChainName, RunningChain>;
  server?: Server;
  stopTicker?: () => void;
}

async function stopAll({ children, chains, server, stopTicker }: Running): Promise<void> {
  stopTicker?.();
  server?.close();
  server?.closeAllConnections();
  // What could not be saved now was saved after the last block; stopping goes on.
  for (const chain of chains.values()) await chain.save?.().catch(() => undefined);
  await Promise.all(children.map((child) => child.stop()));
}

async function startChains(running: Running, dir: string, ports: NonNullable<DevnetOptions['ports']>): Promise<void> {
  const started = (child: Child): void => void running.children.push(child);
  // At once, and all to their end: what starts after another failed is stopped with the rest.
  const starts = await Promise.allSettled(
    devChainNames.map((name) => devChain(name).start({ dir, port: ports[name] ?? 0, started })),
  );
  for (const [index, name] of devChainNames.entries()) {
    const start = starts[index];
    if (start?.status === 'fulfilled') running.chains.set(name, start.value);
    else throw start?.reason;
  }
}

function describe(chains: Running['chains']): DevnetNodes {
  return ofEach((name) => {
    const config = chains.get(name)?.config;
    if (!config) throw new Error(`${name} was not started`);
    return { url: config.rpcUrl, config };
  });
}

function tick(chains: readonly RunningChain[], pauseMs: number): () => void {
  const miners = chains.map(({ miner }) => miner);
  return startTicker(miners, pauseMs, async () => {
    for (const chain of chains) await chain.saveSometimes?.();
  });
}

/**
 * Starts every chain where it stopped, and the faucet.
 * @throws Error with the last words of the child that did not start
 */
export async function startDevnet(options: DevnetOptions): Promise<Devnet> {
  const { dir, ports = {}, log = () => undefined, tickMs = defaultTickMs } = options;
  mkdirSync(dir, { recursive: true });
  const running: Running = { children: [], chains: new Map() };
  let stopping: Promise<void> | undefined;
  const stop = (): Promise<void> => {
    stopping ??= stopAll(running);
    return stopping;
  };
  try {
    await startChains(running, dir, ports);
    const chains = [...running.chains.values()];
    running.server = await serveFaucet(chains, ports.faucet ?? 0);
    if (tickMs > 0) running.stopTicker = tick(chains, tickMs);
    const failed = Promise.race(running.children.map((child) => child.exited));
    void failed.then((why) => stopping ?? log(why));
    const { port } = running.server.address() as AddressInfo;
    return { ...describe(running.chains), faucet: { url: `http://127.0.0.1:${port}` }, failed, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
