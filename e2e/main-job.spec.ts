import { expect, test } from '@playwright/test';
import { etherOf, heldOn, tokenOf } from './support/chain.ts';
import { available, logIn, takeTestCoins, untilCompleted, withdraw } from './support/console.ts';
import { openOwner, sandboxOfFile } from './support/installation.ts';

const payee = {
  ETH: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  USDC: '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
  BTC: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080',
} as const;
const token = '0x5FbDB2315678afecb367f032d93F642f64180aa3';

/** As an authenticator shows them to everybody. */
const codeSeconds = 30;
const sandbox = sandboxOfFile({ env: { HOLDFAST_CODE_SECONDS: String(codeSeconds) } });

test('from an empty folder to coins sent and booked: a new user receives and sends ETH, an ERC-20 and BTC', async ({
  browser,
}) => {
  test.setTimeout(420_000);
  const { context, page, owner, reports } = await openOwner(browser, sandbox, { codeSeconds });

  for (const [symbol, amount] of [
    ['ETH', '2'],
    ['USDC', '1500'],
    ['BTC', '0.5'],
  ] as const) {
    await takeTestCoins(page, symbol, amount);
    await expect(available(page, symbol)).toHaveText(amount === '1500' ? '1,500' : amount, { timeout: 60_000 });
  }

  const before = { ETH: await etherOf(sandbox.rpc.evm, payee.ETH), USDC: 0n, BTC: 0n };
  const sent = { ETH: '0.75', USDC: '250.5', BTC: '0.125' } as const;
  for (const symbol of ['ETH', 'USDC', 'BTC'] as const) {
    await withdraw(page, owner, { symbol, amount: sent[symbol], to: payee[symbol] });
    await untilCompleted(page, sandbox.faucet, symbol, ['evm:31337', 'bitcoin:regtest']);
  }

  // The payees have exactly what was asked for, by the chains' own account.
  expect(await etherOf(sandbox.rpc.evm, payee.ETH)).toBe(before.ETH + 750_000_000_000_000_000n);
  expect(await tokenOf(sandbox.rpc.evm, token, payee.USDC)).toBe(250_500_000n);
  const held = await heldOn(sandbox.faucet, 'bitcoin:regtest', [payee.BTC]);
  expect(held.get(`${payee.BTC} BTC`)).toBe(12_500_000n);

  // And the ledger says what the chain says of the wallet's own address.
  await page.goto('/mpc/wallet');
  const own = await page.locator('[data-coin=ETH] [title^="0x"]').first().getAttribute('title');
  const shown = await available(page, 'ETH').locator('[title]').getAttribute('title');
  const onChain = await etherOf(sandbox.rpc.evm, own ?? '');
  expect(toWei(shown ?? '')).toBe(onChain);
  expect(await tokenOf(sandbox.rpc.evm, token, own ?? '')).toBe(1_249_500_000n);
  await expect(available(page, 'USDC')).toHaveText('1,249.5');

  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await logIn(page, sandbox, owner);

  expect(reports, 'no report of the content security policy or Trusted Types').toEqual([]);
  await context.close();
});

function toWei(text: string): bigint {
  const [whole = '0', fraction = ''] = text.split('.');
  return BigInt(whole + fraction.padEnd(18, '0'));
}
