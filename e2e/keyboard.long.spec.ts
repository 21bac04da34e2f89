import { expect, type Locator, type Page, test } from '@playwright/test';
import { addAuthenticator } from './support/authenticator.ts';
import { mine } from './support/chain.ts';
import { available, newOwner, type Owner } from './support/console.ts';
import { sandboxOfFile } from './support/installation.ts';
import { countPointers, type Hands, handsOn } from './support/keyboard.ts';
import { freshTotpCode } from './support/totp.ts';

/** A day at the desk of somebody who has no pointer: from an empty installation to a payment that is done, and a stop of everything. */
const sandbox = sandboxOfFile();
const payee = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';
const inForceMs = 60_000;

interface Desk {
  readonly page: Page;
  readonly hands: Hands;
  readonly owner: Owner;
}

const button = (within: Page | Locator, name: string | RegExp): Locator => within.getByRole('button', { name });
const link = (page: Page, name: string | RegExp): Locator => page.getByRole('link', { name });
const dialog = (page: Page, name?: string): Locator => page.getByRole('dialog', name === undefined ? {} : { name });

/** From the first link to an owner with a passkey. */
async function becomeOwner({ page, hands, owner }: Desk): Promise<void> {
  await page.goto(`${sandbox.console}/mpc/setup#token=${sandbox.setupToken}`);
  await hands.write(page.getByLabel('Your name'), owner.name);
  await hands.write(page.getByLabel('E-mail'), owner.email);
  await hands.write(page.getByLabel('Password'), owner.password);
  await page.keyboard.press('Enter');
  owner.secret = ((await page.getByTestId('totp-secret').textContent()) ?? '').trim();
  await hands.write(page.getByLabel('Authenticator code'), await freshTotpCode(owner));
  await page.keyboard.press('Enter');
  await hands.press(link(page, 'Create passkey'));
  await hands.write(page.getByLabel('Set-up code'), sandbox.setupCode);
  await hands.press(button(page, 'Create passkey and set up'));
  await hands.press(link(page, /Continue at/));
}

/** From the ceremony to a workspace. */
async function makeKeys({ page, hands, owner }: Desk): Promise<void> {
  await hands.press(link(page, 'Start the key ceremony'));
  await hands.press(button(page, 'Approve and start'));
  await expect(page.getByRole('heading', { name: 'Save your recovery kit' })).toBeVisible({ timeout: inForceMs });
  await hands.write(page.getByLabel('Passphrase', { exact: true }), owner.passphrase);
  await hands.write(page.getByLabel('Passphrase again'), owner.passphrase);
  const download = page.waitForEvent('download');
  await hands.press(button(page, 'Encrypt and save the kit'));
  const kit = await (await download).path();
  await hands.give(page.locator('input[type=file]'), kit);
  await hands.write(page.getByLabel('Passphrase', { exact: true }), owner.passphrase);
  await hands.press(button(page, 'Open the kit and confirm the keys'));
  await hands.press(link(page, /Continue at/));
  await hands.write(page.getByLabel('Workspace name'), 'Northwind Treasury');
  await hands.write(page.getByLabel('First wallet'), 'Main');
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('total-usd')).toBeVisible();
}

/** By the palette: what begins like this, and Enter. */
async function jump({ page }: Desk, text: string, to: RegExp): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('combobox', { name: 'Search or jump to' }).pressSequentially(text);
  await expect(page.getByRole('option', { name: to, selected: true })).toBeVisible();
  await page.keyboard.press('Enter');
}

async function takeCoins(desk: Desk): Promise<void> {
  const { page, hands } = desk;
  await jump(desk, 'Sandbox', /Sandbox/);
  const panel = dialog(page, 'Sandbox');
  await hands.write(panel.getByLabel('Amount'), '2');
  await hands.press(button(panel, 'Send test ETH'));
  await expect(page.getByText('2 ETH sent')).toBeVisible();
  await mine(sandbox.faucet, 'evm:31337');
  await page.keyboard.press('Escape');
  await expect(available(page, 'ETH')).toHaveText('2', { timeout: inForceMs });
}

/** A fresh code where one is asked for. */
async function confirm({ page, hands, owner }: Desk, within: Locator): Promise<void> {
  const code = within.getByLabel('Authenticator code');
  const approval = page.getByTestId('approval-link').last();
  await expect(approval.or(code).first()).toBeVisible();
  if (!(await code.isVisible())) return;
  await hands.write(code, await freshTotpCode(owner));
  await hands.press(button(within, 'Confirm'));
}

/** On the signer's page, in this tab: the passkey is in its device. */
async function approve({ page, hands }: Desk): Promise<void> {
  const way = page.getByTestId('approval-link').last();
  await expect(way).toBeVisible();
  await way.evaluate((element) => element.removeAttribute('target'));
  await hands.press(way);
  await hands.tick(page.getByRole('checkbox'));
  await hands.press(button(page, /^(Approve|Sign this request)/));
  await expect(page.getByText(/^Signed\.|Your decision is with the signer/).first()).toBeVisible();
  await hands.press(link(page, /^(Back to|Continue at)/));
}

