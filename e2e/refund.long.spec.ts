import { expect, test } from '@playwright/test';
import { etherOf } from './support/chain.ts';
import { available, confirmIfAsked, decide, takeTestCoins, untilCompleted } from './support/console.ts';
import { openOwner, sandboxOfFile } from './support/installation.ts';

const sandbox = sandboxOfFile();
/** Who pays test coins. */
const payer = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';

test('a deposit is given back from its drawer: asked for, approved, paid to who paid it, and linked both ways', async ({
  browser,
}) => {
  test.setTimeout(300_000);
  const { context, page, owner } = await openOwner(browser, sandbox);
  await takeTestCoins(page, 'ETH', '5');
  await expect(available(page, 'ETH')).toHaveText('5', { timeout: 60_000 });
  const before = await etherOf(sandbox.rpc.evm, payer);

  await page.goto(`${sandbox.console}/mpc/center/transactions?d=transaction:1:1`);
  const drawer = page.getByRole('dialog', { name: 'Transaction' });
  await drawer.getByRole('button', { name: 'Give back' }).click();
  const form = page.getByRole('dialog', { name: 'Give a deposit back' });
  // Behind it, the deposit's own page shows it too.
  await expect(form.locator(`[data-address="${payer}"]`).last()).toBeVisible();
  await form.getByLabel('Amount').fill('2');
  await form.getByRole('button', { name: 'Ask to give it back' }).click();
  await confirmIfAsked(form, page.getByRole('dialog', { name: 'Approval' }), owner);
  await page.goto((await page.getByRole('link', { name: 'Review and sign' }).getAttribute('href')) ?? '');
  await decide(page, /^Approve/);

  await page.goto(`${sandbox.console}/mpc/center/transactions?d=transaction:1:1`);
  await expect(drawer.getByRole('button', { name: 'Give back' })).toHaveCount(0);
  await untilCompleted(page, sandbox.faucet, 'ETH', ['evm:31337']);
  await page.goto(`${sandbox.console}/mpc/center/transactions?d=transaction:1:1`);
  await expect(drawer.getByText('Returned').first()).toBeVisible();
  await expect(drawer.getByText('A payment of 2 ETH gives it back: Completed.')).toBeVisible();
  await drawer.getByRole('button', { name: 'View the payment' }).click();
  await expect(page.getByText('This payment gives deposit 1 back.')).toBeVisible();
  expect((await etherOf(sandbox.rpc.evm, payer)) - before).toBe(2n * 10n ** 18n);
  await context.close();
});
