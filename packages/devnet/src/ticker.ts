/** After a block with transactions so many follow, so that what is in it confirms; then the chain rests. */
export const settleBlocks = 6;

export interface Miner {
  waiting(): Promise<boolean>;
  /** Is there a transaction in one of the last blocks but the very last of them? */
  settling(): Promise<boolean>;
  mine(): Promise<void>;
}

/**
 * Looks at every mempool every `pauseMs` and mines where something waits or has yet to confirm. Kept to no state of its own,
 * so it goes on where it was after a restart.
 * @returns stops it
 */
export function startTicker(miners: readonly Miner[], pauseMs: number, afterMining: () => Promise<void>): () => void {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  const tick = async (): Promise<void> => {
    for (const miner of miners) {
      if (stopped) return;
      if ((await miner.waiting()) || (await miner.settling())) await miner.mine();
    }
    await afterMining();
  };
  const next = (): void => {
    if (stopped) return;
    timer = setTimeout(() => {
      // A node that is just ending refuses the call; the next tick, or the stop, takes care of it.
      void tick()
        .catch(() => undefined)
        .finally(next);
    }, pauseMs);
  };
  next();
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}
