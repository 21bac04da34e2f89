import { expect, type Page } from '@playwright/test';

/** "Slow 3G" as WebPageTest has it: 400 ms there and back, 400 kbit/s each way. */
const slow = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };

/** From the address to the first content (Paint Timing), and to something that can be used, ms; with an empty cache. */
export async function measureSlow(
  page: Page,
  url: string,
  usable: string,
): Promise<{ readonly first: number; readonly usable: number }> {
  const debug = await page.context().newCDPSession(page);
  await debug.send('Network.enable');
  await debug.send('Network.setCacheDisabled', { cacheDisabled: true });
  await debug.send('Network.emulateNetworkConditions', slow);
  await page.goto(url, { waitUntil: 'commit' });
  await expect(page.locator(usable).first()).toBeVisible({ timeout: 60_000 });
  const times = await page.evaluate(() => ({
    first: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
    usable: performance.now(),
  }));
  await debug.detach();
  return times;
}
