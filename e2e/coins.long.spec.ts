import { readFileSync } from 'node:fs';
import type { ChainConfig } from '@holdfast/chains';
import { expect, type Page, test } from '@playwright/test';
import { accessibilityFaults, withAxe } from './support/axe.ts';
import { openOwner, sandboxOfFile } from './support/installation.ts';

/** A token of a stranger is found by its contract, added, received and not paid with; wallets are pinned, hidden and put away. */
const sandbox = sandboxOfFile();

const stranger = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const word = (hex: string): string => hex.replace(/^0x/, '').toLowerCase().padStart(64, '0');

/** A contract of the devnet, compiled. */
const artifacts = new URL('../packages/devnet/artifacts/contracts.json', import.meta.url);
const creation = (): string => JSON.parse(readFileSync(artifacts, 'utf8')).bytecode.DevUsdc;

async function call(method: string, ...params: unknown[]): Promise<unknown> {
  const { chains } = (await (await fetch(`${sandbox.faucet}/status`)).json()) as { chains: { config: ChainConfig }[] };
  const url = chains.find(({ config }) => config.id === 'evm:31337')?.config.rpcUrl ?? '';
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  const headers = { 'content-type': 'application/json' };
  return ((await (await fetch(url, { method: 'POST', headers, body })).json()) as { result: unknown }).result;
}
/** Sends it from an account that the local chain signs for. @returns the contract that it made */
async function send(tx: object): Promise<string> {
  const hash = await call('eth_sendTransaction', { from: stranger, gas: '0x400000', ...tx });
  let made: unknown = null;
  await expect
    .poll(async () => {
      made = await call('eth_getTransactionReceipt', hash);
      return made !== null;
    })
    .toBe(true);
  return String((made as { contractAddress?: unknown } | null)?.contractAddress ?? '');
}

/** Another token that calls itself as the listed one does. */
async function addToken(page: Page, contract: string): Promise<void> {
  await page.goto('/mpc/wallet/center?d=coins');
  const drawer = page.getByRole('dialog', { name: 'Coins' });
  await drawer.getByRole('searchbox', { name: 'Coin' }).fill(contract);
  await expect(drawer.getByText('Another coin here is called USDC too')).toBeVisible();
  expect(await accessibilityFaults(page)).toEqual([]);
  await drawer.getByRole('button', { name: 'Add token' }).click();
  const question = page.getByRole('alertdialog');
  await question.getByRole('checkbox').check();
  await question.getByRole('button', { name: 'Add token' }).click();
  await expect(page.getByText('USDC is counted from now on')).toBeVisible();
  await drawer.getByRole('button', { name: 'Make USDC a favourite' }).click();
  await expect(drawer.getByText('1 of 20 favourites')).toBeVisible();
}

/** It comes in exactly, and stands beside the listed one. */
async function receive(page: Page, contract: string): Promise<void> {
  await page.goto('/mpc/wallet');
  const address = page.locator('[data-coin=ETH] [title^="0x"]').first();
  await expect(address).toBeVisible();
  const to = (await address.getAttribute('title')) ?? '';
  await send({ to: contract, data: `0x40c10f19${word(to)}${word((2_500_001).toString(16))}` });
  const added = page.locator('[data-coin=USDC]').filter({ hasText: '2.500001' });
  await expect(added).toHaveCount(1, { timeout: 60_000 });
  await expect(page.locator('[data-coin=USDC]')).toHaveCount(2);
  await expect(added.getByRole('button', { name: 'Withdraw USDC' })).toBeDisabled();
}

async function lookAt(page: Page, contract: string): Promise<void> {
  await page.goto('/mpc/wallet/center?d=coins');
  await page.getByRole('searchbox', { name: 'Coin' }).fill(contract);
  await page.getByRole('listitem').filter({ hasText: 'Unverified' }).getByRole('button').first().click();
  const admission = page.getByRole('region', { name: 'Added by a member' });
  await expect(admission.getByText('Not known to it')).toHaveCount(2);
  await expect(page.getByRole('region', { name: 'By wallet' })).toContainText('2.500001');
  expect(await accessibilityFaults(page)).toEqual([]);
}

async function putInOrder(page: Page): Promise<void> {
  await page.goto('/mpc/wallet?d=createWallet');
  const made = page.getByRole('dialog');
  await made.getByRole('textbox', { name: 'Wallet name' }).fill('Spare');
  await made.getByRole('button', { name: 'New wallet' }).click();
  await expect(page.getByText('Wallet Spare is ready')).toBeVisible({ timeout: 60_000 });
  await page.goto('/mpc/wallet/center');
  await page.getByRole('button', { name: 'Manage Spare' }).click();
  const drawer = page.getByRole('dialog', { name: 'Manage wallet' });
  await drawer.getByRole('button', { name: 'Pin', exact: true }).click();
  await expect(drawer.getByRole('button', { name: 'Unpin' })).toBeVisible();
  await drawer.getByRole('button', { name: 'Hide' }).click();
  await expect(drawer.getByText('Hidden', { exact: true })).toBeVisible();
  expect(await accessibilityFaults(page)).toEqual([]);
  await drawer.getByRole('button', { name: 'Archive' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Archive' }).click();
  await expect(drawer.getByRole('button', { name: 'Take back' })).toBeVisible();
  await page.goto('/mpc/wallet/center');
  await expect(page.getByRole('row', { name: /Spare/ })).toContainText('Archived');
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.goto('/mpc/wallet?d=withdraw:ETH');
  await page.getByRole('dialog').getByRole('combobox', { name: 'Wallet' }).click();
  await expect(page.getByRole('option')).toHaveCount(1);
}

test('a token is added by its contract and received, and an empty wallet is put away', async ({ browser }) => {
  test.setTimeout(240_000);
  const { context, page, reports } = await openOwner(browser, sandbox);
  await withAxe(context);
  const contract = await send({ data: creation() });
  await addToken(page, contract);
  await receive(page, contract);
  await lookAt(page, contract);
  await putInOrder(page);
  expect(reports, 'no report of the content security policy or Trusted Types').toEqual([]);
  await context.close();
});
