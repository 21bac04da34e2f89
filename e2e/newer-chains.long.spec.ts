import { toUnits } from '@holdfast/money';
import { expect, test } from '@playwright/test';
import { heldOn } from './support/chain.ts';
import { available, takeTestCoins, untilCompleted, withdraw } from './support/console.ts';
import { openOwner, sandboxOfFile } from './support/installation.ts';

/** Nobody has been paid there yet: the first coins open the account, and the first token costs more. */
const payee = { TRX: 'TSzdGHnhYnQKFF4LKrRLztkjYAvbNoxnQ8', USDT: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8' } as const;

const sandbox = sandboxOfFile();

test('from an empty folder to coins sent and booked: a new user receives and sends TRX and a TRC-20', async ({
  browser,
}) => {
  test.setTimeout(420_000);
  const { context, page, owner, reports } = await openOwner(browser, sandbox);
  await takeTestCoins(page, 'TRX', '900');
  await expect(available(page, 'TRX')).toHaveText('900', { timeout: 60_000 });
  await takeTestCoins(page, 'USDT', '1500');
  await expect(available(page, 'USDT')).toHaveText('1,500', { timeout: 60_000 });

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
  const shown = (await available(page, 'TRX').locator('[title]').getAttribute('title')) ?? '';
  expect(toUnits(shown, 6)).toBe(held.get(`${own} TRX`));
  expect(reports, 'no report of the content security policy or Trusted Types').toEqual([]);
  await context.close();
});
