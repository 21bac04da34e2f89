import type { BlockFilter, ChainBlock, ChainReader } from '@holdfast/chains/rpc';

const atOnce = 100;

/** Every block from a height to the tip, in order: a reader may give fewer than it is asked for. @throws Error where one is missing */
export async function* everyBlock(
  reader: ChainReader,
  first: number,
  filter?: BlockFilter,
): AsyncGenerator<ChainBlock> {
  const { height: tip } = await reader.tip();
  let next = first;
  while (next <= tip) {
    const blocks = await reader.blocks(next, Math.min(tip, next + atOnce - 1), filter);
    const last = blocks.at(-1);
    if (!last) throw new Error(`the node does not tell its block ${next}`);
    yield* blocks;
    next = last.height + 1;
  }
}
