import { expect, type Page } from '@playwright/test';

export interface Load {
  /** Different ones. */
  readonly requests: number;
  /** What came over the wire, compressed as it came. KiB of 1024 bytes. */
  readonly kib: number;
  /** Cumulative layout shift (web.dev/cls): 0 when nothing moves. */
  readonly shift: number;
  /** What moved most, for whoever has to find out why. */
  readonly moved: string;
}

interface Shift extends PerformanceEntry {
  readonly value: number;
  readonly hadRecentInput: boolean;
  readonly sources: readonly { readonly node: Node | null }[];
}

/** In the page: the shifts of its load so far. */
function shiftsInPage(): Promise<{ shift: number; moved: string }> {
  return new Promise((done) => {
    const observer = new PerformanceObserver((list) => {
      observer.disconnect();
      const shifts = (list.getEntries() as Shift[]).filter(({ hadRecentInput }) => !hadRecentInput);
      const [worst] = shifts.toSorted((a, b) => b.value - a.value);
      const node = worst?.sources[0]?.node;
      const moved = node instanceof Element ? node.outerHTML.slice(0, 160) : (node?.textContent ?? '');
      done({ shift: shifts.reduce((sum, { value }) => sum + value, 0), moved });
    });
    observer.observe({ type: 'layout-shift', buffered: true });
    setTimeout(() => done({ shift: 0, moved: '' }), 200);
  });
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
  const { shift, moved } = await page.evaluate(shiftsInPage);
  await debug.detach();
  return { requests: asked.size, kib: bytes / 1024, shift, moved };
}
