import { rpcClient } from '@holdfast/devnet';
import { expect, type Locator, type Page } from '@playwright/test';
import { mine } from './chain.ts';
import type { RunningSandbox } from './sandbox.ts';

/** Of the wallet's page. */
export const nftCard = (page: Page): Locator =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: 'NFTs' }) });

/** An NFT comes in by the sandbox; the wallet's page is open afterwards, and shows its collection. */
export async function receivePicture(
  page: Page,
  { console: at, faucet }: Pick<RunningSandbox, 'console' | 'faucet'>,
): Promise<void> {
  await page.goto(`${at}/mpc/wallet?d=sandbox`);
  await page.getByRole('button', { name: 'Get a test picture (NFT)' }).click();
  await expect(page.getByText('A test picture is on its way.')).toBeVisible();
  await page.goto(`${at}/mpc/wallet`);
  await expect(async () => {
    await mine(faucet, 'evm:31337');
    await page.reload();
    await expect(nftCard(page).getByRole('img', { name: 'Sandbox pictures' })).toBeVisible({ timeout: 4_000 });
  }).toPass({ timeout: 90_000 });
}

/** ERC-721 ownerOf, asked past everything of ours. @returns in small letters */
export async function ownerOf(url: string, contract: string, id: bigint): Promise<string> {
  const call = [{ to: contract, data: `0x6352211e${id.toString(16).padStart(64, '0')}` }, 'latest'] as const;
  return `0x${(await rpcClient(url)<string>('eth_call', ...call)).slice(-40)}`.toLowerCase();
}
