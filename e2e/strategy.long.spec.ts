import { expect, type Page, test } from '@playwright/test';
import { available, type Owner, takeTestCoins } from './support/console.ts';
import { openOwner, sandboxOfFile } from './support/installation.ts';
import { shoot, sign } from './support/team.ts';
import { freshTotpCode } from './support/totp.ts';

/** A rule is written, tried, proposed, signed on the signer's page, in force, and judges a withdrawal. */
const sandbox = sandboxOfFile();

const engine = '/mpc/center/strategyEngine';

async function write(page: Page): Promise<void> {
  await page.goto(engine);
  await page.getByRole('link', { name: 'Add advanced rule' }).first().click();
  await page.getByRole('button', { name: 'Propose' }).click();
  await expect(page.getByText('Please enter a name')).toBeVisible();
  await page.getByLabel('Name', { exact: true }).fill('Large ETH');
  await page.getByRole('combobox', { name: 'Asset' }).first().selectOption('Only these assets');
  await page.getByRole('checkbox', { name: /^ETH/ }).check();
  await page.getByRole('combobox', { name: 'Amount' }).selectOption('In coin');
  await page.getByLabel('More than').fill('1');
  await expect(page.getByTestId('sentence')).toContainText('Transfers of more than 1 ETH');
  await expect(page.getByTestId('sentence')).toContainText('refused, nobody can approve');
}

/** The same draft, tried with an amount above and one at the bound. */
async function tryIt(page: Page): Promise<void> {
  const amount = page.getByRole('textbox', { name: 'Amount' });
  const coin = page.getByRole('combobox', { name: 'Asset' }).last();
  const eth = coin.locator('option', { hasText: /^ETH/ }).first();
  await coin.selectOption((await eth.getAttribute('value')) ?? '');
  await amount.fill('1.000000000000000001');
  await expect(page.getByTestId('dry-run')).toContainText('Refused by “Large ETH”');
  await amount.fill('1');
  await expect(page.getByTestId('dry-run')).toContainText('the amount is outside its bounds');
}

async function propose(page: Page, owner: Owner): Promise<void> {
  await page.getByRole('button', { name: 'Propose' }).click();
  const code = page.getByLabel('Authenticator code');
  const done = page.getByText('“Large ETH” is proposed');
  await expect(done.or(code).first()).toBeVisible();
  if (await code.isVisible()) {
    await code.fill(await freshTotpCode(owner));
    await page.getByRole('button', { name: 'Confirm' }).click();
  }
  await expect(done).toBeVisible();
}

async function verdict(page: Page, amount: string, text: string): Promise<void> {
  await page.goto('/mpc/wallet?d=withdraw:ETH');
  const drawer = page.getByRole('dialog', { name: 'Withdraw' });
  await drawer.getByLabel('Recipient').fill('0x70997970C51812dc3A010C7d01b50e0d17dc79C8');
  await drawer.getByLabel('Amount').fill(amount);
  await expect(drawer.getByText(text)).toBeVisible();
}

test('a rule that is written and tried is in force once signed, and judges a withdrawal', async ({ browser }) => {
  test.setTimeout(300_000);
  const { context, page, owner, reports } = await openOwner(browser, sandbox);
  await takeTestCoins(page, 'ETH', '3');
  await expect(available(page, 'ETH')).toHaveText('3', { timeout: 60_000 });

  await write(page);
  await tryIt(page);
  await shoot(page, 'rule-builder');
  await propose(page, owner);
  await shoot(page, 'rule-proposed');
  await page.goto((await page.getByTestId('approval-link').getAttribute('href')) ?? '');
  await expect(page.locator('main')).toContainText('Large ETH');
  await sign(page);

  await expect(async () => {
    await page.goto(engine);
    await expect(page.getByText('Transfers of more than 1 ETH')).toBeVisible({ timeout: 3_000 });
  }).toPass({ timeout: 60_000 });
  await shoot(page, 'rules');
  await verdict(page, '1.5', 'The rules do not allow this');
  await verdict(page, '0.5', 'Would be accepted');
  await expect(page.getByText('1 ETH in one payment. Beyond that, “Large ETH” refuses.')).toBeVisible();

  await page.goto(`${engine}/senior/transferLog`);
  await expect(page.getByRole('row', { name: /In force.*Large ETH/ })).toBeVisible();
  await shoot(page, 'rule-log');
  expect(reports, 'no report of the content security policy or Trusted Types').toEqual([]);
  await context.close();
});
