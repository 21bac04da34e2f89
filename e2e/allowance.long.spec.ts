import { rpcClient } from '@holdfast/devnet';
import { devToken } from '@holdfast/devnet/contracts';
import { expect, type Page, test } from '@playwright/test';
import { mine } from './support/chain.ts';
import { available, confirmIfAsked, decide, type Owner, takeTestCoins } from './support/console.ts';
import { openOwner, sandboxOfFile } from './support/installation.ts';
import { look } from './support/look.ts';

/** An allowance is given from the wallet page, listed as the chain has it, and taken back. */
const sandbox = sandboxOfFile();
const chain = 'evm:31337';
const spender = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';

const word = (address: string): string => address.slice(2).toLowerCase().padStart(64, '0');
/** ERC-20 allowance, smallest units, asked past everything of ours. */
async function allowed(owner: string): Promise<bigint> {
  const data = `0xdd62ed3e${word(owner)}${word(spender)}`;
  const call = [{ to: devToken.contract, data }, 'latest'] as const;
  return BigInt(await rpcClient(sandbox.rpc.evm)<string>('eth_call', ...call));
}

/** From the written form to the signature. */
async function sign(page: Page, owner: Owner, button: string, heading: RegExp): Promise<void> {
  const drawer = page.getByRole('dialog', { name: 'Allowance' });
  await drawer.getByRole('button', { name: button }).click();
  await confirmIfAsked(drawer, page.getByRole('dialog', { name: 'Approval' }), owner);
  await page.goto((await page.getByTestId('approval-link').last().getAttribute('href')) ?? '');
  await expect(page.getByText(heading).first()).toBeVisible();
  await decide(page);
}

/** As it stands, in both languages. */
async function lookTwice(page: Page, name: string): Promise<void> {
  await look(page, name);
  const language = (value: string) => page.context().addCookies([{ name: 'lan', value, url: sandbox.console }]);
  await language('zh_CN');
  await page.reload();
  await expect(page.getByText('授权').first()).toBeVisible();
  await look(page, `${name}-zh`);
  await language('en_US');
  await page.reload();
}

test('a spender is allowed so much of a token, and it is taken back', async ({ browser }) => {
  test.setTimeout(400_000);
  const { context, page, owner } = await openOwner(browser, sandbox, { look: true });
  for (const [symbol, amount] of [
    ['ETH', '5'],
    ['USDC', '500'],
  ] as const) {
    await takeTestCoins(page, symbol, amount);
    await expect(available(page, symbol)).toHaveText(amount, { timeout: 60_000 });
  }
  const account = (await page.locator('[data-coin=ETH] [title^="0x"]').first().getAttribute('title')) ?? '';
  const list = page.locator('section').filter({ hasText: 'Allowances on' });
  await expect(list.getByText('Nobody may take anything.')).toBeVisible();
  await list.scrollIntoViewIfNeeded();
  await look(page, 'allowances-none');

  await list.getByRole('button', { name: 'Allow a spender' }).click();
  const drawer = page.getByRole('dialog', { name: 'Allowance' });
  await drawer.getByRole('button', { name: 'Allow a spender' }).click();
  await expect(drawer.getByText('Enter an amount')).toBeVisible();
  await drawer.getByLabel('Spender').fill(spender);
  await drawer.getByLabel('May take up to').fill('200');
  await expect(drawer.getByText(/ETH available/)).toBeVisible();
  await look(page, 'allowance-form');
  await sign(page, owner, 'Allow a spender', /may take up to/i);

  await page.goto(`${sandbox.console}/mpc/wallet`);
  await expect(async () => {
    await mine(sandbox.faucet, chain);
    await page.reload();
    await expect(list.getByText('200')).toBeVisible({ timeout: 4_000 });
  }).toPass({ timeout: 90_000 });
  expect(await allowed(account)).toBe(200_000_000n);
  await expect(available(page, 'USDC')).toHaveText('500');
  await list.scrollIntoViewIfNeeded();
  await lookTwice(page, 'allowances');
  await page.goto(`${sandbox.console}/mpc/center/transactions?d=transaction:3:1`);
  const record = page.getByRole('dialog', { name: 'Transaction' });
  await expect(record.getByText('Spender', { exact: true })).toBeVisible();
  await lookTwice(page, 'allowance-record');

  await page.goto(`${sandbox.console}/mpc/wallet`);
  await list.getByRole('button', { name: /^Take back what/ }).click();
  await lookTwice(page, 'allowance-back');
  await sign(page, owner, 'Take back', /take/i);
  await page.goto(`${sandbox.console}/mpc/wallet`);
  await expect(async () => {
    await mine(sandbox.faucet, chain);
    await page.reload();
    await expect(list.getByText('Nobody may take anything.')).toBeVisible({ timeout: 4_000 });
  }).toPass({ timeout: 90_000 });
  expect(await allowed(account)).toBe(0n);

  await context.close();
});
