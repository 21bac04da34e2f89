import type { ChainBlock } from './blocks.ts';
import { isAway, RpcError } from './errors.ts';

/** Enough ids and outpoints for one call: some 10 MB. */
const mostItems = 50_000;
const firstChunk = 4;

const itemsOf = ({ txids, spent, transfers }: ChainBlock): number => txids.length + spent.length + transfers.length;

export interface Range {
  readonly from: number;
  readonly to: number;
}

/**
 * Reads consecutive blocks in chunks: growing ones as long as all is well, smaller ones where the answer is too large or cannot be read, so that one bad
 * block fails alone and those before it are read.
 * @param largest blocks of one chunk
 * @param read the blocks of a chunk, fewer where the chain ends
 * @throws RpcError of the first block
 */
export async function readChunks(
  { from, to }: Range,
  largest: number,
  read: (range: Range) => Promise<readonly ChainBlock[]>,
): Promise<ChainBlock[]> {
  const all: ChainBlock[] = [];
  let [items, size] = [0, firstChunk];
  while (from + all.length <= to && items < mostItems) {
    const start = from + all.length;
    const end = Math.min(to, start + size - 1);
    try {
      const part = await read({ from: start, to: end });
      if (all.length > 0 && part[0] && part[0].parent !== all.at(-1)?.hash)
        throw new RpcError('inconsistent', 'blocks do not follow each other');
      all.push(...part);
      items += part.reduce((sum, block) => sum + itemsOf(block), 0);
      if (part.length <= end - start) break;
      size = Math.min(largest, size * 2);
    } catch (error) {
      if (all.length > 0) break;
      if (isAway(error) || start === end) throw error;
      size = Math.ceil((end - start) / 2);
    }
  }
  return all;
}
