import { rpcClient } from '@holdfast/devnet';
import { devToken } from '@holdfast/devnet/contracts';
import { registerAccount } from '@holdfast/devnet/names';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { accessibilityFaults } from './support/axe.ts';
import { mine } from './support/chain.ts';
import { available, confirmIfAsked, decide, type Owner, takeTestCoins } from './support/console.ts';
import { openOwner, sandboxOfFile } from './support/installation.ts';

const landlord = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const supplier = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';
const bitcoin = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';
const pictures = process.env.HOLDFAST_PICTURES;
const [wide, narrow] = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];

const sandbox = sandboxOfFile();

async function look(page: Page, name: string): Promise<void> {
  for (const theme of ['dark', 'light'] as const) {
    await page.evaluate((value) => document.documentElement.setAttribute('data-theme', value), theme);
    expect((await accessibilityFaults(page)).map((fault) => `${name}, ${theme}: ${fault}`)).toEqual([]);
    if (pictures) await page.screenshot({ path: `${pictures}/${name}-${theme}.png` });
  }
  if (!pictures) return;
  await page.setViewportSize(narrow);
  await page.screenshot({ path: `${pictures}/${name}-phone.png` });
  await page.setViewportSize(wide);
}

const form = (page: Page): Locator => page.getByRole('dialog', { name: 'Withdraw' });
const question = (page: Page): Locator => page.getByRole('alertdialog', { name: 'Leave this payment?' });

async function openForm(page: Page): Promise<Locator> {
  await page.goto('/mpc/wallet');
  await page.locator('main').getByRole('button', { name: 'Withdraw' }).first().click();
  await expect(form(page).getByLabel('Recipient')).toBeVisible();
  return form(page);
}

async function holdsPayment(page: Page): Promise<void> {
  const drawer = form(page);
  await expect(drawer.getByLabel('Recipient')).toHaveValue(landlord);
  await expect(drawer.getByLabel('Amount')).toHaveValue('0.25');
  await expect(drawer.getByLabel('Remark')).toHaveValue('rent');
}

async function goOn(page: Page): Promise<void> {
  await form(page).getByRole('button', { name: 'Go on with it' }).click();
  await holdsPayment(page);
}

/** Signs what the open drawer leads to. */
async function sign(page: Page): Promise<void> {
  await page.goto((await page.getByTestId('approval-link').last().getAttribute('href')) ?? '');
  await decide(page);
}

const withoutBlanks = async (where: Locator): Promise<string> => ((await where.textContent()) ?? '').replace(/\s/g, '');

/** What this wallet is paid at. */
async function ownAddress(page: Page): Promise<string> {
  await page.goto('/mpc/wallet?d=deposit:ETH');
  const drawer = page.getByRole('dialog', { name: 'Deposit' });
  await expect.poll(() => withoutBlanks(drawer)).toMatch(/0x[0-9a-fA-F]{40}/);
  return /0x[0-9a-fA-F]{40}/.exec(await withoutBlanks(drawer))?.[0] ?? '';
}

/** Where it is asked for and where it is decided, one verdict: the payee's label, and that it cools down. */
async function oneVerdict(page: Page, owner: Owner): Promise<void> {
  const drawer = await openForm(page);
  await drawer.getByLabel('Recipient').fill(supplier);
  await drawer.getByLabel('Amount').fill('0.01');
  const verdict = drawer.getByText('In the address book', { exact: true });
  await expect(verdict).toBeVisible();
  await expect(drawer.getByText('Supplier', { exact: true })).toBeVisible();
  await drawer.getByRole('button', { name: 'Review' }).click();
  await expect(verdict).toBeVisible();
  await drawer.getByLabel('I have compared the address and the amount').check();
  await drawer.getByRole('button', { name: /^Withdraw .*ETH/ }).click();
  const approval = page.getByRole('dialog', { name: 'Approval' });
  await confirmIfAsked(drawer, approval, owner);
  await expect(approval).toBeVisible();
  await page.goto('/mpc/center/todo');
  const item = page.locator('main');
  await expect(item.getByText('Not in the address book')).toBeVisible();
  await item.getByText('Withdraw 0.01 ETH').first().click();
  await expect(item.getByText('In the address book', { exact: true })).toBeVisible();
  await expect(item).toContainText('Supplier');
  await expect(item).toContainText('It still cools down: the signers take it for listed from');
  await look(page, 'verdict-console');
  await page.goto((await page.getByTestId('approval-link').last().getAttribute('href')) ?? '');
  await expect(page.locator('main')).toContainText('In the address book as “Supplier”, which still cools down');
  await expect(page.locator('main')).not.toContainText('nor in the address book');
  await decide(page);
}

