import type { ChainConfig } from '@holdfast/chains';
import { toUnits } from '@holdfast/money';
import { expect, type Page, test } from '@playwright/test';
import { heldOn } from './support/chain.ts';
import {
  askForWithdrawal,
  available,
  confirmIfAsked,
  decide,
  type Owner,
  takeTestCoins,
  untilCompleted,
} from './support/console.ts';
import { openOwner, sandboxOfFile } from './support/installation.ts';
import { sign, stepUp } from './support/team.ts';

/** The controls on TON, in a wallet of the older kind: which networks are open, a rule, what an exchange asks for, a freeze while a payment waits, and its lifting. */
const sandbox = sandboxOfFile();

const network = 'ton:-31337';
/** The code of wallet v4r2, as the network knows it. */
const v4r2 = '/rX/aCDi/w2Ug+fg1iyBfYRniftK5YDIeIZtlZ2r1cA=';
const exchange = '0QDsE4xHRP4mZsJbkZsuZyHp2Wlzb4PiKFuzrYVM6ffqTrgn';
const engine = '/mpc/center/strategyEngine';

interface Given {
  readonly page: Page;
  readonly owner: Owner;
}

async function nodeOf(): Promise<string> {
  const { chains } = (await (await fetch(`${sandbox.faucet}/status`)).json()) as { chains: { config: ChainConfig }[] };
  return chains.find(({ config }) => config.id === network)?.config.rpcUrl ?? '';
}

/** What the account is, once it has done something. */
async function codeOf(address: string): Promise<string | undefined> {
  const account = `0:${Buffer.from(address, 'base64url').subarray(2, 34).toString('hex')}`;
  const query = new URLSearchParams({ account, sort: 'desc', limit: '1' });
  const { transactions } = (await (await fetch(`${await nodeOf()}/api/v3/transactions?${query}`)).json()) as {
    transactions: { account_state_after: { code_hash: string } }[];
  };
  return transactions[0]?.account_state_after.code_hash;
}

async function ownAddress(page: Page): Promise<string> {
  const shown = page.locator('[data-coin=TON] [title^="0Q"]').first();
  await expect(shown).toBeVisible();
  return (await shown.getAttribute('title')) ?? '';
}

/** @returns the address of a new wallet whose account is of the kind that was chosen */
async function chooseKind(page: Page): Promise<string> {
  await page.goto('/mpc/wallet');
  const usual = await ownAddress(page);
  await page.goto('/mpc/wallet?d=createWallet');
  const drawer = page.getByRole('dialog');
  await drawer.getByRole('textbox', { name: 'Wallet name' }).fill('Older kind');
  await drawer.getByRole('combobox', { name: /^Kind of account on TON/ }).click();
  await page.getByRole('option', { name: /^Wallet v4r2/ }).click();
  await expect(drawer).toContainText('The earlier wallet contract');
  await drawer.getByRole('button', { name: 'New wallet' }).click();
  await expect(page.getByText('Wallet Older kind is ready')).toBeVisible({ timeout: 60_000 });
  await expect.poll(() => ownAddress(page)).not.toBe(usual);
  return ownAddress(page);
}

/** Somebody pays a jetton and says what for. */
async function receiveWithComment(page: Page, address: string): Promise<void> {
  const node = await nodeOf();
  const body = JSON.stringify({ address, units: String(toUnits('500', 9)), comment: 'invoice 77' });
  expect((await fetch(`${node}/local/mint`, { method: 'POST', body })).ok).toBe(true);
  await takeTestCoins(page, 'TON', '20');
  await expect(available(page, 'NOT')).toHaveText('500', { timeout: 60_000 });
  await page.goto('/mpc/center/transactions?type=1&symbol=NOT');
  await page.getByRole('row').filter({ hasText: 'NOT' }).first().click();
  await expect(page.getByRole('dialog')).toContainText('invoice 77');
}

/** A payee that is paid with a memo alone. */
async function listExchange({ page, owner }: Given): Promise<void> {
  await page.goto('/mpc/center/addressBook?d=bookAdd');
  const drawer = page.getByRole('dialog').last();
  await drawer.getByLabel('Label').fill('Exchange');
  await drawer.getByRole('combobox', { name: 'Network' }).click();
  await page.getByRole('option', { name: /TON/ }).click();
  await drawer.getByLabel('Address', { exact: true }).fill(exchange);
  await drawer.getByLabel('Memo').fill('account 9');
  await drawer.getByRole('button', { name: 'Propose' }).click();
  const change = page.getByRole('dialog', { name: 'Address book change' });
  await confirmIfAsked(drawer, change, owner);
  await page.goto((await change.getByTestId('approval-link').getAttribute('href')) ?? '');
  for (const words of ['Exchange', 'account 9']) await expect(page.locator('main')).toContainText(words);
  await decide(page);
  await page.goto('/mpc/center/addressBook');
  await expect(page.getByRole('row', { name: /Exchange/ })).toContainText('TON', { timeout: 30_000 });
}

