import { toUnits } from '@holdfast/money';
import { expect, type Page, test } from '@playwright/test';
import { heldOn } from './support/chain.ts';
import { available, type Owner, takeTestCoins, untilCompleted, withdraw } from './support/console.ts';
import { openOwner, sandboxOfFile } from './support/installation.ts';

/** Nobody has been paid there yet: the first coins open the account, and the first token costs more. */
const payee = {
  TRX: 'TSzdGHnhYnQKFF4LKrRLztkjYAvbNoxnQ8',
  USDT: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8',
  TON: '0QDsE4xHRP4mZsJbkZsuZyHp2Wlzb4PiKFuzrYVM6ffqTrgn',
} as const;

const sandbox = sandboxOfFile();

interface Given {
  readonly page: Page;
  readonly owner: Owner;
}

async function receive(page: Page, symbol: string, amount: string, shown: string): Promise<void> {
  await takeTestCoins(page, symbol, amount);
  await expect(available(page, symbol)).toHaveText(shown, { timeout: 60_000 });
}

const exactly = (page: Page, symbol: string) => available(page, symbol).locator('[title]').getAttribute('title');

async function payOnTron({ page, owner }: Given): Promise<void> {
  await receive(page, 'TRX', '900', '900');
  await receive(page, 'USDT', '1500', '1,500');
  for (const [symbol, amount] of [
    ['TRX', '12.5'],
    ['USDT', '250.5'],
  ] as const) {
    await withdraw(page, owner, { symbol, amount, to: payee[symbol] });
    await untilCompleted(page, sandbox.faucet, symbol, ['tron:devnet']);
  }

  await page.goto('/mpc/wallet');
  const own = (await page.locator('[data-coin=TRX] [title^="T"]').first().getAttribute('title')) ?? '';
  const held = await heldOn(sandbox.faucet, 'tron:devnet', [own, payee.TRX, payee.USDT]);
  // The payees have exactly what was asked for, by the chain's own account.
  expect(held.get(`${payee.TRX} TRX`)).toBe(12_500_000n);
  expect(held.get(`${payee.USDT} USDT`)).toBe(250_500_000n);
  // And the ledger says what the chain says of the wallet's own address.
  expect(held.get(`${own} USDT`)).toBe(1_249_500_000n);
  await expect(available(page, 'USDT')).toHaveText('1,249.5');
  expect(toUnits((await exactly(page, 'TRX')) ?? '', 6)).toBe(held.get(`${own} TRX`));
}

/** All transactions of the newest jetton's payment, from its drawer and by its hash. */
async function seeSteps(page: Page): Promise<void> {
  await page.getByRole('row').filter({ hasText: 'NOT' }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Show all' }).click();
  const steps = page.getByRole('list', { name: 'Transactions of this payment' }).getByRole('listitem');
  await expect(steps).toHaveCount(5);
  await expect(page.getByText('All done')).toBeVisible();
  const hash = (await page.getByRole('dialog').locator('dd .mono[title]').first().getAttribute('title')) ?? '';
  expect(hash).toMatch(/^[0-9a-f]{64}$/);
  await page.goto('/mpc/center/tools');
  await page.getByRole('link', { name: /TON transaction query/ }).click();
  await page.getByRole('searchbox').fill(hash);
  await page.keyboard.press('Enter');
  await expect(steps).toHaveCount(5);
  await expect(page.getByText('customer 4711')).toBeVisible();
}

async function payOnTon({ page, owner }: Given): Promise<void> {
  await receive(page, 'TON', '40', '40');
  await receive(page, 'NOT', '1500', '1,500');
  for (const order of [
    { symbol: 'TON', amount: '12.5', to: payee.TON },
    { symbol: 'NOT', amount: '250.5', to: payee.TON, memo: 'customer 4711' },
  ]) {
    await withdraw(page, owner, order);
    await untilCompleted(page, sandbox.faucet, order.symbol, ['ton:-31337']);
  }

  await seeSteps(page);

  await page.goto('/mpc/wallet');
  const own = (await page.locator('[data-coin=TON] [title^="0Q"]').first().getAttribute('title')) ?? '';
  const held = await heldOn(sandbox.faucet, 'ton:-31337', [own, payee.TON]);
  expect(held.get(`${payee.TON} NOT`)).toBe(250_500_000_000n);
  // The payee's account pays rent, a few nanotons in these seconds.
  expect(toUnits('12.5', 9) - (held.get(`${payee.TON} TON`) ?? 0n)).toBeLessThan(10_000n);
  expect(held.get(`${own} NOT`)).toBe(1_249_500_000_000n);
  await expect(available(page, 'NOT')).toHaveText('1,249.5');
  expect(toUnits((await exactly(page, 'TON')) ?? '', 9)).toBe(held.get(`${own} TON`));
}

test('from an empty folder to coins sent and booked: a new user receives and sends TRX, a TRC-20, TON and a jetton', async ({
  browser,
}) => {
  test.setTimeout(600_000);
  const { context, page, owner, reports } = await openOwner(browser, sandbox);
  await payOnTron({ page, owner });
  await payOnTon({ page, owner });
  expect(reports, 'no report of the content security policy or Trusted Types').toEqual([]);
  await context.close();
});
