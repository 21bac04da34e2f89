import { expect, type Page } from '@playwright/test';

export interface Load {
  /** Different ones. */
  readonly requests: number;
  /** What came over the wire, compressed as it came. KiB of 1024 bytes. */
  readonly kib: number;
  /** Cumulative layout shift: 0 when nothing moves. */
  readonly shift: number;
}

interface Shift extends PerformanceEntry {
  readonly value: number;
}

/** Loads a page as a browser does that has never seen it, and waits until it has stopped asking for things. Says nothing of time. */
export async function measureLoad(page: Page, url: string): Promise<Load> {
  const debug = await page.context().newCDPSession(page);
  await debug.send('Network.enable');
  await debug.send('Network.setCacheDisabled', { cacheDisabled: true });
  // What is asked for again after a while counts once: how often depends on the machine.
  const asked = new Set<string>();
  let bytes = 0;
  debug.on('Network.requestWillBeSent', ({ request }) => asked.add(`${request.method} ${request.url}`));
  debug.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  await page.goto(url);
  await expect(page.locator('h1').first()).toBeAttached();
  await expect(page.locator('.animate-pulse')).toHaveCount(0);
  await page.waitForTimeout(1_000);
  const shift = await page.evaluate(
    () =>
      new Promise<number>((done) => {
        const observer = new PerformanceObserver((list) => {
          observer.disconnect();
          done(list.getEntries().reduce((sum, entry) => sum + (entry as Shift).value, 0));
        });
        observer.observe({ type: 'layout-shift', buffered: true });
        setTimeout(() => done(0), 200);
      }),
  );
  await debug.detach();
  return { requests: asked.size, kib: bytes / 1024, shift };
}
