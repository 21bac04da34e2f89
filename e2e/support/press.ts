import type { Locator, Page } from '@playwright/test';

/** What Event Timing tells of an event is a multiple of 8 ms, and nothing below this. */
const leastMs = 16;

/** From a press to the frame that shows what came of it, as the browser itself tells (Event Timing); the longest event of the press counts, ms. */
export async function pressTime(page: Page, target: Locator): Promise<number> {
  await page.evaluate((durationThreshold) => {
    const seen: number[] = [];
    const observer = new PerformanceObserver((list) => seen.push(...list.getEntries().map(({ duration }) => duration)));
    observer.observe({ type: 'event', durationThreshold } as PerformanceObserverInit);
    Object.assign(window, { seen, observer });
  }, leastMs);
  await target.click();
  await page.waitForTimeout(300);
  return page.evaluate((least) => {
    const { seen, observer } = window as unknown as { seen: number[]; observer: PerformanceObserver };
    seen.push(...observer.takeRecords().map(({ duration }) => duration));
    observer.disconnect();
    return Math.max(least, ...seen);
  }, leastMs);
}
