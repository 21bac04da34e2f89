import type { ChainConfig } from '@holdfast/chains';
import type { Child } from './children.ts';
import type { ChainFacts } from './movements.ts';
import type { Miner } from './ticker.ts';

/** What one asset is worth and how much of it moves where things are tried out. Amounts in base units, from and to. */
export interface DevAsset {
  /** Made up. */
  readonly usd: string;
  /** First balance of an address from which much will be paid. */
  readonly opening: bigint;
  readonly deposit: readonly [number, number];
  readonly withdraw: readonly [number, number];
  /** How often it is taken, beside the others. */
  readonly weight: number;
}

/** What is done with stake where things are tried out. Amounts in base units, from and to. */
export interface DevStake {
  readonly symbol: string;
  readonly resources: readonly ('bandwidth' | 'energy')[];
  readonly amount: readonly [number, number];
}

export interface Ground {
  /** Folder that keeps the chain between starts. */
  readonly dir: string;
  /** 0 = any free one. */
  readonly port: number;
  /** Hears of every process at once, so that it ends with the others when a start fails half-way. */
  readonly started: (child: Child) => void;
}

export interface Funding {
  readonly symbol: string;
  readonly address: string;
  /** Decimal text, e.g. `1.5`. */
  readonly amount: string;
}

export interface RunningChain {
  /** The chain as the server is told about it. It is short and local, so few confirmations do. */
  readonly config: ChainConfig;
  readonly miner: Miner;
  height(): Promise<number>;
  /** Sends coins in a real transaction. @returns its id @throws FaucetError, MoneyError */
  fund(funding: Funding): Promise<string>;
  /** Makes a picture and gives it to the address; missing where the chain has none. @returns the transaction's id @throws FaucetError */
  giveNft?(address: string): Promise<string>;
  mine(blocks: number): Promise<void>;
  /** Writes to the disk what the node does not write itself, unless that was done just now and takes long. */
  saveSometimes?(): Promise<void>;
  save?(): Promise<void>;
}

/** A local chain of a family: everything that the sandbox and the tests know of it. */
export interface DevChain {
  /** By symbol: those of the chain's configuration. */
  readonly assets: Readonly<Record<string, DevAsset>>;
  /** Missing where coins are not staked. */
  readonly stake?: DevStake;
  /** Goes on where the chain stopped. A fresh folder gets what makes the chain usable. @throws Error with the node's last words */
  start(ground: Ground): Promise<RunningChain>;
  /** Everything that happened between our addresses and others', by reading the whole chain. */
  facts(chain: ChainConfig, ours: ReadonlySet<string>): Promise<ChainFacts>;
}
