import { expect, test } from '@playwright/test';
import { available, confirmIfAsked, decide, takeTestCoins, withdraw } from './support/console.ts';
import { openOwner, sandboxOfFile } from './support/installation.ts';

const sandbox = sandboxOfFile();
const payee = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';

async function rpc(method: string, ...params: unknown[]): Promise<unknown> {
  const answer = await fetch(sandbox.rpc.evm, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    signal: AbortSignal.timeout(20_000),
  });
  return ((await answer.json()) as { result: unknown }).result;
}
async function mine(blocks: number): Promise<void> {
  const answer = await fetch(`${sandbox.faucet}/mine`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ chain: 'evm:31337', blocks }),
    signal: AbortSignal.timeout(20_000),
  });
  expect(answer.ok, await answer.text()).toBe(true);
}
const held = async (): Promise<bigint> => BigInt(String(await rpc('eth_getBalance', payee, 'latest')));

test('a payment that no block takes is sped up: fee up, same payment, paid once', async ({ browser }) => {
  test.setTimeout(300_000);
  const { context, page, owner } = await openOwner(browser, sandbox);
  await takeTestCoins(page, 'ETH', '5');
  await expect(available(page, 'ETH')).toHaveText('5', { timeout: 60_000 });
  const before = await held();
  await rpc('evm_setIntervalMining', 0);
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
  await expect(drawer.getByRole('listitem').filter({ hasText: 'Speed-up 1' })).toContainText('0x');
  await expect(async () => {
    await mine(2);
    await expect(drawer.getByRole('listitem').filter({ hasText: 'Speed-up 1' })).toContainText('In a block', {
      timeout: 3_000,
    });
  }).toPass({ timeout: 60_000 });
  expect((await held()) - before).toBe(10n ** 18n);
  await context.close();
});
