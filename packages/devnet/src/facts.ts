import type { ChainConfig } from '@holdfast/chains';
import { bitcoinFacts } from './bitcoin/facts.ts';
import { evmFacts } from './evm/facts.ts';
import type { ChainFacts } from './movements.ts';

export type { ChainFacts, Movement } from './movements.ts';

/** How each family's local chain is read. */
const readers = new Map<string, (chain: ChainConfig, ours: ReadonlySet<string>) => Promise<ChainFacts>>([
  ['evm', evmFacts],
  ['bitcoin', bitcoinFacts],
]);

/** Everything that happened between our addresses and others', by reading the whole chain. @throws Error for a chain that is not run here */
export function chainFacts(chain: ChainConfig, ours: ReadonlySet<string>): Promise<ChainFacts> {
  const read = readers.get(chain.family);
  if (!read) throw new Error(`no local chain is of the family ${chain.family}`);
  return read(chain, ours);
}
