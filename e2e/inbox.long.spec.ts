import { expect, type Page, test } from '@playwright/test';
import { lendPasskey } from './support/authenticator.ts';
import { accessibilityFaults } from './support/axe.ts';
import { askForWithdrawal, available, type Owner, takeTestCoins } from './support/console.ts';
import { openOwner, sandboxOfFile } from './support/installation.ts';
import { signerProcess } from './support/sandbox.ts';

const payees = {
  'Rent for the office': '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
  'Hardware supplier': '0x90F79bf6EB2c4f870365E785982E1f101E93b906',
} as const;
const to = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const pictures = process.env.HOLDFAST_PICTURES;

const sandbox = sandboxOfFile();

/** Asks that a payee be listed; it then waits in the inbox. */
async function propose(page: Page, label: string, address: string): Promise<void> {
  await page.goto('/mpc/center/addressBook?d=bookAdd');
  const drawer = page.getByRole('dialog').last();
  await drawer.getByLabel('Label').fill(label);
  await drawer.getByLabel('Address', { exact: true }).fill(address);
  await drawer.getByRole('button', { name: 'Propose' }).click();
  await expect(page.getByRole('link', { name: 'Review and sign' })).toBeVisible();
}

async function look(page: Page, name: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await expect(page.locator('.animate-pulse')).toHaveCount(0);
  for (const theme of ['dark', 'light'] as const) {
    await page.evaluate((value) => document.documentElement.setAttribute('data-theme', value), theme);
    expect((await accessibilityFaults(page)).map((fault) => `${name}, ${theme}: ${fault}`)).toEqual([]);
    if (pictures) await page.screenshot({ path: `${pictures}/${name}-${theme}.png` });
  }
}

/** A payment and two changes of the address book wait. */
async function threeWait(page: Page, owner: Owner): Promise<void> {
  await takeTestCoins(page, 'ETH', '2');
  await expect(available(page, 'ETH')).toHaveText('2', { timeout: 60_000 });
  await askForWithdrawal(page, owner, { symbol: 'ETH', amount: '0.5', to });
  for (const [label, address] of Object.entries(payees)) await propose(page, label, address);
}

/** A payment, decided in the tab that its link opens: on the phone's screen, in the console's language, and back to the very item. */
async function decideInItsOwnTab(page: Page, owner: Owner): Promise<void> {
  await askForWithdrawal(page, owner, { symbol: 'ETH', amount: '0.5', to });
  await page.goto('/mpc/center/todo');
  const next = page.getByLabel('Request').getByRole('status').first();
  await expect(next).toContainText('Waiting for');
  const opened = page.context().waitForEvent('page');
  await page.getByRole('link', { name: 'Review and sign' }).click();
  const signer = await opened;
  await lendPasskey(page, signer);
  await signer.setViewportSize({ width: 390, height: 844 });
  expect(new URL(signer.url()).hash).toMatch(/[?&]for=[^&]+.*lang=en-US/);
  await expect(signer.getByText(`Sign as: ${owner.name}`)).toBeVisible();
  // The worth and whose price that is, the rule in words; the button is in view wherever the page is scrolled to.
  await expect(signer.locator('main')).toContainText('by the price that the signer of this page has');
  const approve = signer.getByRole('button', { name: /^Approve/ });
  await signer.evaluate(() => scrollTo(0, 0));
  await expect(approve).toBeInViewport({ ratio: 1 });
  for (const theme of ['dark', 'light'] as const) {
    await signer.evaluate((value) => document.documentElement.setAttribute('data-theme', value), theme);
    expect(await accessibilityFaults(signer)).toEqual([]);
    if (pictures) await signer.screenshot({ path: `${pictures}/approve-phone-${theme}.png` });
  }
  await signer.getByLabel('I have compared the address and the amount').check();
  const closed = signer.waitForEvent('close');
  await approve.click();
  await expect(signer.getByText('Your decision is with the signer')).toBeVisible();
  if (pictures) await signer.screenshot({ path: `${pictures}/approve-phone-done.png` });
  await closed;
  // The item that was decided is still there, and says how far it is: a toast would say it twice.
  await expect(page).toHaveURL(/item=/);
  await expect(next).toContainText(/being signed|on its way|Paid/);
  await expect(page.getByText(/^Withdraw 0.5 ETH: /)).toHaveCount(0);
  await look(page, 'inbox-decided');
}

