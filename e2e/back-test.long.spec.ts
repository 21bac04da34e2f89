import { readFileSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import { accessibilityFaults } from './support/axe.ts';
import { askForWithdrawal, available, takeTestCoins } from './support/console.ts';
import { openOwner, sandboxOfFile } from './support/installation.ts';
import { shoot } from './support/team.ts';

/** A draft is tried on payments that were really asked for, before anybody proposes it. */
const sandbox = sandboxOfFile();

const builder = '/mpc/center/strategyEngine/senior/addStrategy';
const payee = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const backTest = (page: Page) => page.getByTestId('back-test');

/** A rule that refuses more than so many ETH. */
async function write(page: Page, over: string): Promise<void> {
  await page.getByLabel('Name', { exact: true }).fill('Large ETH');
  await page.getByRole('combobox', { name: 'Asset' }).first().selectOption('Only these assets');
  await page.getByRole('checkbox', { name: /^ETH/ }).check();
  await page.getByRole('combobox', { name: 'Amount' }).selectOption('In coin');
  await page.getByLabel('More than').fill(over);
}

async function run(page: Page): Promise<void> {
  await backTest(page).getByRole('button', { name: /^Try/ }).click();
}

async function look(page: Page): Promise<void> {
  for (const theme of ['light', 'dark']) {
    await page.evaluate((value) => document.documentElement.setAttribute('data-theme', value), theme);
    expect(await accessibilityFaults(page), theme).toEqual([]);
    await backTest(page).getByRole('table').scrollIntoViewIfNeeded();
    await shoot(page, `back-test-${theme}`);
  }
  await page.setViewportSize({ width: 390, height: 844 });
  const wider = await page.locator('main').evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
  expect(wider, 'sideways scrolling').toBeLessThanOrEqual(0);
  await backTest(page).getByRole('table').scrollIntoViewIfNeeded();
  await shoot(page, 'back-test-phone');
  await page.setViewportSize({ width: 1440, height: 900 });
}

test('a draft says which past payments it would have judged differently', async ({ browser }) => {
  test.setTimeout(300_000);
  const { context, page, owner, reports } = await openOwner(browser, sandbox, { look: true });
  await takeTestCoins(page, 'ETH', '3');
  await expect(available(page, 'ETH')).toHaveText('3', { timeout: 60_000 });

  await page.goto(builder);
  await expect(backTest(page).getByText('Complete the rule first.')).toBeVisible();
  await write(page, '1');
  await run(page);
  await expect(backTest(page).getByText('No payments in the last 30 days')).toBeVisible();

  for (const amount of ['0.5', '1.5']) await askForWithdrawal(page, owner, { symbol: 'ETH', to: payee, amount });
  await page.goto(builder);
  await write(page, '1');
  await run(page);
  const table = backTest(page).getByRole('table', { name: 'Payments judged differently' });
  await expect(table.getByRole('row')).toHaveCount(2);
  await expect(table).toContainText('1.5 ETH');
  await expect(table).toContainText('has to be approved');
  await expect(table).toContainText('Refused by “Large ETH”');
  await expect(backTest(page).getByRole('button', { name: /^Stricter 1/ })).toBeVisible();
  await expect(backTest(page).getByRole('button', { name: /^Same 1/ })).toBeDisabled();
  await look(page);

  await backTest(page)
    .getByRole('button', { name: /^Stricter 1/ })
    .click();
  await expect(page).toHaveURL(/differs=stricter/);
  const download = page.waitForEvent('download');
  await backTest(page).getByRole('button', { name: 'Export CSV' }).click();
  const csv = readFileSync(await (await download).path(), 'utf8');
  expect(csv).toContain('"1.5","ETH","evm:31337"');
  expect(csv).toContain('stricter');

  await page.getByLabel('More than').fill('2');
  await expect(backTest(page).getByText('The draft has changed since')).toBeVisible();
  await run(page);
  await expect(backTest(page).getByText('All 2 payments are judged the same by both.')).toBeVisible();

  await page.getByLabel('More than').fill('1');
  await run(page);
  await table.getByRole('row').nth(1).click();
  await expect(page.getByRole('dialog')).toContainText('1.5');

  await page.goto('/mpc/center/strategyEngine?d=rule:basic:*');
  await run(page);
  await expect(backTest(page).getByText('All 2 payments are judged the same by both.')).toBeVisible();
  expect(await accessibilityFaults(page), 'in a drawer').toEqual([]);
  await shoot(page, 'back-test-drawer');
  expect(reports, 'no report of the content security policy or Trusted Types').toEqual([]);
  await context.close();
});
