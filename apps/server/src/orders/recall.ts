import type { ChainConfig } from '@holdfast/chains';
import type { Clock } from '../clock.ts';

/** Finds out whose coins a transaction made, of a sub-wallet on a chain. @throws where node or signers do not answer */
export type Recall = (chain: ChainConfig, wallet: string, txid: string) => Promise<void>;

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

interface Tried {
  readonly times: number;
  readonly nextAt: number;
}

/**
 * A coin that a signer names, and that was looked for in vain, is looked for again: soon at first, then ever more rarely, at most a day apart. Each look derives many
 * addresses and reads a block. A process that begins anew looks at once. @returns whether it looked
 */
export function paced(recall: Recall, clock: Clock) {
  const tried = new Map<string, Tried>();
  return async (chain: ChainConfig, wallet: string, txid: string): Promise<boolean> => {
    const now = clock().getTime();
    // What nobody has asked for since was found, or is not named any more.
    for (const [key, { nextAt }] of tried) if (now > nextAt + dayMs) tried.delete(key);
    const key = `${chain.id} ${wallet} ${txid}`;
    const { times, nextAt } = tried.get(key) ?? { times: 0, nextAt: now };
    if (now < nextAt) return false;
    tried.set(key, { times: times + 1, nextAt: now + Math.min(dayMs, minuteMs * 2 ** times) });
    await recall(chain, wallet, txid);
    return true;
  };
}