/** One change, refused as a payment is: by its own button, with the reason on the signer's page alone, and back to the very item. On a phone, which was scrolled down, the outcome is in sight. */
async function refuseOneChange(page: Page): Promise<void> {
  await propose(page, 'Old landlord', '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65');
  await page.goto('/mpc/center/todo');
  const item = page.getByLabel('Request');
  await expect(item).toContainText('Old landlord');
  await page.setViewportSize({ width: 390, height: 400 });
  await page.getByRole('listitem').filter({ hasText: 'Old landlord' }).getByRole('button').click();
  const scrolled = () => item.evaluate((section) => section.scrollTop);
  const goDown = async () => {
    await item.evaluate((section) => section.scrollTo(0, section.scrollHeight));
    return scrolled();
  };
  await expect.poll(goDown).toBeGreaterThan(0);
  const opened = page.context().waitForEvent('page');
  await page.getByTestId('refusal-link').click();
  const signer = await opened;
  await lendPasskey(page, signer);
  await signer.getByLabel(/^Reason/).fill('Moved out');
  const closed = signer.waitForEvent('close');
  await signer.getByRole('button', { name: /^Refuse/ }).click();
  await closed;
  await expect(item).toContainText('Old landlord');
  await expect(item).toContainText('Refused');
  await expect(item).toContainText('Moved out');
  await expect(item.getByText('Refused').first()).toBeInViewport();
  expect(await scrolled()).toBe(0);
  await page.setViewportSize({ width: 1440, height: 900 });
}

/** A Chinese console leads to a Chinese page, whatever the browser speaks. */
async function readInChinese(page: Page): Promise<void> {
  const speak = (value: string) => page.context().addCookies([{ name: 'lan', value, url: sandbox.console }]);
  await speak('zh_CN');
  await page.goto('/mpc/center/todo');
  const link = page.getByTestId('approval-link');
  await expect(link).toHaveText('核对并签名');
  await page.goto((await link.getAttribute('href')) ?? '');
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');
  await expect(page.getByRole('button', { name: /^批准/ })).toBeVisible();
  await look(page, 'approve-chinese');
  await speak('en_US');
}

/** A signer hangs: every screen says so and what works meanwhile, and the way to decide leads to the page that answers. Then all is well again. */
async function decideWhileOneIsAway(page: Page, owner: Owner): Promise<void> {
  await askForWithdrawal(page, owner, { symbol: 'ETH', amount: '0.25', to });
  await page.goto('/mpc/center/todo');
  const link = page.getByTestId('approval-link');
  const origin = new URL((await link.getAttribute('href')) ?? '').origin;
  const at = sandbox.signers.indexOf(origin);
  const [id, other] = [String(at + 1), sandbox.signers[at === 0 ? 1 : 0]];
  const pid = signerProcess(sandbox, id);
  const bar = page.getByRole('alert').filter({ hasText: `No answer from Signer ${id}` });
  const row = page.locator(`[data-signer="${id}"]`);
  process.kill(pid, 'SIGSTOP');
  try {
    await expect(bar).toBeVisible({ timeout: 60_000 });
    await expect(bar).toContainText('You can ask for payments');
    await expect(link).toHaveAttribute('href', new RegExp(`^${other}/#/i/`), { timeout: 60_000 });
    await look(page, 'inbox-signer-away');
    await bar.getByRole('link', { name: 'View' }).click();
    await expect(row).toContainText('Does not answer');
    await expect(page.getByText('Freezing works, here and on the page of')).toBeVisible();
    await look(page, 'health-signer-away');
    await page.goto('/mpc/center/todo');
    const opened = page.context().waitForEvent('page');
    await expect(link).toHaveAttribute('href', new RegExp(`^${other}/#/i/`), { timeout: 60_000 });
    await link.click();
    const signer = await opened;
    await expect(signer.getByText(`Sign as: ${owner.name}`)).toBeVisible({ timeout: 60_000 });
    await signer.close();
  } finally {
    process.kill(pid, 'SIGCONT');
  }
  await page.goto('/mpc/center/health');
  await expect(page.getByText('Everything works.')).toBeVisible({ timeout: 60_000 });
  await expect(row).toContainText('Signing');
  await expect(bar).toHaveCount(0);
  await look(page, 'health');
  await readHealth(page, owner);
}

