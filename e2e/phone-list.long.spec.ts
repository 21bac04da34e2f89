import { expect, test } from '@playwright/test';
import { available, takeTestCoins } from './support/console.ts';
import { atMost } from './support/figures.ts';
import { openOwner, sandboxOfFile } from './support/installation.ts';
import { measureLoad } from './support/load.ts';

const sandbox = sandboxOfFile();
/** As a page of the desk is held to. */
const mostShift = 0.026;

test('on a phone the list of transactions stands still while it loads, on a slow line too', async ({ browser }) => {
  test.setTimeout(240_000);
  const { context, page } = await openOwner(browser, sandbox);
  for (const amount of ['2', '3', '4']) await takeTestCoins(page, 'ETH', amount);
  await expect(available(page, 'ETH')).toHaveText('9', { timeout: 60_000 });
  await page.setViewportSize({ width: 390, height: 844 });
  // What stands above every page was there before, on this phone.
  await page.goto('/mpc/wallet');
  await page.waitForFunction(() => localStorage.getItem('holdfast.room')?.startsWith('390 '));
  for (const latency of [0, 300]) {
    const debug = await context.newCDPSession(page);
    await debug.send('Network.enable');
    await debug.send('Network.emulateNetworkConditions', {
      ...{ offline: false, latency, downloadThroughput: -1, uploadThroughput: -1 },
    });
    await page.goto('about:blank');
    const { shift } = await measureLoad(page, '/mpc/center/transactions');
    atMost(`list of transactions at 390 px, ${latency} ms of latency`, shift, 'shift', mostShift);
    await debug.detach();
  }
  await context.close();
});
