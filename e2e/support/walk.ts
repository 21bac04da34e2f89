import type { BrowserContext } from '@playwright/test';
import { countClicks } from './clicks.ts';
import { atLeast, atMost, timeAtMost } from './figures.ts';

interface Bounds {
  /** Presses of the mouse that the leg may take. */
  readonly clicks: number;
  /** Fewer are not counted right. */
  readonly least?: number;
  /** What the machine may take of it, ms: everything here is pressed at once. */
  readonly ms?: number;
}

/** Does one thing, and keeps what it took. */
export type Leg = (what: string, bounds: Bounds, act: () => Promise<void>) => Promise<void>;

const aMoment = 5_000;

/** A recorded walk in a browser: each leg with its clicks, and how long the machine took. @param who by whom, as the figures name them */
export async function startWalk(context: BrowserContext, who = ''): Promise<Leg> {
  const counted = await countClicks(context);
  return async (what, { clicks, least = 1, ms = aMoment }, act) => {
    const [before, began] = [counted(), performance.now()];
    await act();
    const took = performance.now() - began;
    const name = `walk, ${who}${what}`;
    atMost(`${name}: clicks`, counted() - before, '', clicks);
    atLeast(`${name}: clicks that were seen`, counted() - before, '', least);
    timeAtMost(`${name}: machine`, took, ms, '');
  };
}
