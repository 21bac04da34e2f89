import type { BlockList } from 'node:net';
import type { Ask } from '@holdfast/prices';
import { askOutside } from './post.ts';

/** How sources of prices are asked: as everything outside is, and an answer of which a part is missing is none. */
export const askForPrices =
  (allowed: BlockList): Ask =>
  async (url, question, limits) => {
    const { status, text, whole } = await askOutside(url, question, allowed, limits);
    if (!whole) throw new Error('the answer is too large, or was cut off');
    return { status, text };
  };
