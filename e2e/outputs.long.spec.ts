import { expect, type Page, test } from '@playwright/test';
import { accessibilityFaults } from './support/axe.ts';
import { available, confirmIfAsked, decide } from './support/console.ts';
import { openOwner, sandboxOfFile } from './support/installation.ts';

/** Single outputs of a balance: one is frozen, one is chosen and paid with, the others are joined into one. */
const sandbox = sandboxOfFile();
const payee = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';

async function faucet(route: string, body: object): Promise<void> {
  const answer = await fetch(`${sandbox.faucet}/${route}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(20_000),
  });
  expect(answer.ok, await answer.text()).toBe(true);
}
const mine = (blocks: number) => faucet('mine', { chain: 'bitcoin:regtest', blocks });
const list = (page: Page) => page.getByRole('dialog', { name: 'Outputs' });
const row = (page: Page, amount: string) => list(page).locator('li[data-state]').filter({ hasText: amount });

/** From the written form to the signature. @returns the payment's number */
async function ask(page: Page, owner: Parameters<typeof confirmIfAsked>[2]): Promise<string> {
  const drawer = page.getByRole('dialog', { name: 'Withdraw' });
  await expect(drawer.getByText('Would be accepted')).toBeVisible();
  await drawer.getByRole('button', { name: 'Review' }).click();
  await drawer.getByLabel('I have compared the address and the amount').check();
  await drawer.getByRole('button', { name: /^Withdraw .*BTC/ }).click();
  await confirmIfAsked(drawer, page.getByRole('dialog', { name: 'Approval' }), owner);
  const signing = page.getByRole('link', { name: 'Review and sign' });
  await expect(signing).toBeVisible();
  const [, id = ''] = /approve:(\d+)/.exec(new URL(page.url()).searchParams.get('d') ?? '') ?? [];
  await page.goto((await signing.getAttribute('href')) ?? '');
  await decide(page, /^Approve/);
  return id;
}

/** Where a payment's transaction is saved for other tools, and what they made is compared with it. */
async function inspecting(page: Page, id: string) {
  await page.goto(`${sandbox.console}/mpc/wallet?d=transaction:2:${id}`);
  return page.getByRole('region', { name: 'Inspect with another tool' });
}

test('an output is frozen, another is chosen and paid with, its transaction is saved and compared, and the rest are joined into one', async ({
  browser,
}) => {
  test.setTimeout(300_000);
  const { context, page, owner } = await openOwner(browser, sandbox, { look: true });
  await page.goto('/mpc/wallet');
  const address = await page.locator('[data-coin=BTC] [title^="bcrt1"]').first().getAttribute('title');
  for (const amount of ['0.04', '0.03', '0.02', '0.01'])
    await faucet('fund', { chain: 'bitcoin:regtest', symbol: 'BTC', address, amount });
  await mine(6);
  await expect(available(page, 'BTC')).toHaveText('0.1', { timeout: 60_000 });

  await page.getByRole('button', { name: 'Outputs of BTC' }).click();
  await row(page, '0.04').getByRole('button', { name: 'Lock' }).click();
  await list(page).getByLabel('Reason').fill('Came from nobody we know');
  await list(page).locator('form').getByRole('button', { name: 'Lock' }).click();
  await expect(row(page, '0.04')).toContainText('Came from nobody we know');
  await expect(row(page, '0.04').getByRole('checkbox')).toHaveCount(0);
  expect(await accessibilityFaults(page)).toEqual([]);

  await row(page, '0.03').getByRole('checkbox').check();
  await list(page).getByRole('button', { name: 'Pay with 0.03 BTC' }).click();
  const drawer = page.getByRole('dialog', { name: 'Withdraw' });
  await expect(drawer.getByText('1 output ·')).toBeVisible();
  await drawer.getByLabel('Recipient').fill(payee);
  await drawer.getByRole('textbox', { name: 'Amount' }).fill('0.025');
  await expect(drawer.getByText(/comes back/)).toBeVisible();
  expect(await accessibilityFaults(page)).toEqual([]);
  const first = await ask(page, owner);
  await page.goto(`${sandbox.console}/mpc/wallet?d=outputs:BTC`);
  await expect(async () => {
    await mine(1);
    await page.reload();
    await expect(list(page).getByText('Change', { exact: true })).toBeVisible({ timeout: 3_000 });
  }).toPass({ timeout: 90_000 });
  await expect(row(page, '0.03')).toHaveCount(0);
  await expect(row(page, '0.04')).toContainText('Locked');

  const inspection = await inspecting(page, first);
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    inspection.getByRole('button', { name: 'Save PSBT' }).click(),
  ]);
  expect(saved.suggestedFilename()).toBe(`payment-${first}.psbt`);
  const file = await saved.path();
  await inspection.getByLabel('Compare a PSBT').setInputFiles(file);
  await expect(inspection.getByText('It is the same transaction')).toBeVisible();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.goto(`${sandbox.console}/mpc/wallet?d=outputs:BTC`);

  for (const amount of ['0.02', '0.01']) await row(page, amount).getByRole('checkbox').check();
  await list(page).getByRole('button', { name: 'Join into one' }).click();
  await expect(drawer.getByLabel('Recipient')).toHaveValue(address ?? '');
  const joining = await inspecting(page, await ask(page, owner));
  await joining.getByLabel('Compare a PSBT').setInputFiles(file);
  await expect(joining.getByText(/^It is another transaction: \d+ differences$/)).toBeVisible();
  await page.goto(`${sandbox.console}/mpc/wallet?d=outputs:BTC`);
  await expect(async () => {
    await mine(1);
    await page.reload();
    await expect(row(page, '0.0299').first()).toContainText('Available', { timeout: 3_000 });
  }).toPass({ timeout: 90_000 });
  await row(page, '0.04').getByRole('button', { name: 'Unlock' }).click();
  await expect(row(page, '0.04')).toContainText('Available');
  await context.close();
});
