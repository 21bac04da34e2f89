import { expect, type Page } from '@playwright/test';
import { askForWithdrawal, available, type Owner, takeTestCoins } from './console.ts';

export const payee = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';

/** Coins of three kinds, and a withdrawal that waits for its approval. @returns the drawer that shows it, as its link names it */
export async function fillWorkspace(page: Page, owner: Owner): Promise<string> {
  for (const [symbol, amount] of [
    ['ETH', '12.5'],
    ['USDC', '18250'],
    ['BTC', '0.42'],
  ] as const)
    await takeTestCoins(page, symbol, amount);
  await expect(available(page, 'BTC')).toHaveText('0.42', { timeout: 60_000 });
  await askForWithdrawal(page, owner, { symbol: 'ETH', amount: '1.25', to: payee });
  return new URL(page.url()).searchParams.get('d') ?? '';
}
