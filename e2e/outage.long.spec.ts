import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { addAuthenticator } from './support/authenticator.ts';
import { available, confirmIfAsked, newOwner, setUp, takeTestCoins } from './support/console.ts';
import { type OpenSandbox, startOpenSandbox } from './support/sandbox.ts';

/** What somebody was doing when the server went away is still there when it is back. */
const landlord = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';
const backMs = 60_000;

let sandbox: OpenSandbox;
let context: BrowserContext;
let page: Page;
const owner = newOwner();
test.beforeAll(async ({ browser }) => {
  test.setTimeout(300_000);
  sandbox = await startOpenSandbox();
  context = await browser.newContext({ baseURL: sandbox.console });
  page = await context.newPage();
  await addAuthenticator(context, page);
  await setUp(page, sandbox, owner);
  await takeTestCoins(page, 'ETH', '2');
  await expect(available(page, 'ETH')).toHaveText('2', { timeout: backMs });
});
test.afterAll(async () => {
  await context?.close();
  await sandbox?.stop();
});

test('a half-written payment outlives a stop of the server, is gone on with meanwhile, and asked for once afterwards', async () => {
  test.setTimeout(240_000);
  await page.goto('/mpc/wallet');
  await page.locator('main').getByRole('button', { name: 'Withdraw' }).first().click();
  const drawer = page.getByRole('dialog', { name: 'Withdraw' });
  await drawer.getByLabel('Recipient').fill(landlord);
  await drawer.getByLabel('Amount').fill('0.25');
  await expect(drawer.getByText('Would be accepted')).toBeVisible();
  const holds = async (remark: string): Promise<void> => {
    await expect(drawer.getByLabel('Recipient')).toHaveValue(landlord);
    await expect(drawer.getByLabel('Amount')).toHaveValue('0.25');
    await expect(drawer.getByLabel('Remark')).toHaveValue(remark);
  };

  await sandbox.server.stop();
  // What the shell says lies in the shade of the drawer, which says it too.
  const bar = drawer.getByText(/The server cannot be reached; trying again/);
  await expect(bar).toBeVisible({ timeout: backMs });
  await holds('');
  await drawer.getByLabel('Remark').fill('rent');
  await holds('rent');

  await sandbox.server.start();
  await expect(bar).toBeHidden({ timeout: backMs });
  await holds('rent');
  await drawer.getByRole('button', { name: 'Review' }).click();
  await drawer.getByLabel('I have compared the address and the amount').check();

  // Gone just when it is asked for: nobody knows what became of it, so the same order is asked for again, under its own name.
  const ask = drawer.getByRole('button', { name: /^Withdraw .*ETH/ });
  await sandbox.server.stop();
  await ask.click();
  await expect(drawer.getByText('No answer from the server')).toBeVisible({ timeout: backMs });
  await sandbox.server.start();
  await expect(bar).toBeHidden({ timeout: backMs });
  await ask.click();
  const approval = page.getByRole('dialog', { name: 'Approval' });
  await confirmIfAsked(drawer, approval, owner);
  await expect(approval.getByRole('link', { name: 'Review and sign' })).toBeVisible();
  await page.goto('/mpc/center/transactions?type=2');
  await expect(page.getByRole('row').filter({ hasText: '0.25' })).toHaveCount(1);
});

test('a transaction leads to the explorer that the operator named, once the server knows it', async () => {
  await sandbox.server.stop();
  nameExplorer('https://explorer.example/at/{txid}?from=treasury');
  await sandbox.server.start();
  await page.goto('/mpc/center/transactions?type=1');
  await page.getByRole('row').filter({ hasText: 'ETH' }).first().click();
  const link = page.getByRole('dialog').getByRole('link', { name: 'Open' });
  await expect(link).toHaveAttribute('href', /^https:\/\/explorer\.example\/at\/0x[0-9a-f]{64}\?from=treasury$/);
  await expect(link).toHaveAttribute('rel', /noreferrer/);
});

/** In the configuration of the server, for each chain of Ethereum's kind. */
function nameExplorer(explorer: string): void {
  const file = path.join(sandbox.data, 'server', 'config.json');
  const config = JSON.parse(readFileSync(file, 'utf8')) as { chains: { id: string }[] };
  const chains = config.chains.map((chain) => (chain.id.startsWith('evm:') ? { ...chain, explorer } : chain));
  writeFileSync(file, JSON.stringify({ ...config, chains }));
}
