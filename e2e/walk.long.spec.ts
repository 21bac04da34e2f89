import { expect, type Locator, type Page, test } from '@playwright/test';
import { askForWithdrawal, available, takeTestCoins, untilCompleted } from './support/console.ts';
import { openOwner, sandboxOfFile } from './support/installation.ts';
import { admit, type Person, person, sign, stepUp } from './support/team.ts';
import { type Leg, startWalk } from './support/walk.ts';

/** The walk that docs/desk.md compares with other products: what two people do over a day, leg by leg, with its clicks and the machine's time. */
const sandbox = sandboxOfFile();
const payee = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';
const stranger = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const bitcoin = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';
const inForceMs = 60_000;
const phone = { width: 390, height: 844 };
const desktop = { width: 1440, height: 900 };

interface Walk {
  readonly owner: Person;
  readonly olga: Person;
  readonly asks: Leg;
  readonly approves: Leg;
}

const dialog = (page: Page, name?: string): Locator => page.getByRole('dialog', name === undefined ? {} : { name });

/** A link that would open a tab of its own opens here: a tab of its own would need the passkey lent to it. */
async function here(way: Locator): Promise<void> {
  await expect(way).toBeVisible();
  await way.evaluate((element) => element.removeAttribute('target'));
}

/** The tick and the button, on the signer's page. */
async function tickAndApprove(page: Page): Promise<void> {
  const approve = page.getByRole('button', { name: /^Approve/ });
  await expect(approve).toBeVisible();
  await page.getByRole('checkbox').click();
  await approve.click();
  await expect(page.getByText('Your decision is with the signer')).toBeVisible();
}

async function listPayee({ page, who }: Person): Promise<void> {
  await page.goto('/mpc/center/addressBook?d=bookAdd');
  const drawer = dialog(page, 'Add address');
  await drawer.getByLabel('Label').fill('Acme Ltd');
  await drawer.getByLabel('Address', { exact: true }).fill(payee);
  await drawer.getByRole('button', { name: 'Propose' }).click();
  await stepUp(page, who, page.getByTestId('approval-link'));
  await page.goto((await page.getByTestId('approval-link').last().getAttribute('href')) ?? '');
  await sign(page, who.name);
}

/** From the wallet to what is to be signed, with a payee of the book by name. The request itself is signed by who asks, as every payment is. */
async function ask({ olga, asks }: Walk): Promise<void> {
  const { page } = olga;
  await page.goto('/mpc/wallet');
  const begin = page.locator('main').getByRole('button', { name: 'Withdraw' }).first();
  await expect(begin).toBeEnabled();
  await asks('asking by a payee’s name', { clicks: 8, least: 6 }, async () => {
    await begin.click();
    const drawer = dialog(page, 'Withdraw');
    await drawer.getByLabel('Recipient').click();
    await page.keyboard.insertText('acme');
    await drawer.getByRole('button', { name: /Acme Ltd/ }).click();
    await drawer.getByLabel('Amount').click();
    await page.keyboard.insertText('0.1');
    await drawer.getByRole('button', { name: 'Review' }).click();
    await drawer.getByLabel('I have compared the address and the amount').click();
    await drawer.getByRole('button', { name: /^Withdraw .*ETH/ }).click();
    await expect(page.getByTestId('approval-link')).toBeVisible();
  });
  await page.goto((await page.getByTestId('approval-link').last().getAttribute('href')) ?? '');
  await sign(page, olga.who.name);
}

/** Told by the bell, decided from the notice. */
async function approveFromNotice({ owner, approves }: Walk): Promise<void> {
  const { page } = owner;
  await page.goto('/mpc/wallet');
  await page.getByRole('button', { name: /^Notices, [1-9]/ }).click({ timeout: inForceMs });
  const way = dialog(page, 'Notices').getByTestId('approval-link').first();
  await here(way);
  await approves('approving from a notice', { clicks: 3, least: 3 }, async () => {
    await way.click();
    await tickAndApprove(page);
  });
}

/** The same on a phone, from the inbox: the button is in view without a scroll. */
async function approveOnPhone({ owner, approves }: Walk): Promise<void> {
  const { page } = owner;
  await page.setViewportSize(phone);
  await page.goto('/mpc/center/todo');
  await page.getByRole('listitem').getByRole('button').first().click();
  const way = page.getByTestId('approval-link');
  await expect(way).toBeInViewport({ ratio: 1 });
  await here(way);
  await approves('approving on a phone', { clicks: 3, least: 3 }, async () => {
    await way.click();
    await expect(page.getByRole('button', { name: /^Approve/ })).toBeInViewport({ ratio: 1 });
    await tickAndApprove(page);
  });
  await page.setViewportSize(desktop);
}

/** Two of a kind on one page, each whole. */
async function approveTwo({ owner, approves }: Walk): Promise<void> {
  const { page } = owner;
  await page.goto('/mpc/center/todo');
  const boxes = page.getByRole('listitem').getByRole('checkbox');
  await expect(boxes).toHaveCount(2);
  await approves('approving two at once', { clicks: 6, least: 6 }, async () => {
    for (const box of await boxes.all()) await box.click();
    const way = page.getByRole('link', { name: 'Review and sign 2' });
    await here(way);
    await way.click();
    const ticks = page.locator('section.one').getByRole('checkbox');
    await expect(ticks).toHaveCount(2);
    for (const tick of await ticks.all()) await tick.click();
    await page.getByRole('button', { name: 'Approve 2' }).click();
    await expect(page.getByText('2 approved.')).toBeVisible();
  });
}

