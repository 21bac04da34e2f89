import { expect, type Page, test } from '@playwright/test';
import { accessibilityFaults } from './support/axe.ts';
import { confirmIfAsked, takeTestCoins } from './support/console.ts';
import { openOwner, sandboxOfFile } from './support/installation.ts';

/** An owner has a receiver told of every payment, sees it checked there, sees it fail on purpose, and sends again what was missed. */
const sandbox = sandboxOfFile();
const pictures = process.env.HOLDFAST_PICTURES;
const screen = '/mpc/center/transactionNotification';

async function look(page: Page, name: string): Promise<void> {
  await expect(page.locator('.animate-pulse')).toHaveCount(0);
  for (const theme of ['dark', 'light'] as const) {
    await page.evaluate((value) => document.documentElement.setAttribute('data-theme', value), theme);
    expect((await accessibilityFaults(page)).map((fault) => `${name}, ${theme}: ${fault}`)).toEqual([]);
    if (pictures) await page.screenshot({ path: `${pictures}/${name}-${theme}.png`, fullPage: true });
  }
  await page.setViewportSize({ width: 390, height: 844 });
  const wider = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(wider, `${name} on a phone`).toBe(0);
  if (pictures) await page.screenshot({ path: `${pictures}/${name}-phone.png`, fullPage: true });
  await page.setViewportSize({ width: 1440, height: 900 });
}

test('a receiver is told of a deposit, signed; what it failed to take is sent again', async ({ browser }) => {
  test.setTimeout(300_000);
  const { context, page, owner, reports } = await openOwner(browser, sandbox, { look: true });
  const receiver = await (await browser.newContext()).newPage();
  await receiver.goto(sandbox.hooks);

  await page.goto('/mpc/center/api');
  await page.getByRole('link', { name: 'Web hooks' }).click();
  await expect(page.getByText('Nobody outside is told yet')).toBeVisible();
  await look(page, 'web-hooks-empty');
  await page.getByRole('button', { name: 'Add web hook' }).first().click();
  const drawer = page.getByRole('dialog', { name: 'Web hook' });
  await drawer.getByLabel('Name').fill('Ledger');
  await drawer.getByLabel('Address').fill(`${sandbox.hooks}/hook`);
  await drawer.getByRole('button', { name: 'Add web hook' }).click();
  await confirmIfAsked(drawer, drawer.getByTestId('hook-secrets'), owner);
  const secret = await drawer.getByText(/^whsec_/).textContent();
  await look(page, 'web-hook-secrets');
  await drawer.getByRole('button', { name: 'I have kept it' }).click();
  await receiver.getByLabel(/^Secrets and public keys/).fill(secret ?? '');
  await receiver.getByRole('button', { name: 'Check signatures with these' }).click();
  await expect(receiver.getByText('1 key', { exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'Send a test event' }).click();
  await expect(receiver.locator('li').filter({ hasText: 'test.sent' })).toContainText('signature holds');

  await receiver.getByLabel('Answer').selectOption('error');
  await page.goto('/mpc/wallet');
  await takeTestCoins(page, 'ETH', '1');
  await expect(receiver.locator('li').filter({ hasText: 'deposit.unconfirmed' }).first()).toContainText(
    'answered error',
    {
      timeout: 60_000,
    },
  );
  await page.goto(`${screen}?state=retrying`);
  const row = page.getByRole('row', { name: /deposit\.unconfirmed/ });
  await expect(row).toContainText('Tried again', { timeout: 60_000 });
  await look(page, 'web-hooks');
  await row.getByRole('button').click();
  const delivery = page.getByRole('dialog', { name: 'Delivery' });
  await expect(delivery.getByText('1 · 500')).toBeVisible();
  await look(page, 'web-hook-delivery');

  await receiver.getByLabel('Answer').selectOption('ok');
  await delivery.getByRole('button', { name: 'Send again' }).click();
  await expect(delivery.getByText('Arrived')).toBeVisible({ timeout: 60_000 });
  await expect(receiver.locator('li').filter({ hasText: 'deposit.credited' }).first()).toContainText(
    'signature holds',
    {
      timeout: 90_000,
    },
  );

  await page.goto(screen);
  await page.getByRole('button', { name: 'Resend a period' }).click();
  const replay = page.getByRole('dialog', { name: 'Resend a period' });
  await replay.getByLabel('Only what was given up').uncheck();
  await look(page, 'web-hook-replay');
  await replay.getByRole('button', { name: 'Send again' }).click();
  await expect(receiver.locator('li').filter({ hasText: 'had it before' }).first()).toBeVisible({ timeout: 60_000 });
  expect(reports, 'no report of the content security policy or Trusted Types').toEqual([]);
  await context.close();
});
