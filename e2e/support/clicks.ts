import type { BrowserContext } from '@playwright/test';

/** What somebody does by hand on the pages of a browser: presses of the mouse. Keys do not count, nor what a page does by itself. */
export async function countClicks(context: BrowserContext): Promise<() => number> {
  let clicks = 0;
  await context.exposeBinding('countClick', () => {
    clicks += 1;
  });
  await context.addInitScript(() => {
    const { countClick } = globalThis as unknown as { countClick: () => void };
    // A click that a key has made has no place (UI Events, detail).
    addEventListener('click', ({ isTrusted, detail }) => isTrusted && detail > 0 && countClick(), { capture: true });
  });
  return () => clicks;
}