/** How old everything is that the page tells of; and a backup that was made is noted there, and has an age from then on. */
async function readHealth(page: Page, owner: Owner): Promise<void> {
  const age = /just now|now|ago/;
  const networks = page.locator('[data-chain]');
  await expect(networks.first()).toBeVisible();
  for (const network of await networks.all()) {
    await expect(network.getByRole('cell').nth(1)).toContainText('In sync');
    await expect(network.getByRole('cell').nth(2)).toHaveText(/^[\d,]+$/);
    await expect(network.getByRole('cell').nth(3)).toHaveText(age);
  }
  await expect(page.locator('main')).toContainText(/Databaseanswers in \d+ ms, [\d.]+ [KMG]iB/);
  await expect(page.locator('main')).toContainText(/Disk[\d.]+ [MGT]iB free/);
  const row = page.locator('[data-upkeep="database"]');
  await expect(row).toContainText(/Due.*never/);
  await page.getByRole('button', { name: 'Done now: Backup of the database' }).click();
  const question = page.getByRole('alertdialog');
  await question.getByLabel('Remark (optional)').fill('to the vault');
  await question.getByRole('button', { name: 'Done now' }).click();
  await expect(row.getByRole('cell').nth(1)).toHaveText(/^Done.*(now|ago)$/);
  await expect(row).toContainText(owner.name);
  await expect(row).toContainText('to the vault');
  await expect(page.locator('[data-upkeep="recovery"]')).toContainText(/Due.*never/);
}

/** What was done is told in words, of all or of one kind, and leads to it. */
async function readActivity(page: Page, owner: Owner): Promise<void> {
  await page.goto('/mpc/center/activity');
  const line = page
    .getByRole('row')
    .filter({ hasText: `${owner.name} asked to withdraw 0.5 ETH from` })
    .first();
  await expect(line).toBeVisible();
  await expect(
    page
      .getByRole('row')
      .filter({ hasText: `${owner.name} approved 0.5 ETH from` })
      .first(),
  ).toBeVisible();
  await look(page, 'activity');
  await line.getByRole('button').click();
  await expect(page.getByRole('dialog')).toContainText('0.5 ETH');
  await page.goto('/mpc/center/activity?kind=payee');
  for (const label of Object.keys(payees)) {
    const proposed = `${owner.name} proposed ‘Add ${label} to the address book’`;
    await expect(page.getByRole('row').filter({ hasText: proposed })).toHaveCount(1);
  }
  await expect(page.getByRole('row').filter({ hasText: 'asked to withdraw' })).toHaveCount(0);
}

/** Two payees at once: once one is listed the other was made for another book. The page says so, and asks no key for it; asked for anew, it is signed by itself. */
async function approveTwoChanges(page: Page): Promise<void> {
  const names = ['Water works', 'Power company'] as const;
  const addresses = [
    '0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc',
    '0x976EA74026E726554dB657fA54763abd0C3a0aa9',
  ] as const;
  for (const [at, name] of names.entries()) await propose(page, name, addresses[at] ?? '');
  await page.goto('/mpc/center/todo?kind=5');
  const ticks = page.getByRole('listitem').getByRole('checkbox');
  await expect(ticks).toHaveCount(2);
  for (const tick of await ticks.all()) await tick.check();
  const way = await page.getByRole('link', { name: /^Review and sign 2/ }).getAttribute('href');
  await page.goto(`${way}`);
  const boxes = page.locator('.one input[type=checkbox]');
  await expect(boxes).toHaveCount(2);
  for (const box of await boxes.all()) await box.check();
  await page.getByRole('button', { name: /^(Sign|Approve) 2$/ }).click();
  await expect(page.getByText('1 decided.')).toBeVisible();
  await expect(page.locator('.one .meta .pill').nth(1)).toHaveText('overtaken by a change');
  await expect(page.locator('.bar')).toContainText('you find it in the inbox');
  expect(await accessibilityFaults(page)).toEqual([]);
  if (pictures) await page.screenshot({ path: `${pictures}/approve-many-anew.png`, fullPage: true });
  await page.goto('/mpc/center/todo?kind=5');
  await expect(ticks).toHaveCount(1);
  const item = page.getByLabel('Request');
  await expect(item).toContainText('It was asked for again as it is now');
  const link = page.getByTestId('approval-link');
  await page.goto(`${await link.getAttribute('href')}`);
  await page.locator('#acknowledge').check();
  await page.locator('#approve').click();
  await expect(page.locator('.bar')).toContainText(/signed|decision is with/i);
  await page.goto('/mpc/center/todo?kind=5');
  await expect(page.getByText(/Nothing (matches|waits)/)).toBeVisible();
}