async function listPayee(desk: Desk): Promise<void> {
  const { page, hands } = desk;
  await jump(desk, 'Address book', /^Address book/);
  await hands.press(button(page, 'Add address').first());
  const drawer = dialog(page, 'Add address');
  await hands.write(drawer.getByLabel('Label'), 'Acme Ltd');
  await hands.write(drawer.getByLabel('Address', { exact: true }), payee);
  await hands.press(button(drawer, 'Propose'));
  await confirm(desk, dialog(page));
  await approve(desk);
}

/** From the wallet to a payment that is signed, with a payee of the book found by name. */
async function pay(desk: Desk): Promise<void> {
  const { page, hands } = desk;
  await jump(desk, 'Overview', /^Overview/);
  await hands.press(button(page.locator('main'), 'Withdraw').first());
  const drawer = dialog(page, 'Withdraw');
  await hands.write(drawer.getByLabel('Recipient'), 'acme');
  await hands.press(button(drawer, /Acme Ltd/));
  await expect(drawer.getByLabel('Recipient')).toHaveValue(payee);
  await hands.write(drawer.getByLabel('Amount'), '0.25');
  await expect(drawer.getByText('Would be accepted')).toBeVisible();
  await hands.press(button(drawer, 'Review'));
  await hands.tick(drawer.getByLabel('I have compared the address and the amount'));
  await hands.press(button(drawer, /^Withdraw .*ETH/));
  await confirm(desk, drawer);
  await approve(desk);
}

/** The list: filtered by status, looked into, exported, the next one; everything closes with Escape. */
async function lookBack(desk: Desk): Promise<void> {
  const { page, hands } = desk;
  await jump(desk, 'Transactions', /^Transactions/);
  await hands.reach(page.getByRole('combobox', { name: 'Type' }));
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/type=2/);
  await expect(page.getByRole('row')).toHaveCount(2);
  await hands.press(button(page.getByRole('row').nth(1), /./).first());
  await expect(dialog(page, 'Transaction')).toContainText('0.25 ETH');
  await page.keyboard.press('Escape');
  await hands.press(button(page, 'Export'));
  const download = page.waitForEvent('download');
  await hands.press(button(dialog(page, 'Export'), 'Save the file'));
  await download;
  await expect(dialog(page, 'Export')).toContainText(/1 row exported/);
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
}

/** Invites a member, by a role that is chosen from a list. */
async function invite(desk: Desk): Promise<void> {
  const { page, hands, owner } = desk;
  await jump(desk, 'Invite', /^Invite/);
  const drawer = dialog(page, 'Invite');
  await hands.write(drawer.getByLabel('Name'), 'Bo Approver');
  await hands.write(drawer.getByLabel('E-mail'), 'bo@northwind.example');
  await hands.reach(drawer.getByLabel('Role in the workspace'));
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await hands.press(button(drawer, 'Make the link'));
  const code = drawer.getByLabel('Authenticator code');
  const made = drawer.getByText('Hand over this link');
  await expect(code.or(made).first()).toBeVisible();
  if (await code.isVisible()) {
    await hands.write(code, await freshTotpCode(owner));
    await hands.press(button(drawer, 'Confirm'));
  }
  await expect(made).toBeVisible();
  await page.keyboard.press('Escape');
}

/** Logs out and in again, by the menu of the account. */
async function comeBack({ page, hands, owner }: Desk): Promise<void> {
  await hands.press(button(page, 'Account'));
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await hands.write(page.getByLabel('E-mail'), owner.email);
  await hands.write(page.getByLabel('Password'), owner.password);
  await hands.write(page.getByLabel('Authenticator code'), await freshTotpCode(owner));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
}

async function stopAll(desk: Desk): Promise<void> {
  const { page, hands } = desk;
  await jump(desk, 'Freeze', /^Freeze/);
  const drawer = dialog(page, 'Freeze signing');
  await hands.press(button(drawer, 'Freeze all signing now'));
  await expect(page.getByRole('alert').filter({ hasText: 'Signing is frozen' })).toBeVisible();
}

test('a whole day at the desk needs no pointer, and what has the focus always shows it', async ({ browser }) => {
  test.setTimeout(420_000);
  const context = await browser.newContext({
    baseURL: sandbox.console,
    acceptDownloads: true,
    reducedMotion: 'reduce',
  });
  const pointers = await countPointers(context);
  await context.addInitScript(() => Object.assign(window, { showSaveFilePicker: undefined }));
  const page = await context.newPage();
  await addAuthenticator(context, page);
  const desk: Desk = { page, hands: handsOn(page), owner: newOwner() };
  await test.step('become the owner', () => becomeOwner(desk));
  await test.step('make the keys', () => makeKeys(desk));
  await test.step('take coins', () => takeCoins(desk));
  await test.step('list a payee', () => listPayee(desk));
  await test.step('pay', () => pay(desk));
  await test.step('look back', () => lookBack(desk));
  await test.step('invite', () => invite(desk));
  await test.step('come back', () => comeBack(desk));
  await test.step('stop everything', () => stopAll(desk));
  expect([...desk.hands.unseen], 'stops that did not show the focus').toEqual([]);
  expect(pointers(), 'presses of a pointer').toBe(0);
  await context.close();
});
