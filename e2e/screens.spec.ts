import AxeBuilder from '@axe-core/playwright';
import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { addAuthenticator } from './support/authenticator.ts';
import { newOwner, setUp, takeTestCoins } from './support/console.ts';
import { type RunningSandbox, startSandbox } from './support/sandbox.ts';

/** Every screen of the console with the drawers that lie over it. */
const screens = [
  { name: 'wallet', path: '/mpc/wallet' },
  { name: 'wallets', path: '/mpc/wallet/center' },
  { name: 'transactions', path: '/mpc/center/transactions' },
  { name: 'todo', path: '/mpc/center/todo' },
  { name: 'deposit', path: '/mpc/wallet?d=deposit:ETH' },
  { name: 'withdraw', path: '/mpc/wallet?d=withdraw:ETH' },
  { name: 'new-wallet', path: '/mpc/wallet?d=createWallet' },
  { name: 'sandbox', path: '/mpc/wallet?d=sandbox:BTC' },
] as const;

const pictures = process.env.HOLDFAST_PICTURES;
let sandbox: RunningSandbox;
let context: BrowserContext;
let page: Page;

test.describe.configure({ mode: 'serial' });
test.beforeAll(async ({ browser }) => {
  test.setTimeout(240_000);
  sandbox = await startSandbox();
  // axe is injected as a script, which the page's own policy would refuse; the policy has its own test.
  context = await browser.newContext({ baseURL: sandbox.console, acceptDownloads: true, bypassCSP: true });
  page = await context.newPage();
  await addAuthenticator(context, page);
  await setUp(page, sandbox, newOwner());
  for (const [symbol, amount] of [
    ['ETH', '12.5'],
    ['USDC', '18250'],
    ['BTC', '0.42'],
  ] as const)
    await takeTestCoins(page, symbol, amount);
  await expect(page.getByTestId('available-BTC')).toHaveText('0.42', { timeout: 60_000 });
});
test.afterAll(async () => {
  await context?.close();
  await sandbox?.stop();
});

async function settle(path: string, theme: string): Promise<void> {
  await page.goto(path);
  await page.evaluate((value) => document.documentElement.setAttribute('data-theme', value), theme);
  await expect(page.locator('.animate-pulse')).toHaveCount(0);
  await page.waitForTimeout(300);
}

for (const language of ['en_US', 'zh_CN'] as const)
  for (const theme of ['light', 'dark'] as const)
    test(`no screen has an accessibility violation (${language}, ${theme})`, async () => {
      test.setTimeout(240_000);
      await context.addCookies([{ name: 'lan', value: language, url: sandbox.console }]);
      const violations: string[] = [];
      for (const screen of screens) {
        await settle(screen.path, theme);
        const found = await new AxeBuilder({ page }).analyze();
        violations.push(
          ...found.violations.map(
            ({ id, nodes }) => `${screen.name}: ${id}: ${nodes.map((node) => node.html).join(' | ')}`,
          ),
        );
        if (pictures) await page.screenshot({ path: `${pictures}/${screen.name}-${language}-${theme}.png` });
      }
      expect(violations).toEqual([]);
    });

test('a phone sees every screen without sideways scrolling', async () => {
  await page.setViewportSize({ width: 390, height: 844 });
  for (const screen of screens) {
    await settle(screen.path, 'light');
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow, screen.name).toBe(0);
    if (pictures) await page.screenshot({ path: `${pictures}/${screen.name}-phone.png` });
  }
});