/** Out of the list, the same once more. */
async function repeat({ olga, asks }: Walk): Promise<void> {
  const { page } = olga;
  await page.goto('/mpc/center/transactions?type=2');
  const row = page.getByRole('row').filter({ hasText: 'Completed' }).first();
  await expect(row).toBeVisible();
  await asks('paying the same again', { clicks: 6, least: 5 }, async () => {
    await row.click();
    await dialog(page, 'Transaction').getByRole('button', { name: 'Repeat' }).click();
    const drawer = dialog(page, 'Withdraw');
    await expect(drawer.getByLabel('Recipient')).not.toHaveValue('');
    await drawer.getByRole('button', { name: 'Review' }).click();
    await drawer.getByLabel('I have compared the address and the amount').click();
    await drawer.getByRole('button', { name: /^Withdraw .*ETH/ }).click();
    await expect(page.getByTestId('approval-link')).toBeVisible();
  });
}

/** A payee of another network, and a stranger whom nobody has listed: both are told at once, in words, before anything is asked for. */
async function goWrong({ olga, asks }: Walk): Promise<void> {
  const { page } = olga;
  await page.goto('/mpc/wallet?d=withdraw:ETH');
  const drawer = dialog(page, 'Withdraw');
  const recipient = drawer.getByLabel('Recipient');
  await asks('being told of a wrong payee', { clicks: 1 }, async () => {
    await recipient.click();
    await page.keyboard.insertText(bitcoin);
    await expect(drawer.getByRole('alert')).toContainText('another network');
  });
  await recipient.fill(stranger);
  await expect(drawer.getByText('Not in the address book')).toBeVisible();
  await recipient.fill('');
}

/** What was paid to somebody, by the palette; then the list by status, and as a file. */
async function lookUp({ olga, asks }: Walk): Promise<void> {
  const { page } = olga;
  await page.goto('/mpc/center/transactions');
  await asks('finding what was paid to an address', { clicks: 2 }, async () => {
    await page.getByRole('button', { name: 'Search or jump to' }).click();
    await page.keyboard.insertText(payee);
    await page.getByRole('option', { name: /ETH/ }).first().click();
    await expect(dialog(page, 'Transaction')).toContainText('ETH');
  });
  await page.goto('/mpc/center/transactions');
  await asks('a filtered list as a file', { clicks: 4, least: 4 }, async () => {
    await page.getByRole('combobox', { name: 'Type' }).click();
    await page.getByRole('option', { name: 'Withdrawal' }).click();
    await page.getByRole('button', { name: 'Export' }).click();
    const download = page.waitForEvent('download');
    await dialog(page, 'Export').getByRole('button', { name: 'Save the file' }).click();
    await download;
  });
  await page.goto('/mpc/wallet');
  await asks('an address to be paid at', { clicks: 1 }, async () => {
    await page.locator('main').getByRole('button', { name: 'Deposit' }).first().click();
    await expect(dialog(page, 'Deposit').locator('[data-address]').first()).toBeVisible();
  });
}

test('the walk of two people over a day takes few clicks, and the machine is never waited for', async ({ browser }) => {
  test.setTimeout(600_000);
  const opened = await openOwner(browser, sandbox);
  const owner: Person = { page: opened.page, who: opened.owner };
  const approves = await startWalk(opened.context);
  await takeTestCoins(owner.page, 'ETH', '5');
  await expect(available(owner.page, 'ETH')).toHaveText('5', { timeout: inForceMs });
  const open = () => browser.newContext({ baseURL: sandbox.console, acceptDownloads: true });
  const olga = await admit(sandbox, open, owner, person('Olga Operator', 'olga@northwind.example'), 'Operator');
  const asks = await startWalk(olga.page.context());
  await olga.page.addInitScript(() => Object.assign(window, { showSaveFilePicker: undefined }));
  await listPayee(owner);
  const walk: Walk = { owner, olga, asks, approves };

  await test.step('ask, and approve from the notice', async () => {
    await ask(walk);
    await approveFromNotice(walk);
  });
  await test.step('approve on a phone', async () => {
    await ask(walk);
    await approveOnPhone(walk);
  });
  await untilCompleted(olga.page, sandbox.faucet, 'ETH', ['evm:31337']);
  await test.step('approve two at once', async () => {
    for (const amount of ['0.2', '0.3']) {
      await askForWithdrawal(olga.page, olga.who, { symbol: 'ETH', amount, to: payee });
      await olga.page.goto((await olga.page.getByTestId('approval-link').last().getAttribute('href')) ?? '');
      await sign(olga.page, olga.who.name);
    }
    await approveTwo(walk);
  });
  await test.step('repeat, go wrong, look up', async () => {
    await repeat(walk);
    await goWrong(walk);
    await lookUp(walk);
  });
  expect(opened.reports, 'no report of the content security policy or Trusted Types').toEqual([]);
  await opened.context.close();
  await olga.page.context().close();
});