/** In a batch as in a single payment: a payee is found by its name, and a pasted address has its name beside it. */
async function byNameInBatch(page: Page): Promise<void> {
  await page.goto('/mpc/tools/batchTransfer');
  await page.getByLabel('Coin').click();
  await page.getByRole('option', { name: 'ETH' }).first().click();
  await page.getByLabel('Payees').fill(`${supplier}\t0.01\nnobody\t0.02`);
  await page.getByRole('button', { name: 'Review batch' }).click();
  const row = (place: number): Locator =>
    page.getByRole('listitem').filter({ has: page.getByRole('button', { name: `Mend row ${place}` }) });
  await expect(row(1)).toContainText(`${supplier}Supplier`);
  await expect(row(2)).not.toContainText('Supplier');
  await page.getByRole('button', { name: 'Mend row 2' }).click();
  const address = page.getByLabel('Address of row 2');
  await address.fill('suppl');
  await page.getByRole('button', { name: /Supplier.*active from/ }).click();
  await expect(address).toHaveValue(supplier);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(row(2)).toContainText(`${supplier}Supplier`);
}

async function listSupplier(page: Page, owner: Owner): Promise<void> {
  await page.goto('/mpc/center/addressBook?d=bookAdd');
  const drawer = page.getByRole('dialog', { name: 'Add address' });
  await drawer.getByLabel('Label').fill('Supplier');
  await drawer.getByLabel('Address', { exact: true }).fill(supplier);
  await drawer.getByRole('button', { name: 'Propose' }).click();
  await confirmIfAsked(drawer, page.getByRole('dialog', { name: 'Address book change' }), owner);
  await sign(page);
  await page.goto('/mpc/center/addressBook');
  await expect(page.getByRole('row', { name: /Supplier/ })).toBeVisible({ timeout: 30_000 });
}

async function switchOn(page: Page, owner: Owner): Promise<void> {
  await page.goto('/mpc/center/addressBook?d=bookMode');
  const drawer = page.getByRole('dialog').last();
  await drawer.getByRole('checkbox').click();
  await drawer.getByRole('button', { name: 'Propose' }).click();
  await confirmIfAsked(drawer, page.getByTestId('approval-link'), owner);
  await sign(page);
  await page.goto('/mpc/center/addressBook');
  await expect(page.getByText('Payments go to listed addresses only').first()).toBeVisible({ timeout: 30_000 });
}

/** The month's sheet and one deposit's: alone on the paper, in light colours, with every character of the transaction. */
async function printReceipts(page: Page): Promise<void> {
  await page.goto('/mpc/center/transactions');
  await page.getByRole('button', { name: 'Receipts of a month' }).click();
  const sheet = page.locator('[data-print]');
  await expect(sheet).toContainText('+2 ETH');
  await look(page, 'receipts-of-month');
  await page.emulateMedia({ media: 'print' });
  await expect(sheet).toBeVisible();
  for (const hidden of [
    page.getByRole('button', { name: 'Print or save as PDF' }),
    page.locator('#root'),
    page.locator('header'),
  ])
    await expect(hidden.first()).toBeHidden();
  if (pictures) await page.screenshot({ path: `${pictures}/receipts-printed.png`, fullPage: true });
  await page.emulateMedia({ media: null });
  await page.goto('/mpc/center/transactions?type=1');
  await page.getByRole('row').filter({ hasText: '+2 ETH' }).click();
  const drawer = page.getByRole('dialog');
  await drawer.getByRole('button', { name: 'Add a note' }).click();
  await drawer.getByLabel('Note', { exact: true }).fill('first half');
  await drawer.getByLabel('Tags').fill('rent, Q4');
  await drawer.getByRole('button', { name: 'Save' }).click();
  await expect(drawer.getByRole('region', { name: 'Notes' })).toContainText('first half');
  await look(page, 'note');
  await drawer.getByRole('button', { name: 'Receipt' }).click();
  await expect(sheet).toContainText(/Deposit \d+/);
  await expect(sheet).toContainText(/0x[0-9a-f]{64}/);
  await look(page, 'receipt');
  await page.goto('/mpc/center/transactions?tag=rent');
  await expect(
    page
      .getByRole('row')
      .filter({ has: page.getByRole('cell') })
      .first(),
  ).toContainText('rent');
}

