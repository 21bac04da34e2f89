import { toUnits } from '@holdfast/money';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { heldOn } from './support/chain.ts';
import {
  available,
  confirmIfAsked,
  decide,
  type Owner,
  takeTestCoins,
  untilCompleted,
  withdraw,
} from './support/console.ts';
import { openOwner, sandboxOfFile } from './support/installation.ts';

/** Nobody has been paid there yet: the first coins open the account, and the first token costs more. */
const payee = {
  TRX: 'TSzdGHnhYnQKFF4LKrRLztkjYAvbNoxnQ8',
  USDT: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8',
  TON: '0QDsE4xHRP4mZsJbkZsuZyHp2Wlzb4PiKFuzrYVM6ffqTrgn',
} as const;

/** Unstaked coins come back at once: nobody waits fourteen days for a test. */
const sandbox = sandboxOfFile({ env: { HOLDFAST_UNFREEZE_DAYS: '0' } });

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
  const own = await ownTron(page);
  const held = await heldOn(sandbox.faucet, 'tron:devnet', [own, payee.TRX, payee.USDT]);
  // The payees have exactly what was asked for, by the chain's own account.
  expect(held.get(`${payee.TRX} TRX`)).toBe(12_500_000n);
  expect(held.get(`${payee.USDT} USDT`)).toBe(250_500_000n);
  // And the ledger says what the chain says of the wallet's own address.
  expect(held.get(`${own} USDT`)).toBe(1_249_500_000n);
  await expect(available(page, 'USDT')).toHaveText('1,249.5');
  expect(toUnits((await exactly(page, 'TRX')) ?? '', 6)).toBe(held.get(`${own} TRX`));
}

/** The one account of the selected wallet, as its card shows it. */
const ownTron = async (page: Page): Promise<string> =>
  (await page.locator('[data-coin=TRX] [title^="T"]').first().getAttribute('title')) ?? '';
const resources = (page: Page): Locator =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: /^Resources and stake on Tron/ }) });

interface Deed {
  /** On its button, in the card and in the drawer. */
  readonly name: string;
  /** Where the card has another for it. */
  readonly button?: RegExp;
  readonly amount?: string;
  readonly to?: string;
  /** On the signer's page. */
  readonly said: readonly string[];
}

/** From the wallet's card to the block: written in the drawer, read and approved on the signer's page. */
async function stakeBy({ page, owner }: Given, { name, button, amount, to, said }: Deed): Promise<void> {
  await page.goto('/mpc/wallet');
  const card = resources(page);
  await card.getByRole('button', button ? { name: button } : { name, exact: true }).click();
  const drawer = page.getByRole('dialog', { name: 'Resources and stake' });
  if (to !== undefined) await drawer.getByLabel('Account that uses it').fill(to);
  if (amount !== undefined) await drawer.getByLabel('Amount').fill(amount);
  await expect(drawer).toContainText('at most 0.35 TRX');
  await drawer.getByRole('button', { name, exact: true }).click();
  await confirmIfAsked(drawer, page.getByRole('dialog', { name: 'Approval' }), owner);
  const link = page.getByRole('link', { name: 'Review and sign' });
  await expect(link).toBeVisible();
  await page.goto((await link.getAttribute('href')) ?? '');
  for (const words of said) await expect(page.locator('main')).toContainText(words);
  await decide(page, /^Approve/);
  await untilCompleted(page, sandbox.faucet, 'TRX', ['tron:devnet']);
  await page.goto('/mpc/wallet');
}

/** A wallet of its own stakes, lets the first one use what comes of it, and has everything back. */
async function stakeOnTron(given: Given): Promise<void> {
  const { page } = given;
  await page.goto('/mpc/wallet');
  const first = await ownTron(page);
  await page.goto('/mpc/wallet?d=createWallet');
  await page.getByRole('dialog').getByRole('textbox', { name: 'Wallet name' }).fill('Energy');
  await page.getByRole('dialog').getByRole('button', { name: 'New wallet' }).click();
  await expect(page.getByText('Wallet Energy is ready')).toBeVisible({ timeout: 60_000 });
  await receive(page, 'TRX', '200', '200');
  const card = resources(page);

  await stakeBy(given, { name: 'Stake', amount: '100', said: ['Stake 100 TRX', 'for energy', 'Own account'] });
  await expect(card).toContainText('Energy0 of 1,000 used');
  await expect(card).toContainText('StakedBandwidth 0 TRX · Energy 100 TRX');
  await stakeBy(given, {
    ...{ name: 'Delegate', amount: '40', to: first },
    said: ['Delegate the energy of 40 TRX', 'Account that uses the resource', 'Own address of sub-wallet 1'],
  });
  await expect(card).toContainText('Delegated to othersBandwidth 0 TRX · Energy 40 TRX');
  await stakeBy(given, {
    ...{ name: 'Reclaim', button: /^Take back what is delegated to T/, amount: '40' },
    said: ['Take the energy of 40 TRX', 'Account it is taken back from'],
  });
  await expect(card).toContainText('Delegated to othersBandwidth 0 TRX · Energy 0 TRX');
  await stakeBy(given, { name: 'Unstake', amount: '100', said: ['Unstake 100 TRX', 'Own account'] });
  await expect(card).toContainText('Can be withdrawn100 TRX');
  await stakeBy(given, { name: 'Withdraw unfrozen', said: ['Withdraw all coins', 'Own account'] });
  await expect(card).toContainText('StakedBandwidth 0 TRX · Energy 0 TRX');
  await expect(card).not.toContainText('Can be withdrawn');

  const own = await ownTron(page);
  const held = await heldOn(sandbox.faucet, 'tron:devnet', [own]);
  expect(toUnits((await exactly(page, 'TRX')) ?? '', 6)).toBe(held.get(`${own} TRX`));
  expect(held.get(`${own} TRX`)).toBeGreaterThan(198_000_000n);
}

