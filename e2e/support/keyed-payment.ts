import { expect, type Page } from '@playwright/test';
import type { Owner } from './console.ts';
import type { Keyboard } from './keys.ts';

interface Payment {
  /** Of ether. */
  readonly amount: string;
  readonly to: string;
}

/** Asks for a payment by keys alone, up to where it waits for its approval: the link to that is open then. */
export async function askByKeys(keys: Keyboard, page: Page, who: Owner, { amount, to }: Payment): Promise<void> {
  await keys.run(page, 'withdraw', /^Withdraw/);
  const drawer = page.getByRole('dialog', { name: 'Withdraw' });
  await keys.write(page, drawer.getByLabel('Recipient'), to);
  await keys.write(page, drawer.getByLabel('Amount'), amount);
  await expect(drawer.getByText('Would be accepted')).toBeVisible();
  await keys.press(page, drawer.getByRole('button', { name: 'Review' }));
  await keys.press(page, drawer.getByLabel('I have compared the address and the amount'), 'Space');
  await keys.press(page, drawer.getByRole('button', { name: /^Withdraw .*ETH/ }));
  await keys.confirm(page, page.getByRole('link', { name: 'Review and sign' }), who);
}