test('everything that waits is in one inbox, found by kind, told in words, and refused together and one by one on the signer’s page', async ({
  browser,
}) => {
  test.setTimeout(420_000);
  const { context, page, owner, reports } = await openOwner(browser, sandbox, { look: true });
  await threeWait(page, owner);

  await page.goto('/mpc/center/todo');
  const rows = page.getByRole('listitem').filter({ has: page.getByRole('checkbox') });
  await expect(rows).toHaveCount(3);
  await expect(page.getByRole('button', { name: /^To decide 3/ })).toBeVisible();
  await readInChinese(page);
  await page.goto('/mpc/center/todo');
  await page.getByLabel('Kind').selectOption({ label: 'Address book (2)' });
  await expect(rows).toHaveCount(2);
  await expect(page).toHaveURL(/kind=5/);
  await rows.first().getByRole('button').click();
  const [firstLabel] = Object.keys(payees);
  await expect(page.getByLabel('Request')).toContainText(firstLabel ?? '');
  await expect(page.getByLabel('Request')).toContainText('What changes');
  await look(page, 'inbox');

  // From the keyboard alone: the next one, both ticked.
  await page.keyboard.press('x');
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await expect(page.getByRole('link', { name: "Refuse 2 on the signer's page" })).toBeVisible();
  await look(page, 'inbox-ticked');
  const opened = context.waitForEvent('page');
  await page.keyboard.press('R');
  const signer = await opened;
  await expect(signer.getByRole('heading', { name: 'Refuse 2 requests' })).toBeVisible();
  if (pictures) await signer.screenshot({ path: `${pictures}/refuse-many.png`, fullPage: true });
  const address = signer.url();
  await signer.close();
  // The passkey is in the device of the first page.
  await page.goto(address);
  await page.getByLabel(/^Reason/).fill('Not these <b>payees</b>');
  await page.getByRole('button', { name: 'Refuse 2' }).click();
  await expect(page.getByText('2 refused.')).toBeVisible();
  await page.getByRole('link', { name: /^(Back to|Continue at)/ }).click();
  await expect(page).toHaveURL(/\/mpc\/center\/todo/);

  await page.goto('/mpc/center/todo?kind=5');
  await expect(page.getByText('Nothing matches')).toBeVisible();
  await page.goto('/mpc/center/todo?status=2&kind=5');
  await expect(page.getByLabel('Request')).toContainText('Refused');
  await expect(page.getByLabel('Request')).toContainText('Not these <b>payees</b>');
  await look(page, 'inbox-refused');

  // The initiator takes the payment back: nothing waits any more.
  await page.goto('/mpc/center/todo');
  await page.getByRole('button', { name: 'Take back' }).click();
  await page.getByRole('alertdialog').or(page.getByRole('dialog')).getByRole('button', { name: 'Take back' }).click();
  await expect(page.getByText('Nothing waits for a decision')).toBeVisible();

  // What was done stands in the log of operations.
  await page.goto('/mpc/center/loginHistory?area=addressBook');
  await expect(page.getByRole('cell', { name: /^Payees proposed/ })).toHaveCount(2);
  await look(page, 'operations');
  await refuseOneChange(page);
  await decideInItsOwnTab(page, owner);
  await readActivity(page, owner);
  await decideWhileOneIsAway(page, owner);
  await approveTwoChanges(page);

  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/mpc/center/todo?status=3');
  await look(page, 'inbox-phone');
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(wide).toBeLessThanOrEqual(0);
  expect(reports).toEqual([]);
});
