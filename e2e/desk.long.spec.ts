import { type BrowserContext, chromium, expect, type Page, type Request, test } from '@playwright/test';
import { available, takeTestCoins } from './support/console.ts';
import { timeAtMost } from './support/figures.ts';
import { openOwner, sandboxOfFile } from './support/installation.ts';

const sandbox = sandboxOfFile();
/** A browser opens six connections to a server that speaks HTTP/1.1. */
const tabs = 10;

/** The live streams that are open now, each with the tab that has it. */
function openStreams(context: BrowserContext): () => Page[] {
  const open = new Set<Request>();
  context.on('request', (request) => void (request.url().endsWith('/api/mpc/events') && open.add(request)));
  const ended = (request: Request): void => void open.delete(request);
  context.on('requestfinished', ended);
  context.on('requestfailed', ended);
  return () => [...open].map((request) => request.frame().page()).filter((page) => !page.isClosed());
}

/** Every stream that was begun, ended or not. */
function begunStreams(context: BrowserContext): () => number {
  let begun = 0;
  context.on('request', (request) => {
    if (request.url().endsWith('/api/mpc/events')) begun += 1;
  });
  return () => begun;
}

/**
 * By the browser's own buttons, which bring a page back as it was kept, with one tab alone: while the signer's page is shown nothing of the console's is open,
 * and back there one stream is.
 */
async function goBackAndForth(page: Page, streams: () => Page[]): Promise<void> {
  await expect.poll(() => streams().map((tab) => tab === page)).toEqual([true]);
  const begun = begunStreams(page.context());
  // A page that was kept is not loaded anew.
  const arrived = { waitUntil: 'commit' } as const;
  const visits = 6;
  await page.goto(sandbox.signers[0]);
  for (let visit = 1; visit <= visits; visit += 1) {
    await expect.poll(() => streams().length).toBe(0);
    // While the browser still puts the page away it has no history, and goes nowhere.
    await expect(async () => void (await page.goBack(arrived))).toPass({ timeout: 10_000 });
    await expect(page.getByTestId('total-usd')).toBeVisible();
    expect(await page.evaluate(() => (window as { kept?: number }).kept)).toBe(visit);
    await expect.poll(() => streams().length).toBe(1);
    if (visit < visits) await page.goForward(arrived);
  }
  expect(begun()).toBe(visits);
  await takeTestCoins(page, 'ETH', '1');
  await expect(available(page, 'ETH')).toHaveText('4', { timeout: 60_000 });
}

test('ten tabs at once follow the server over one connection, all hear the same, and any may be left', async ({
  launchOptions,
}) => {
  test.setTimeout(240_000);
  // Tests are run without it, people have it.
  const browser = await chromium.launch({ ...launchOptions, ignoreDefaultArgs: ['--disable-back-forward-cache'] });
  const { context, page, reports } = await openOwner(browser, sandbox);
  await context.addInitScript(() => {
    addEventListener('pageshow', ({ persisted }) => {
      const seen = window as { kept?: number };
      seen.kept = persisted ? (seen.kept ?? 0) + 1 : 0;
    });
  });
  const streams = openStreams(context);
  const all = [page];
  await page.goto('/mpc/wallet');
  for (let count = 1; count < tabs; count += 1) {
    const tab = await context.newPage();
    await tab.goto('/mpc/wallet');
    all.push(tab);
  }
  for (const tab of all) await expect(tab.getByTestId('total-usd')).toBeVisible();
  await expect.poll(() => streams().length).toBe(1);

  await takeTestCoins(page, 'ETH', '2');
  for (const tab of all) await expect(available(tab, 'ETH')).toHaveText('2', { timeout: 60_000 });

  // The tab that has the stream is closed: another takes it over.
  const [leading] = streams();
  const other = all.find((tab) => tab !== leading && tab !== page) ?? page;
  if (leading !== page) await leading?.close();
  else await page.goto('about:blank');
  await expect.poll(() => streams().filter((tab) => tab !== leading).length).toBe(1);
  await takeTestCoins(other, 'ETH', '1');
  for (const tab of all.filter((one) => one !== leading))
    await expect(available(tab, 'ETH')).toHaveText('3', { timeout: 60_000 });

  // To a signer's page and back, again and again: none of the visits leaves a stream behind.
  const took: number[] = [];
  for (let visit = 0; visit < 8; visit += 1) {
    const left = performance.now();
    await other.goto(sandbox.signers[0]);
    await other.goto(`${sandbox.console}/mpc/wallet`);
    await expect(other.getByTestId('total-usd')).toBeVisible();
    took.push(performance.now() - left);
  }
  timeAtMost('to a signer’s page and back, the slowest of eight', Math.max(...took), 3_000, 'nine other tabs are open');
  await expect.poll(() => streams().length).toBe(1);
  for (const tab of context.pages()) if (tab !== other) await tab.close();
  await goBackAndForth(other, streams);
  expect(reports, 'no report of the content security policy or Trusted Types').toEqual([]);
  await browser.close();
});
