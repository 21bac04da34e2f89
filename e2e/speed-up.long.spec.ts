import { expect, test } from '@playwright/test';
import { etherOf, holdBlocks } from './support/chain.ts';
import { available, confirmIfAsked, decide, takeTestCoins, withdraw } from './support/console.ts';
import { openOwner, sandboxOfFile } from './support/installation.ts';

const sandbox = sandboxOfFile();
const chain = 'evm:31337';
const payee = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';

test('payments that no block takes are sped up, fee up, same payment, paid once; and dropped, by nothing in their place', async ({
  browser,
}) => {
  test.setTimeout(420_000);
  const { context, page, owner } = await openOwner(browser, sandbox);
  await takeTestCoins(page, 'ETH', '5');
  await expect(available(page, 'ETH')).toHaveText('5', { timeout: 60_000 });
  const before = await etherOf(sandbox.rpc.evm, payee);
  await holdBlocks(sandbox.faucet, chain);
  await withdraw(page, owner, { symbol: 'ETH', amount: '1', to: payee });

  await page.goto(`${sandbox.console}/mpc/center/transactions?d=transaction:2:1`);
  const drawer = page.getByRole('dialog', { name: 'Transaction' });
  await drawer.getByRole('button', { name: 'Speed up' }).click({ timeout: 60_000 });
  const form = page.getByRole('dialog', { name: 'Speed up a payment' });
  await expect(form.getByText('Fee now, at most')).toBeVisible();
  await form.getByRole('button', { name: 'Ask to speed it up' }).click();
  await confirmIfAsked(form, page.getByRole('dialog', { name: 'Approval' }), owner);
  await page.goto((await page.getByRole('link', { name: 'Review and sign' }).getAttribute('href')) ?? '');
  await expect(page.getByText(/^Speed up a payment: fee up from at most/).first()).toBeVisible();
  await expect(page.getByText('The payment is under way.')).toBeVisible();
  await decide(page, /^Approve: fee up to/);

  await page.goto(`${sandbox.console}/mpc/center/transactions?d=transaction:2:1`);
  await expect(drawer.getByRole('heading', { name: 'Attempts' })).toBeVisible();
  await expect(drawer.getByText('Speed-up broadcast')).toBeVisible({ timeout: 60_000 });
  const faster = drawer.getByRole('listitem').filter({ hasText: 'Speed-up 1' });
  await expect(faster).toContainText('0x');
  await holdBlocks(sandbox.faucet, chain, false);
  await expect(faster).toContainText('In a block', { timeout: 60_000 });
  expect((await etherOf(sandbox.rpc.evm, payee)) - before).toBe(10n ** 18n);

  await holdBlocks(sandbox.faucet, chain);
  await withdraw(page, owner, { symbol: 'ETH', amount: '1', to: payee });
  // The first payment and its speed-up came before.
  const second = `${sandbox.console}/mpc/center/transactions?d=transaction:2:3`;
  await page.goto(second);
  await drawer.getByRole('button', { name: 'Drop', exact: true }).click({ timeout: 60_000 });
  const drop = page.getByRole('dialog', { name: 'Drop a payment' });
  await drop.getByRole('button', { name: 'Ask to drop it' }).click();
  await confirmIfAsked(drop, page.getByRole('dialog', { name: 'Approval' }), owner);
  await page.goto((await page.getByRole('link', { name: 'Review and sign' }).getAttribute('href')) ?? '');
  await expect(page.getByText(/^Drop a payment of 1 ETH: nothing is paid in its place/).first()).toBeVisible();
  await expect(page.getByText('It would have paid')).toBeVisible();
  await decide(page, /^Approve: drop the payment/);

  await page.goto(second);
  await expect(drawer.getByText('Cancelling')).toBeVisible({ timeout: 60_000 });
  await holdBlocks(sandbox.faucet, chain, false);
  await expect(drawer.getByText('Dropped: nothing was paid')).toBeVisible({ timeout: 90_000 });
  expect((await etherOf(sandbox.rpc.evm, payee)) - before).toBe(10n ** 18n);
  await context.close();
});