/** Back, Escape, a link and a reload, each with a half-written payment; then Back in the review. */
async function leaveAndComeBack(page: Page): Promise<void> {
  const drawer = await openForm(page);
  await drawer.getByLabel('Recipient').fill(landlord);
  await drawer.getByLabel('Amount').fill('0.25');
  await drawer.getByLabel('Remark').fill('rent');
  await page.keyboard.press('Escape');
  await expect(question(page)).toBeVisible();
  await look(page, 'leave');
  await question(page).getByRole('button', { name: 'Keep editing' }).click();
  await holdsPayment(page);
  await page.evaluate(() => history.back());
  await question(page).getByRole('button', { name: 'Leave' }).click();
  await expect(form(page)).toBeHidden();

  await openForm(page);
  await look(page, 'left');
  await goOn(page);
  const asked = page.waitForEvent('dialog');
  const reloaded = page.reload();
  const dialog = await asked;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.accept();
  await reloaded;
  await goOn(page);

  await expect(drawer.getByText('Would be accepted')).toBeVisible();
  for (const back of [() => page.keyboard.press('Escape'), () => page.evaluate(() => history.back())]) {
    await drawer.getByRole('button', { name: 'Review' }).click();
    await expect(drawer.getByLabel('I have compared the address and the amount')).toBeVisible();
    await back();
    await holdsPayment(page);
  }
  await expect(question(page)).toBeHidden();
}

test('a half-written payment is not thrown away without a word, and gone on with afterwards', async ({ browser }) => {
  test.setTimeout(300_000);
  const { context, page, owner, reports } = await openOwner(browser, sandbox, { look: true });
  page.on('dialog', () => undefined);
  await takeTestCoins(page, 'ETH', '2');
  await expect(available(page, 'ETH')).toHaveText('2', { timeout: 60_000 });
  await printReceipts(page);
  await leaveAndComeBack(page);
  await form(page).getByRole('button', { name: 'Review' }).click();
  await form(page).getByLabel('I have compared the address and the amount').check();
  await form(page)
    .getByRole('button', { name: /^Withdraw .*ETH/ })
    .click();
  const approval = page.getByRole('dialog', { name: 'Approval' });
  await confirmIfAsked(form(page), approval, owner);
  await expect(approval).toBeVisible();
  await openForm(page);
  await expect(form(page).getByText('You left a payment half-written')).toBeHidden();
  await whomToPay(page, owner);
  expect(reports).toEqual([]);
  await context.close();
});

/** A name that the network has registered: its address is shown whole and taken over, with the name beside it. */
async function byRegisteredName(page: Page): Promise<void> {
  await registerAccount(rpcClient(sandbox.rpc.evm), 'landlord.eth', landlord);
  // An answer is kept: the name is asked for once it is in a block.
  await mine(sandbox.faucet, 'evm:31337');
  const drawer = form(page);
  const recipient = drawer.getByLabel('Recipient');
  const offer = drawer.getByRole('region', { name: 'Registered name' });
  await recipient.fill('Landlord.eth');
  await expect(offer).toBeVisible();
  expect(await withoutBlanks(offer)).toContain(landlord);
  await look(page, 'registered-name');
  await offer.getByRole('button', { name: 'Use this address' }).click();
  await expect(recipient).toHaveValue(landlord);
  await expect(drawer.getByText('Registered name landlord.eth')).toBeVisible();
}

/** By name and by address, in coin and in dollars: what cannot be paid is told at its field, and so is when a payee that cools down can be. */
async function whomToPay(page: Page, owner: Owner): Promise<void> {
  const own = await ownAddress(page);
  const drawer = await openForm(page);
  const recipient = drawer.getByLabel('Recipient');
  for (const [address, told] of [
    [own, 'This is an address of this wallet itself'],
    [devToken.contract, 'This is the contract of USDC itself'],
    [bitcoin, 'another network'],
  ] as const) {
    await recipient.fill(address);
    await expect(drawer.getByRole('alert')).toContainText(told);
    await expect(recipient).toHaveAttribute('aria-invalid', 'true');
  }
  await look(page, 'token-contract');
  await byRegisteredName(page);
  await recipient.fill(landlord);
  await drawer.getByRole('button', { name: 'Write it in US dollars' }).click();
  await drawer.getByLabel('Amount').fill('100');
  await expect(drawer.getByTestId('worth')).toContainText(
    /^= 0\.\d+ ETH · \$[\d,.]+ each, fixed price of the configuration$/,
  );
  await look(page, 'dollars');
  await recipient.fill('');
  await drawer.getByLabel('Amount').fill('');

  await listSupplier(page, owner);
  await byNameInBatch(page);
  await oneVerdict(page, owner);
  await switchOn(page, owner);
  await openForm(page);
  await recipient.fill('suppl');
  const payee = drawer.getByRole('button', { name: /Supplier.*active from/ });
  await expect(payee).toBeDisabled();
  await look(page, 'payee-by-name');
  await recipient.fill(supplier);
  await expect(drawer.getByRole('alert')).toContainText('“Supplier” cools down: it can be paid from');
  await look(page, 'payee-cools-down');
  await recipient.fill(landlord);
  await expect(drawer.getByRole('alert')).toContainText('Only listed payees can be paid now');
}
