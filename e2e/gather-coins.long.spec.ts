import { expect, test } from '@playwright/test';
import { available, confirmIfAsked, decide } from './support/console.ts';
import { openOwner, sandboxOfFile } from './support/installation.ts';

const sandbox = sandboxOfFile();
/** One more than a payment spends. */
const coins = 41;

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

test('a wallet of more coins than one payment spends says so, and gathers them into one', async ({ browser }) => {
  test.setTimeout(300_000);
  const { context, page, owner } = await openOwner(browser, sandbox);
  await page.goto('/mpc/wallet');
  const address = await page.locator('[data-coin=BTC] [title^="bcrt1"]').first().getAttribute('title');
  for (let n = 0; n < coins; n++)
    await faucet('fund', { chain: 'bitcoin:regtest', symbol: 'BTC', address, amount: '0.01' });
  await mine(6);
  await expect(available(page, 'BTC')).toHaveText('0.41', { timeout: 60_000 });

  await page.goto('/mpc/wallet?d=withdraw:BTC');
  const drawer = page.getByRole('dialog', { name: 'Withdraw' });
  await expect(drawer.getByText('One payment carries at most 0.4 BTC')).toBeVisible();
  await drawer.getByRole('button', { name: 'Gather coins' }).click();
  await expect(drawer.getByLabel('Recipient')).toHaveValue(address ?? '');
  await expect(drawer.getByText('Would be accepted')).toBeVisible();
  await drawer.getByRole('button', { name: 'Review' }).click();
  await drawer.getByLabel('I have compared the address and the amount').check();
  await drawer.getByRole('button', { name: /^Withdraw .*BTC/ }).click();
  await confirmIfAsked(drawer, page.getByRole('dialog', { name: 'Approval' }), owner);
  await page.goto((await page.getByRole('link', { name: 'Review and sign' }).getAttribute('href')) ?? '');
  await decide(page, /^Approve/);

  await page.goto(`${sandbox.console}/mpc/wallet?d=withdraw:BTC`);
  await expect(async () => {
    await mine(1);
    await page.reload();
    await expect(page.getByRole('dialog', { name: 'Withdraw' }).getByText(/^Available/)).toContainText('0.40', {
      timeout: 3_000,
    });
    await expect(drawer.getByText('One payment carries at most')).toHaveCount(0);
  }).toPass({ timeout: 90_000 });
  await context.close();
});
