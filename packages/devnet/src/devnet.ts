import { mkdirSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ChainConfig } from '@holdfast/chains';
import type { RunningChain } from './chain.ts';
import type { Child } from './children.ts';
import { serveFaucet } from './faucet/server.ts';
import { type DevChainName, devChain, devChainNames } from './registry.ts';
import { startTicker } from './ticker.ts';

export interface DevnetOptions<Name extends DevChainName = DevChainName> {
  /** Only these; all where left out. */
  readonly chains?: readonly Name[];
  /** Folder that keeps the chains between starts. */
  readonly dir: string;
  /** 0 or absent = any free port. */
  readonly ports?: Partial<Record<DevChainName | 'faucet', number>>;
  readonly log?: (line: string) => void;
  /** Pause between looks at the mempools; 0 = blocks only when asked for. Default 2000. */
  readonly tickMs?: number;
}

interface DevNode {
  readonly url: string;
  readonly config: ChainConfig;
}
/** Where each chain is, and how the server is told about it. */
export type DevnetNodes<Name extends DevChainName = DevChainName> = Readonly<Record<Name, DevNode>>;

export interface RunningDevnet {
  readonly faucet: { readonly url: string };
  /** Resolves with the reason when a child ends without being asked to. */
  readonly failed: Promise<string>;
  /** Saves the chains and ends every child. May be called twice. */
  stop(): Promise<void>;
}
export type Devnet<Name extends DevChainName = DevChainName> = DevnetNodes<Name> & RunningDevnet;

const defaultTickMs = 2_000;

/** Every chain that runs, as the server is told about it. */
export const devnetChains = (devnet: Partial<DevnetNodes>): ChainConfig[] =>
  devChainNames.flatMap((name) => devnet[name]?.config ?? []);

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

async function startChains<Name extends DevChainName>(
  running: Running,
  names: readonly Name[],
  { dir, ports = {} }: Pick<DevnetOptions, 'dir' | 'ports'>,
): Promise<DevnetNodes<Name>> {
  const started = (child: Child): void => void running.children.push(child);
  // At once, and all to their end: what starts after another failed is stopped with the rest.
  const starts = await Promise.allSettled(
    names.map((name) => devChain(name).start({ dir, port: ports[name] ?? 0, started })),
  );
  const nodes = names.map((name, index): [Name, DevNode] => {
    const start = starts[index];
    if (start?.status !== 'fulfilled') throw start?.reason;
    const { config } = start.value;
    running.chains.set(name, start.value);
    return [name, { url: config.rpcUrl, config }];
  });
  return Object.fromEntries(nodes) as DevnetNodes<Name>;
}

function tick(chains: readonly RunningChain[], held: ReadonlySet<string>, pauseMs: number): () => void {
  const miners = chains.map(({ config: { id }, miner }) => ({
    ...miner,
    waiting: async () => !held.has(id) && (await miner.waiting()),
    settling: async () => !held.has(id) && (await miner.settling()),
  }));
  return startTicker(miners, pauseMs, async () => {
    for (const chain of chains) await chain.saveSometimes?.();
  });
}

/**
 * Starts every chain where it stopped, or only those that are named, and the faucet.
 * @throws Error with the last words of the child that did not start
 */
export function startDevnet(options: DevnetOptions & { readonly chains?: undefined }): Promise<Devnet>;
export function startDevnet<Name extends DevChainName>(options: DevnetOptions<Name>): Promise<Devnet<Name>>;
export async function startDevnet({ chains: named = devChainNames, ...options }: DevnetOptions): Promise<Devnet> {
  const { dir, ports = {}, log = () => undefined, tickMs = defaultTickMs } = options;
  mkdirSync(dir, { recursive: true });
  const running: Running = { children: [], chains: new Map() };
  let stopping: Promise<void> | undefined;
  const stop = (): Promise<void> => {
    stopping ??= stopAll(running);
    return stopping;
  };
  try {
    const nodes = await startChains(running, named, { dir, ports });
    const chains = [...running.chains.values()];
    const held = new Set<string>();
    running.server = await serveFaucet({ chains, held }, ports.faucet ?? 0);
    if (tickMs > 0) running.stopTicker = tick(chains, held, tickMs);
    const failed = Promise.race(running.children.map((child) => child.exited));
    void failed.then((why) => stopping ?? log(why));
    const { port } = running.server.address() as AddressInfo;
    return { ...nodes, faucet: { url: `http://127.0.0.1:${port}` }, failed, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