/** A rule that names the jetton is tried as it is written; in force it judges what is asked for. */
async function ruleOnJetton({ page, owner }: Given): Promise<void> {
  await page.goto(`${engine}/senior/addStrategy`);
  await page.getByLabel('Name', { exact: true }).fill('Large NOT');
  await page.getByRole('combobox', { name: 'Asset' }).first().selectOption('Only these assets');
  await page.getByRole('checkbox', { name: /^NOT/ }).check();
  await page.getByRole('combobox', { name: 'Amount' }).selectOption('In coin');
  await page.getByLabel('More than').fill('300');
  await expect(page.getByTestId('sentence')).toContainText('Transfers of more than 300 NOT');
  const coin = page.getByRole('combobox', { name: 'Asset' }).last();
  await coin.selectOption((await coin.locator('option', { hasText: /^NOT/ }).first().getAttribute('value')) ?? '');
  await page.getByRole('textbox', { name: 'Amount' }).fill('300.000000001');
  await expect(page.getByTestId('dry-run')).toContainText('Refused by “Large NOT”');
  await page.getByRole('textbox', { name: 'Amount' }).fill('300');
  await expect(page.getByTestId('dry-run')).toContainText('the amount is outside its bounds');
  await putInForce({ page, owner }, 'Large NOT', 'Transfers of more than 300 NOT');
}

/**
 * A rule that names one address: what goes there goes by it, and nothing else does. It counts once the entry has cooled down; until then the payee is known in
 * whatever form the address is written, and paid by the default rule.
 */
async function ruleOnAddress({ page, owner }: Given): Promise<void> {
  await page.goto(`${engine}/senior/addStrategy`);
  await page.getByLabel('Name', { exact: true }).fill('Small to the exchange');
  await page.getByRole('combobox', { name: 'Asset' }).first().selectOption('Only these assets');
  await page.getByRole('checkbox', { name: /^NOT/ }).check();
  await page.getByRole('combobox', { name: 'Amount' }).selectOption('In coin');
  await page.getByLabel('At most').fill('1');
  await page.getByRole('combobox', { name: 'Destination' }).selectOption('Only these entries');
  await page
    .getByRole('checkbox', { name: /^Exchange/ })
    .first()
    .check();
  await page.getByRole('combobox', { name: 'Then' }).selectOption('Nobody has to approve');
  await expect(page.getByTestId('sentence')).toContainText('to these entries: “Exchange”');
  await tryPayees(page);
  await putInForce({ page, owner }, 'Small to the exchange', 'to these entries: “Exchange”');
  const raw = `0:${Buffer.from(exchange, 'base64url').subarray(2, 34).toString('hex')}`;
  for (const to of [exchange, raw]) {
    const drawer = await fillWithdrawal(page, to, '1');
    await drawer.getByLabel('Memo').fill('account 9');
    await expect(drawer).toContainText('In the address bookExchangeIt still cools down');
    await expect(drawer).toContainText('Rule Default rule of all wallets');
  }
}

/** The draft, tried on the payee that it names and on one that nobody knows. */
async function tryPayees(page: Page): Promise<void> {
  const coin = page.getByRole('combobox', { name: 'Asset' }).last();
  await coin.selectOption((await coin.locator('option', { hasText: /^NOT/ }).first().getAttribute('value')) ?? '');
  await page.getByRole('textbox', { name: 'Amount' }).fill('1');
  const payee = page.getByRole('combobox', { name: 'To', exact: true });
  await payee.selectOption('A listed entry');
  await page
    .getByRole('checkbox', { name: /^Exchange/ })
    .last()
    .check();
  await expect(page.getByTestId('dry-run')).toContainText('Goes by “Small to the exchange”: nobody has to approve');
  await payee.selectOption('An unknown address');
  await expect(page.getByTestId('dry-run')).toContainText('another destination');
}

async function fillWithdrawal(page: Page, to: string, amount: string) {
  await page.goto('/mpc/wallet?d=withdraw:NOT');
  const drawer = page.getByRole('dialog', { name: 'Withdraw' });
  await drawer.getByLabel('Recipient').fill(to);
  await drawer.getByLabel('Amount').fill(amount);
  return drawer;
}

/** Signs the rule that is written, and waits until every signer has it. */
async function putInForce({ page, owner }: Given, name: string, sentence: string): Promise<void> {
  await page.getByRole('button', { name: 'Propose' }).click();
  await confirmIfAsked(page.locator('main'), page.getByText(`“${name}” is proposed`), owner);
  await page.goto((await page.getByTestId('approval-link').getAttribute('href')) ?? '');
  await expect(page.locator('main')).toContainText(name);
  await decide(page);
  await expect(async () => {
    await page.goto(engine);
    await expect(page.getByText(sentence)).toBeVisible({ timeout: 3_000 });
  }).toPass({ timeout: 60_000 });
}