const engine = '/mpc/center/strategyEngine';

/** A rule about an amount of TRX is tried as it is written, and in force it judges what is asked for. */
async function ruleOnTron({ page, owner }: Given): Promise<void> {
  await page.goto(`${engine}/senior/addStrategy`);
  await page.getByLabel('Name', { exact: true }).fill('Large TRX');
  await page.getByRole('combobox', { name: 'Asset' }).first().selectOption('Only these assets');
  await page.getByRole('checkbox', { name: /^TRX/ }).check();
  await page.getByRole('combobox', { name: 'Amount' }).selectOption('In coin');
  await page.getByLabel('More than').fill('50');
  await expect(page.getByTestId('sentence')).toContainText('Transfers of more than 50 TRX');
  const coin = page.getByRole('combobox', { name: 'Asset' }).last();
  await coin.selectOption((await coin.locator('option', { hasText: /^TRX/ }).first().getAttribute('value')) ?? '');
  await page.getByRole('textbox', { name: 'Amount' }).fill('50.000001');
  await expect(page.getByTestId('dry-run')).toContainText('Refused by “Large TRX”');
  await page.getByRole('textbox', { name: 'Amount' }).fill('50');
  await expect(page.getByTestId('dry-run')).toContainText('the amount is outside its bounds');
  await page.getByRole('button', { name: 'Propose' }).click();
  await confirmIfAsked(page.locator('main'), page.getByText('“Large TRX” is proposed'), owner);
  await page.goto((await page.getByTestId('approval-link').getAttribute('href')) ?? '');
  await expect(page.locator('main')).toContainText('Large TRX');
  await decide(page);
  await expect(async () => {
    await page.goto(engine);
    await expect(page.getByText('Transfers of more than 50 TRX')).toBeVisible({ timeout: 3_000 });
  }).toPass({ timeout: 60_000 });
  for (const [amount, verdict] of [
    ['50.000001', 'The rules do not allow this'],
    ['50', 'Would be accepted'],
  ] as const) {
    await page.goto('/mpc/wallet?d=withdraw:TRX');
    const drawer = page.getByRole('dialog', { name: 'Withdraw' });
    await drawer.getByLabel('Recipient').fill(payee.TRX);
    await drawer.getByLabel('Amount').fill(amount);
    await expect(drawer.getByText(verdict)).toBeVisible();
  }
}

/** Once a member has stopped both signers, nothing more of it is even asked for. */
async function freezeOnTron({ page, owner }: Given): Promise<void> {
  for (const [at, origin] of sandbox.signers.entries()) {
    await page.goto(`${origin}/#/freeze`);
    await page.getByRole('button', { name: `Stop all signing at Signer ${at + 1}` }).click();
    await expect(page.getByText(`Done. Signer ${at + 1} signs nothing`)).toBeVisible();
  }
  await page.goto('/mpc/wallet');
  await expect(page.getByRole('alert').filter({ hasText: 'Signing is frozen' })).toBeVisible();
  await resources(page).getByRole('button', { name: 'Stake', exact: true }).click();
  const drawer = page.getByRole('dialog', { name: 'Resources and stake' });
  await drawer.getByLabel('Amount').fill('10');
  await drawer.getByRole('button', { name: 'Stake', exact: true }).click();
  await confirmIfAsked(drawer, drawer.getByText('Signing is frozen'), owner);
  await expect(drawer.getByText('Signing is frozen')).toBeVisible();
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

test('from an empty folder to coins sent and booked: a new user receives and sends TRX, a TRC-20, TON and a jetton, and stakes', async ({
  browser,
}) => {
  test.setTimeout(600_000);
  const { context, page, owner, reports } = await openOwner(browser, sandbox);
  await payOnTron({ page, owner });
  await payOnTon({ page, owner });
  await stakeOnTron({ page, owner });
  await ruleOnTron({ page, owner });
  await freezeOnTron({ page, owner });
  expect(reports, 'no report of the content security policy or Trusted Types').toEqual([]);
  await context.close();
});
