import { expect, type Page, test } from '@playwright/test';
import { mine } from './support/chain.ts';
import { available, confirmIfAsked, decide, type Owner, takeTestCoins } from './support/console.ts';
import { openOwner, sandboxOfFile } from './support/installation.ts';
import { look } from './support/look.ts';

/** A token is swapped for coins in the browser: quote, exact allowance, swap, and what became of it; then coins for a token, over a pool of V3. */
const sandbox = sandboxOfFile();
const chain = 'evm:31337';

/** From the button to the signature. */
async function sign(page: Page, owner: Owner, button: RegExp | string): Promise<void> {
  const quote = page.getByTestId('quote');
  await quote.getByRole('button', { name: button, exact: typeof button === 'string' }).click();
  await confirmIfAsked(quote, page.getByRole('dialog', { name: 'Approval' }), owner);
  await page.goto((await page.getByTestId('approval-link').last().getAttribute('href')) ?? '');
}
async function write(page: Page): Promise<void> {
  await page.goto(`${sandbox.console}/mpc/center/trade`);
  await page.getByRole('combobox', { name: 'You pay: Coin' }).click();
  await page.getByRole('option', { name: /USDC/ }).click();
  await page.getByLabel('You pay', { exact: true }).fill('300');
  await expect(page.getByTestId('minimum')).toHaveText(/^0\.09\d+ ETH$/, { timeout: 20_000 });
}

/** Until there are so many swaps in the history, all of them made. */
async function made(page: Page, swaps: number): Promise<void> {
  await page.goto(`${sandbox.console}/mpc/center/trade/history`);
  await expect(async () => {
    await mine(sandbox.faucet, chain);
    await page.reload();
    await expect(page.getByTestId('swap').getByText('Done')).toHaveCount(swaps, { timeout: 4_000 });
  }).toPass({ timeout: 90_000 });
}

test('a token is swapped for coins, by an allowance of exactly so much', async ({ browser }) => {
  test.setTimeout(400_000);
  const { context, page, owner } = await openOwner(browser, sandbox, { look: true });
  for (const [symbol, amount] of [
    ['ETH', '5'],
    ['USDC', '500'],
  ] as const) {
    await takeTestCoins(page, symbol, amount);
    await expect(available(page, symbol)).toHaveText(amount, { timeout: 60_000 });
  }
  await write(page);
  await look(page, 'trade-quote');
  await sign(page, owner, /^Allow 300 USDC/);
  await expect(page.getByText(/may take up to/i).first()).toBeVisible();
  await decide(page);

  await expect(async () => {
    await mine(sandbox.faucet, chain);
    await write(page);
    await expect(page.getByTestId('quote').getByRole('button', { name: 'Swap', exact: true })).toBeVisible({
      timeout: 4_000,
    });
  }).toPass({ timeout: 90_000 });
  await look(page, 'trade-ready');
  await sign(page, owner, 'Swap');
  await expect(page.getByText('Comes back at least').first()).toBeVisible();
  await look(page, 'trade-approval');
  await decide(page);

  await made(page, 1);
  await expect(page.getByTestId('swap')).toContainText('300');

  await page.goto(`${sandbox.console}/mpc/center/trade`);
  await page.getByRole('combobox', { name: 'Through' }).click();
  await page.getByRole('option', { name: 'Uniswap V3' }).click();
  await page.getByLabel('You pay', { exact: true }).fill('0.01');
  await expect(page.getByText('Uniswap V3 · ETH → 0.3 % → USDC')).toBeVisible({ timeout: 20_000 });
  await look(page, 'trade-pools');
  await sign(page, owner, 'Swap');
  await expect(page.getByText('Comes back at least').first()).toBeVisible();
  await look(page, 'trade-pools-approval');
  await decide(page);
  await made(page, 2);
  await look(page, 'trade-history');
  await page.context().addCookies([{ name: 'lan', value: 'zh_CN', url: sandbox.console }]);
  await page.reload();
  await expect(page.getByRole('heading', { name: '兑换记录' })).toBeVisible();
  await look(page, 'trade-history-zh');
  await page.goto(`${sandbox.console}/mpc/wallet`);
  await expect(available(page, 'USDC')).toHaveText(/^23[01]\./);
  await context.close();
});
