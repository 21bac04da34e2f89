import { expect, type Page, test } from '@playwright/test';
import { accessibilityFaults } from './support/axe.ts';
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

const label = 'My landlord';
const address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
/** Kept in no book. */
const stranger = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';
const pictures = process.env.HOLDFAST_PICTURES;

const sandbox = sandboxOfFile();

async function look(page: Page, name: string): Promise<void> {
  await expect(page.locator('h1').first()).toBeAttached();
  await expect(page.locator('.animate-pulse')).toHaveCount(0);
  for (const theme of ['dark', 'light'] as const) {
    await page.evaluate((value) => document.documentElement.setAttribute('data-theme', value), theme);
    expect((await accessibilityFaults(page)).map((fault) => `${name}, ${theme}: ${fault}`)).toEqual([]);
    if (pictures) await page.screenshot({ path: `${pictures}/${name}-${theme}.png` });
  }
}

/** Signs what the open drawer leads to. @param unsigned what the page must not show as if it were signed */
async function sign(page: Page, decision: RegExp, text: string, unsigned = 'beneficiary'): Promise<void> {
  await page.goto((await page.getByTestId('approval-link').last().getAttribute('href')) ?? '');
  await expect(page.locator('main')).toContainText(text);
  await expect(page.locator('main')).not.toContainText(unsigned);
  await decide(page, decision);
}

async function keepPayee(page: Page, owner: Owner): Promise<void> {
  await page.goto('/mpc/wallet/personalBook');
  await page.getByRole('button', { name: 'Add address' }).first().click();
  const drawer = page.getByRole('dialog', { name: 'Payee' });
  await drawer.getByLabel('Label').fill(label);
  await drawer.getByLabel('Address', { exact: true }).fill(address);
  await drawer.getByLabel('Note to yourself').fill('rent, first of the month');
  await drawer.getByRole('button', { name: 'Save' }).click();
  const row = page.getByRole('row', { name: new RegExp(label) });
  await confirmIfAsked(drawer, row, owner);
  await expect(row).toContainText('Yours alone');
}

/** Asks for a payment to the payee, beginning at its entry, and signs it. */
async function payFromEntry(page: Page, owner: Owner): Promise<void> {
  await page.getByRole('button', { name: label }).click();
  await page.getByRole('dialog', { name: 'Payee' }).getByRole('button', { name: 'Withdraw' }).click();
  const drawer = page.getByRole('dialog', { name: 'Withdraw' });
  await expect(drawer.getByLabel('Recipient')).toHaveValue(address);
  await drawer.getByLabel('Amount').fill('0.25');
  await expect(drawer.getByText('Would be accepted')).toBeVisible();
  await drawer.getByRole('button', { name: 'Review' }).click();
  await drawer.getByLabel('I have compared the address and the amount').check();
  await drawer.getByRole('button', { name: /^Withdraw .*ETH/ }).click();
  await confirmIfAsked(drawer, page.getByRole('dialog', { name: 'Approval' }), owner);
  await sign(page, /^Approve/, '0.25');
}

/** Whom the workspace paid lately is offered when the book is opened, and chosen by keys; one's own payee, who was paid too, is not repeated. */
async function payAgain(page: Page, owner: Owner): Promise<void> {
  await withdraw(page, owner, { symbol: 'ETH', amount: '0.125', to: stranger });
  await untilCompleted(page, sandbox.faucet, 'ETH', ['evm:31337']);
  await page.goto('/mpc/wallet?d=withdraw:ETH');
  const withdrawal = page.getByRole('dialog', { name: 'Withdraw' });
  const opener = withdrawal.getByRole('button', { name: 'Address book' });
  await opener.focus();
  await page.keyboard.press('Enter');
  await expect(withdrawal.getByRole('searchbox')).toBeFocused();
  await expect(withdrawal.getByRole('heading', { name: 'Recently paid' })).toBeVisible();
  const recent = withdrawal.getByRole('button', { name: new RegExp(`${stranger}.*0\\.125 ETH`) });
  await expect(recent).toBeVisible();
  await expect(withdrawal.getByRole('button', { name: /ETH ·/ })).toHaveCount(1);
  await expect(withdrawal.getByRole('button', { name: new RegExp(label) })).toHaveCount(1);
  await look(page, 'recently-paid');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(recent).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(withdrawal.getByLabel('Recipient')).toHaveValue(stranger);
  await expect(withdrawal.getByLabel('Amount')).toBeFocused();
}

/** Switches the whitelist, and signs that. */
async function switchMode(page: Page, owner: Owner, shown: string): Promise<void> {
  await page.goto('/mpc/center/addressBook?d=bookMode');
  const drawer = page.getByRole('dialog').last();
  await drawer.getByRole('checkbox').click();
  await drawer.getByRole('button', { name: 'Propose' }).click();
  await confirmIfAsked(drawer, page.getByTestId('approval-link'), owner);
  await sign(page, /^(Approve|Sign this request)/, 'address');
  await page.goto('/mpc/center/addressBook');
  await expect(page.getByText(shown)).toBeVisible({ timeout: 30_000 });
}

