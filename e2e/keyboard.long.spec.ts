import { readFileSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import { countClicks } from './support/clicks.ts';
import { available, type Owner, takeTestCoins } from './support/console.ts';
import { openOwner, sandboxOfFile } from './support/installation.ts';
import { askByKeys } from './support/keyed-payment.ts';
import { handsOnKeys, keyboardOnly } from './support/keys.ts';
import { freshTotpCode } from './support/totp.ts';

const [landlord, supplier] = [
  '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
];
const sandbox = sandboxOfFile();
const keys = keyboardOnly();

async function logOutAndIn(page: Page, owner: Owner): Promise<void> {
  await keys.press(page, page.getByRole('button', { name: 'Account' }));
  const out = page.getByRole('menuitem', { name: 'Log out' });
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(out).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/login$/);
  await keys.write(page, page.getByLabel('E-mail'), owner.email);
  await keys.write(page, page.getByLabel('Password', { exact: true }), owner.password);
  await keys.write(page, page.getByLabel('Authenticator code'), await freshTotpCode(owner));
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('total-usd')).toBeVisible();
}

async function pay(page: Page, owner: Owner): Promise<void> {
  await askByKeys(keys, page, owner, { amount: '0.25', to: landlord });
  await keys.sign(page, page.getByRole('link', { name: 'Review and sign' }));
  await keys.close(page);
}

async function listPayee(page: Page, owner: Owner): Promise<void> {
  await keys.run(page, 'add address', /^Add address/);
  const drawer = page.getByRole('dialog', { name: 'Add address' });
  await keys.write(page, drawer.getByLabel('Label'), 'Supplier');
  await keys.write(page, drawer.getByLabel('Address', { exact: true }), supplier);
  await keys.press(page, drawer.getByRole('button', { name: 'Propose' }));
  const link = page.getByTestId('approval-link').last();
  await keys.confirm(page, link, owner);
  await keys.sign(page, link);
  await page.keyboard.press('Escape');
  await keys.run(page, 'supplier', /Supplier/);
  await expect(page.getByRole('dialog', { name: 'Payee' })).toContainText('Supplier');
  await keys.close(page);
}

/** By its address in the palette; then the list it stands in, as a file. */
async function findAndExport(page: Page): Promise<void> {
  await keys.run(page, landlord, /^0\.25 ETH/);
  await expect(page.getByRole('dialog', { name: 'Transaction' })).toContainText('0.25 ETH');
  await page.keyboard.press('Escape');
  await keys.run(page, landlord, /^Find/);
  await expect(page).toHaveURL(/\/center\/transactions\?.*q=/);
  await expect(
    page
      .getByRole('row')
      .filter({ has: page.getByRole('cell') })
      .first(),
  ).toContainText('0.25');
  await keys.press(page, page.getByRole('button', { name: 'Export', exact: true }));
  const dialog = page.getByRole('dialog', { name: 'Export' });
  await keys.tabTo(page, dialog.getByRole('radio', { name: 'CSV file' }));
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await expect(dialog.getByRole('radio', { name: 'CSV file' })).toBeChecked();
  const download = page.waitForEvent('download');
  await keys.press(page, dialog.getByRole('button', { name: 'Save the file' }));
  expect(readFileSync(await (await download).path(), 'utf8')).toContain(landlord);
  await keys.press(page, dialog.getByRole('button', { name: 'Close' }));
  await expect(page.getByRole('button', { name: 'Export', exact: true })).toBeFocused();
}

/** By an amount, two statuses and who asked, each chosen by keys; the address keeps all of it. */
async function filterList(page: Page): Promise<void> {
  const row = page.getByRole('row').filter({ hasText: '0.25' });
  const search = page.getByRole('searchbox', { name: /amount/ });
  await keys.tabTo(page, search);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('0,250');
  await expect(page).toHaveURL(/q=0%2C250/);
  await expect(row.first()).toBeVisible();
  await keys.tabTo(page, page.getByRole('combobox', { name: 'Status' }));
  await page.keyboard.press('ArrowDown');
  const choices = page.getByRole('listbox', { name: 'Status' });
  const field = page.getByRole('searchbox', { name: 'Search', exact: true });
  for (const status of ['Withdrawal · Failed', 'Withdrawal · Confirming', 'Withdrawal · Completed']) {
    await expect(field).toBeFocused();
    await field.fill(status);
    await page.keyboard.press('Enter');
    await expect(choices.getByRole('option', { name: status })).toHaveAttribute('aria-selected', 'true');
  }
  await page.keyboard.press('Escape');
  await keys.tabTo(page, page.getByRole('combobox', { name: 'Asked by' }));
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/status=2400%2C1200%2C2000&initiator=/);
  await expect(row.first()).toBeVisible();
  await page.reload();
  await expect(row.first()).toBeVisible();
  await keys.press(page, page.getByRole('button', { name: 'Clear all' }));
  await expect(page).toHaveURL(/\/center\/transactions$/);
}

async function inviteSomebody(page: Page, owner: Owner): Promise<void> {
  await keys.run(page, 'invite', /^Invite/);
  const drawer = page.getByRole('dialog', { name: 'Invite' });
  await keys.write(page, drawer.getByLabel('Name'), 'Bo Approver');
  await keys.write(page, drawer.getByLabel('E-mail'), 'bo@northwind.example');
  await keys.pick(page, drawer.getByLabel('Role in the workspace'), 'Operator');
  await keys.press(page, drawer.getByRole('button', { name: 'Make the link' }));
  await keys.confirm(page, drawer.getByText('Hand over this link'), owner);
  await expect(page.getByTestId('invite-link')).toContainText('/mpc/join/');
}

test('a whole day’s work needs no mouse, and whoever uses the keys always sees where they are', async ({ browser }) => {
  test.setTimeout(300_000);
  const { context, page, owner, reports } = await openOwner(browser, sandbox, { look: true });
  await takeTestCoins(page, 'ETH', '2');
  await expect(available(page, 'ETH')).toHaveText('2', { timeout: 60_000 });
  // As in a browser that cannot write to disk: it downloads by itself.
  await context.addInitScript(() => Object.assign(window, { showSaveFilePicker: undefined }));
  const clicks = await countClicks(context);
  await page.goto('/mpc/wallet');

  await logOutAndIn(page, owner);
  await pay(page, owner);
  await listPayee(page, owner);
  await findAndExport(page);
  await filterList(page);
  await inviteSomebody(page, owner);

  handsOnKeys(keys, [clicks], reports);
  await context.close();
});