/** Too much is refused by the rule, and a payment without what the payee needs by the address book. */
async function judged(page: Page): Promise<void> {
  const drawer = await fillWithdrawal(page, exchange, '300.5');
  await expect(drawer.getByText('The address book lists this address with a memo')).toBeVisible();
  await drawer.getByLabel('Memo').fill('account 9');
  await expect(drawer.getByText('The rules do not allow this')).toBeVisible();
}

async function stopBothSigners(page: Page): Promise<void> {
  for (const [at, origin] of sandbox.signers.entries()) {
    await page.goto(`${origin}/#/freeze`);
    await page.getByRole('button', { name: `Stop all signing at Signer ${at + 1}` }).click();
    await expect(page.getByText(`Done. Signer ${at + 1} signs nothing`)).toBeVisible();
  }
}

const frozen = (page: Page) => page.getByRole('alert').filter({ hasText: 'Signing is frozen' });

/** While everything stands still the payment stays where it is; once the members have lifted the freeze, it has to be approved again. */
async function freezeAndLift({ page, owner }: Given): Promise<void> {
  await stopBothSigners(page);
  await page.goto('/mpc/wallet?d=freeze');
  const drawer = page.getByRole('dialog');
  await expect(drawer).toContainText('Signing is frozen');
  await drawer.getByRole('button', { name: 'Propose to lift the freeze' }).click();
  const link = drawer.getByTestId('approval-link');
  await stepUp(page, owner, link);
  await page.goto((await link.getAttribute('href')) ?? '');
  await sign(page);
  await page.goto('/mpc/wallet');
  await expect(frozen(page)).toHaveCount(0, { timeout: 30_000 });
}

async function approveWaiting(page: Page): Promise<void> {
  await page.goto('/mpc/center/transactions?type=2&symbol=NOT');
  await page.getByRole('row').filter({ hasText: 'NOT' }).first().click();
  await expect(page.getByRole('dialog')).toContainText('asked for again, to be signed anew', { timeout: 30_000 });
  await page.getByRole('dialog').getByRole('button', { name: 'Go to approval' }).click();
  const link = page.getByRole('link', { name: 'Review and sign' });
  await expect(link).toBeVisible();
  await page.goto((await link.getAttribute('href')) ?? '');
  for (const words of ['250.5', 'account 9', 'Exchange']) await expect(page.locator('main')).toContainText(words);
  await decide(page, /^Approve/);
}

/** Who needs no Tron closes it: its coins are out of sight, and back at the same address once it is open again. */
async function closeAndOpen(page: Page): Promise<void> {
  const name = 'Tron (stand-in)';
  const coins = page.locator('[data-coin=TRX]');
  const address = coins.locator('[title^="T"]').first();
  await page.goto('/mpc/wallet');
  await expect(address).toBeVisible();
  const before = await address.getAttribute('title');
  const card = page.getByRole('region', { name });
  await page.goto('/mpc/wallet/center?d=networks');
  await card.getByRole('button', { name: `Close ${name}` }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Close' }).click();
  await expect(page.getByText(`${name} is closed`)).toBeVisible();
  await page.goto('/mpc/wallet');
  await expect(available(page, 'TON')).toBeVisible();
  await expect(coins).toHaveCount(0);
  await page.goto('/mpc/wallet/center?d=networks');
  await card.getByRole('button', { name: `Open ${name}` }).click();
  await expect(page.getByText(`${name} is open`)).toBeVisible();
  await page.goto('/mpc/wallet');
  await expect(address).toHaveAttribute('title', before ?? '');
}

test('a wallet v4r2 keeps to a rule about a jetton, tells an exchange its memo, and pays only once a freeze is lifted', async ({
  browser,
}) => {
  test.setTimeout(400_000);
  const { context, page, owner, reports } = await openOwner(browser, sandbox);
  const address = await chooseKind(page);
  await closeAndOpen(page);
  await receiveWithComment(page, address);
  await listExchange({ page, owner });
  await ruleOnJetton({ page, owner });
  await ruleOnAddress({ page, owner });
  await judged(page);
  await askForWithdrawal(page, owner, { symbol: 'NOT', amount: '250.5', to: exchange, memo: 'account 9' });
  await freezeAndLift({ page, owner });
  expect((await heldOn(sandbox.faucet, network, [exchange])).get(`${exchange} NOT`)).toBe(0n);
  await approveWaiting(page);
  await untilCompleted(page, sandbox.faucet, 'NOT', [network]);

  await page.getByRole('row').filter({ hasText: 'NOT' }).first().click();
  await expect(page.getByRole('dialog')).toContainText('account 9');
  const held = await heldOn(sandbox.faucet, network, [address, exchange]);
  expect(held.get(`${exchange} NOT`)).toBe(250_500_000_000n);
  expect(held.get(`${address} NOT`)).toBe(249_500_000_000n);
  expect(await codeOf(address)).toBe(v4r2);
  expect(reports, 'no report of the content security policy or Trusted Types').toEqual([]);
  await context.close();
});
