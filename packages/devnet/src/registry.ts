import type { ChainConfig } from '@holdfast/chains';
import { bitcoin } from './bitcoin/index.ts';
import type { DevAsset, DevChain, DevStake } from './chain.ts';
import { evm } from './evm/index.ts';
import type { ChainFacts } from './movements.ts';
import { ton } from './ton/index.ts';
import { tron } from './tron/index.ts';

/** The local chain of each family, by the family's id. Ports are in this order. */
const devChains = { evm, bitcoin, tron, ton } satisfies Record<string, DevChain>;

export type DevChainName = keyof typeof devChains;
export const devChainNames = Object.keys(devChains) as DevChainName[];

export const devChain = (name: DevChainName): DevChain => devChains[name];

/** Something of each local chain. */
export const ofEach = <T>(make: (name: DevChainName) => T): Readonly<Record<DevChainName, T>> =>
  Object.fromEntries(devChainNames.map((name) => [name, make(name)])) as Record<DevChainName, T>;

/** Every asset of every local chain, by symbol. */
export const devAssets: ReadonlyMap<string, DevAsset> = new Map(
  devChainNames.flatMap((name) => Object.entries(devChain(name).assets)),
);

/** @throws Error for a chain that is not run here */
function localOf({ family }: ChainConfig): DevChain {
  const name = devChainNames.find((each) => each === family);
  if (!name) throw new Error(`no local chain is of the family ${family}`);
  return devChain(name);
}

/** What a local chain says of us, and its node alone. @throws Error for a chain that is not run here */
export const chainFacts = (chain: ChainConfig, ours: ReadonlySet<string>): Promise<ChainFacts> =>
  localOf(chain).facts(chain, ours);

/** What is done with stake on a local chain; undefined where coins are not staked. @throws Error for a chain that is not run here */
export const devStake = (chain: ChainConfig): DevStake | undefined => localOf(chain).stake;