/** Switches it off, which counts later: a stranger is refused meanwhile, with the time told; and switches it on again, which counts at once. */
async function switchOff(page: Page, owner: Owner): Promise<void> {
  await page.goto('/mpc/center/addressBook?d=bookMode');
  const drawer = page.getByRole('dialog').last();
  await drawer.getByRole('checkbox').click();
  await expect(drawer).toContainText('Payments to unknown payees become possible 24 hours after the members agree.');
  await look(page, 'whitelist-off-asked');
  await drawer.getByRole('button', { name: 'Propose' }).click();
  await confirmIfAsked(drawer, page.getByTestId('approval-link'), owner);
  await sign(page, /^(Approve|Sign this request)/, 'possible 24 h after the members agree');
  await page.goto('/mpc/center/addressBook');
  await expect(page.getByText('Whitelist switched off, in force from')).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText('24 h left.', { exact: false })).toBeVisible();
  await look(page, 'whitelist-held');
  await page.setViewportSize({ width: 390, height: 844 });
  await look(page, 'whitelist-held-phone');
  // On a phone the list comes first: what filters it is a press away.
  const networks = page.getByRole('combobox', { name: 'Network' });
  await expect(networks).toBeHidden();
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await expect(networks).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  await page.setViewportSize({ width: 1280, height: 800 });

  await page.goto('/mpc/wallet?d=withdraw:ETH');
  const withdrawal = page.getByRole('dialog', { name: 'Withdraw' });
  await withdrawal.getByLabel('Recipient').fill('0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC');
  await withdrawal.getByLabel('Amount').fill('0.1');
  await expect(withdrawal.getByText(/switched off lately: until .* only listed payees can be paid/)).toBeVisible();
  await look(page, 'whitelist-held-payment');

  await page.goto('/mpc/center/addressBook');
  await page.getByRole('button', { name: 'Switch on again' }).click();
  const again = page.getByRole('dialog').last();
  await expect(again).toContainText('only tightens');
  await again.getByRole('button', { name: 'Propose' }).click();
  await confirmIfAsked(again, page.getByTestId('approval-link'), owner);
  await sign(page, /^(Approve|Sign this request)/, 'address');
  await page.goto('/mpc/center/addressBook');
  await expect(page.getByText('Payments go to listed addresses only').first()).toBeVisible({ timeout: 30_000 });
}

test('a payee of one’s own is paid, proposed for the team’s book, and told apart while the whitelist is on', async ({
  browser,
}) => {
  test.setTimeout(300_000);
  const { context, page, owner, reports } = await openOwner(browser, sandbox, { look: true });
  await takeTestCoins(page, 'ETH', '2');
  await expect(available(page, 'ETH')).toHaveText('2', { timeout: 60_000 });

  await keepPayee(page, owner);
  await look(page, 'my-payees');
  await payFromEntry(page, owner);
  await page.goto('/mpc/wallet/personalBook');
  await page.getByRole('button', { name: label }).click();
  await expect(page.getByRole('dialog', { name: 'Payee' })).toContainText('1 payment', { timeout: 60_000 });
  await look(page, 'my-payee');
  await payAgain(page, owner);

  await switchMode(page, owner, 'Payments go to listed addresses only');
  await page.goto('/mpc/wallet?d=withdraw:ETH');
  const withdrawal = page.getByRole('dialog', { name: 'Withdraw' });
  await withdrawal.getByRole('button', { name: 'Address book' }).click();
  await expect(withdrawal.getByText('Yours alone, not approved by the team')).toBeVisible();
  await expect(withdrawal.getByRole('button', { name: new RegExp(label) })).toBeDisabled();
  await expect(withdrawal.getByText('Recently paid')).toHaveCount(0);
  await look(page, 'choose-own-payee');

  await page.goto('/mpc/wallet/personalBook');
  await page.getByRole('button', { name: label }).click();
  await page.getByRole('button', { name: 'Propose for the address book' }).click();
  const proposal = page.getByRole('dialog', { name: 'Add address' });
  await expect(proposal.getByLabel('Address', { exact: true })).toHaveValue(address);
  await proposal.getByRole('button', { name: 'Add a beneficiary' }).click();
  await proposal.getByLabel('Name', { exact: true }).fill('Nordwind GmbH');
  await proposal.getByRole('button', { name: 'Propose' }).click();
  const change = page.getByRole('dialog', { name: 'Address book change' });
  await confirmIfAsked(proposal, change, owner);
  await sign(page, /^Approve/, label, 'Nordwind');
  await page.goto('/mpc/wallet/center/addressBook');
  await expect(page.getByRole('row', { name: /My landlord.*Nordwind GmbH/ })).toContainText('ETH', { timeout: 30_000 });
  await look(page, 'payees-of-a-wallet');
  await switchOff(page, owner);

  await page.goto('/mpc/center/addressBook/log');
  for (const told of ['Proposed', 'Approved', 'In force'])
    await expect(page.getByRole('cell', { name: new RegExp(`^${told}`) }).first()).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText('Listed addresses only', { exact: false }).first()).toBeVisible();
  await look(page, 'address-book-log');
  expect(reports).toEqual([]);
  await context.close();
});
