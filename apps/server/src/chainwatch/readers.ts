import type { ChainConfig } from '@holdfast/chains';
import { type ChainReader, readerOf } from '@holdfast/chains/rpc';

/** One reader per chain: it keeps nothing, but its connections are shared. */
export function createReaders(): (chain: ChainConfig) => ChainReader {
  const open = new Map<string, ChainReader>();
  return (chain) => {
    const reader = open.get(chain.id) ?? readerOf(chain);
    open.set(chain.id, reader);
    return reader;
  };
}
