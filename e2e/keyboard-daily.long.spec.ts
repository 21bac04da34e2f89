import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { talkingHoldfast } from './support/cli.ts';
import { countClicks } from './support/clicks.ts';
import { available, type Owner, takeTestCoins } from './support/console.ts';
import { openOwner, sandboxOfFile } from './support/installation.ts';
import { askByKeys } from './support/keyed-payment.ts';
import { handsOnKeys, keyboardOnly } from './support/keys.ts';
import { policyReports } from './support/policy.ts';
import { admit, grantKey, type Person, person } from './support/team.ts';
import { freshTotpCode } from './support/totp.ts';

/** What members do from day to day beside paying: two people, each with hands on the keys and none on the mouse. */
const sandbox = sandboxOfFile();
const keys = keyboardOnly();
const landlord = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const supplier = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';
const reason = 'Paid once this month already';
const inForceMs = 60_000;

let owner: Person;
let bo: Person;
const clicks: (() => number)[] = [];
const reports: (readonly string[])[] = [];

test.describe.configure({ mode: 'serial' });
/** Coins, and a second person whose key is of equal rights. */
test.beforeAll(async ({ browser }) => {
  test.setTimeout(240_000);
  const opened = await openOwner(browser, sandbox, { look: true });
  owner = { page: opened.page, who: opened.owner };
  await takeTestCoins(owner.page, 'ETH', '2');
  await expect(available(owner.page, 'ETH')).toHaveText('2', { timeout: inForceMs });
  const open = () => browser.newContext({ baseURL: sandbox.console, reducedMotion: 'reduce' });
  bo = await admit(sandbox, open, owner, person('Bo Approver', 'bo@northwind.example'), 'Approver');
  await grantKey(owner, bo);
  reports.push(opened.reports, policyReports(bo.page.context()));
  for (const { page } of [owner, bo]) {
    clicks.push(await countClicks(page.context()));
    await page.goto('/mpc/wallet');
    await expect(page.getByTestId('total-usd')).toBeVisible();
  }
});
test.afterEach(() => handsOnKeys(keys, clicks, reports.flat()));
test.afterAll(async () => {
  for (const one of [owner, bo]) await one?.page.context().close();
});

const button = (place: Page | Locator, name: string | RegExp): Locator => place.getByRole('button', { name });

/** Two payees in a file, of whom one has no address until it is mended where it stands. */
async function importPayees(page: Page, who: Owner): Promise<void> {
  const name = 'payees.csv';
  const buffer = Buffer.from(`label,address\nLandlord,${landlord}\nSupplier,${supplier.slice(0, 12)}\n`);
  await keys.run(page, 'address book', /^Address book/);
  await keys.press(page, button(page, 'Import'));
  const drawer = page.getByRole('dialog');
  const choosing = page.waitForEvent('filechooser');
  await keys.press(page, drawer.getByLabel('Choose a CSV file'));
  await (await choosing).setFiles({ name, mimeType: 'text/csv', buffer });
  await expect(drawer.getByText('1 row to fix')).toBeVisible();
  await keys.write(page, drawer.getByLabel('Address', { exact: true }), supplier);
  await page.keyboard.press('Enter');
  await expect(drawer.getByText('All 2 rows are in order.')).toBeVisible();
  await keys.press(page, button(drawer, 'Propose 2 payees'));
  const link = page.getByTestId('approval-link');
  await keys.confirm(page, link, who);
  await keys.sign(page, link);
  await keys.close(page);
  for (const label of ['Landlord', 'Supplier'])
    await expect(page.getByRole('row', { name: new RegExp(label) })).toBeVisible({ timeout: inForceMs });
}

/** What the command prints of a new key. */
function newPublicKey(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'holdfast-keys-'));
  const { printed } = talkingHoldfast('device-key', 'new', path.join(folder, 'client.key.json'), '--plain');
  rmSync(folder, { recursive: true });
  return printed;
}

async function makeApiClient(page: Page, who: Owner): Promise<void> {
  await keys.run(page, 'api keys', /^API keys/);
  await keys.press(page, page.getByRole('link', { name: 'Add API client' }).first());
  await keys.write(page, page.getByLabel('Name', { exact: true }), 'Payroll');
  await keys.write(page, page.getByLabel('Public key'), newPublicKey());
  await expect(page.getByTestId('key-words').locator('li')).toHaveCount(8);
  await keys.write(page, page.getByLabel('Calls from'), '127.0.0.0/8');
  await keys.press(page, button(page, 'Propose'));
  await keys.confirm(page, page.getByText('“Payroll” is proposed'), who);
  await keys.sign(page, page.getByTestId('approval-link').first());
  await keys.run(page, 'api keys', /^API keys/);
  await expect(page.getByRole('row', { name: /Payroll/ })).toContainText('On', { timeout: inForceMs });
}

async function makeWebHook(page: Page, who: Owner): Promise<void> {
  await keys.run(page, 'web hooks', /^Web hooks/);
  await keys.press(page, button(page, 'Add web hook').first());
  const drawer = page.getByRole('dialog', { name: 'Web hook' });
  await keys.write(page, drawer.getByLabel('Name'), 'Ledger');
  await keys.write(page, drawer.getByLabel('Address'), `${sandbox.hooks}/hook`);
  await page.keyboard.press('Enter');
  await keys.confirm(page, drawer.getByTestId('hook-secrets'), who);
  await keys.press(page, button(drawer, 'I have kept it'));
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await keys.press(page, button(page, 'Send a test event'));
  await expect(page.getByRole('row', { name: /test\.sent/ })).toContainText('Arrived', { timeout: inForceMs });
}

async function askTwoPeople(page: Page, who: Owner): Promise<void> {
  const both = `2 of ${who.name}, ${bo.who.name}`;
  await keys.run(page, 'rules', /^Rules/);
  const flow = page.locator('main').getByRole('listitem').filter({ hasText: 'All wallets:' });
  await keys.press(page, button(flow, 'Change'));
  const drawer = page.getByRole('dialog');
  await keys.press(page, button(drawer, 'Any 2 of these people'));
  await expect(drawer.getByRole('region', { name: 'What it means for each member' })).toContainText(both);
  await keys.press(page, button(drawer, 'Propose'));
  await keys.confirm(page, drawer.getByText('The new flow is proposed'), who);
  await keys.sign(page, drawer.getByTestId('approval-link'));
  await keys.close(page);
  await expect(flow).toContainText(both, { timeout: inForceMs });
}

async function putTemplateForward(page: Page, who: Owner): Promise<void> {
  const template = page.locator('main').getByRole('listitem').filter({ hasText: 'Treasury' });
  await keys.press(page, button(template, 'View'));
  const drawer = page.getByRole('dialog');
  await expect(drawer.getByRole('heading', { name: 'Treasury' })).toBeVisible();
  await keys.write(page, drawer.getByLabel('Remark'), 'Only whom we know');
  await keys.press(page, button(drawer, 'Propose'));
  await keys.confirm(page, drawer.getByText('The rules are proposed'), who);
  await keys.sign(page, drawer.getByTestId('approval-link'));
  await keys.close(page);
}

/** Each shown whole on one page: a tick for each, and one press. */
async function decideTogether(page: Page, title: RegExp, count: number): Promise<void> {
  await keys.run(page, 'to-do', /^To-do/);
  const ticks = page.getByRole('listitem').filter({ hasText: title }).getByRole('checkbox');
  await expect(ticks).toHaveCount(count);
  for (const tick of await ticks.all()) await keys.press(page, tick, 'Space');
  const signer = await keys.follow(page, page.getByRole('link', { name: `Review and sign ${count}` }));
  await expect(signer.getByRole('heading', { name: `Requests to decide: ${count}` })).toBeVisible();
  const compared = signer.locator('section.one').getByRole('checkbox');
  await expect(compared).toHaveCount(count);
  for (const tick of await compared.all()) await keys.press(signer, tick, 'Space');
  await keys.end(signer, button(signer, new RegExp(`^(Approve|Sign) ${count}$`)));
  await expect(ticks).toHaveCount(0);
}

async function refuse(page: Page, amount: string): Promise<void> {
  await keys.run(page, 'to-do', /^To-do/);
  await keys.press(page, button(page.getByRole('listitem').filter({ hasText: `Withdraw ${amount} ETH` }), /./));
  await expect(page.getByLabel('Request')).toContainText(`${amount} ETH`);
  const signer = await keys.follow(page, page.getByTestId('refusal-link'));
  await expect(signer.getByRole('heading', { level: 2 }).first()).toContainText(`${amount} ETH`);
  await keys.write(signer, signer.getByLabel(/^Reason/), reason);
  await keys.end(signer, button(signer, /^Refuse/));
}

/** From the bell to what was refused, and why. */
async function followNotice(page: Page): Promise<void> {
  await keys.press(page, button(page, /^Notices, [1-9]/));
  await keys.press(page, button(page.getByRole('dialog', { name: 'Notices' }), /refused/).first());
  await expect(page.getByRole('dialog', { name: 'Transaction' })).toContainText(reason);
}

async function noteAndReceipt(page: Page): Promise<void> {
  const drawer = page.getByRole('dialog', { name: 'Transaction' });
  await keys.press(page, button(drawer, 'Add a note'));
  await keys.write(page, drawer.getByLabel('Note', { exact: true }), 'Ask the landlord');
  await keys.write(page, drawer.getByLabel('Tags'), 'rent, twice');
  await page.keyboard.press('Enter');
  await expect(drawer.getByRole('region', { name: 'Notes' })).toContainText('Ask the landlordrenttwice');
  await keys.press(page, button(drawer, 'Receipt'));
  await expect(page.locator('[data-print]')).toContainText('Ask the landlord');
  await page.keyboard.press('Escape');
  await expect(button(drawer, 'Receipt')).toBeVisible();
  await keys.close(page);
}

async function filterActivity(page: Page, who: Owner): Promise<void> {
  await keys.run(page, 'activity', /^Activity/);
  const logIn = page.getByRole('row').filter({ hasText: 'logged in' });
  await expect(logIn.first()).toBeVisible();
  await keys.pick(page, page.getByRole('combobox', { name: 'Kind' }), 'Payments');
  await expect(logIn).toHaveCount(0);
  await keys.pick(page, page.getByRole('combobox', { name: 'Person' }), who.name);
  const asked = page.getByRole('row').filter({ hasText: `${who.name} asked to withdraw 0.2 ETH` });
  await keys.press(page, asked.getByRole('button'));
  await expect(page.getByRole('dialog', { name: 'Transaction' })).toContainText('0.2 ETH');
  await keys.close(page);
  await keys.press(page, button(page, 'Remove filter Payments'));
  await expect(page).not.toHaveURL(/kind=/);
}

async function chooseChannel(page: Page): Promise<void> {
  await keys.run(page, 'account', /^Account/);
  await keys.press(page, button(page, /^Where your notices go/));
  await keys.press(page, button(page.getByRole('dialog'), 'Add a channel'));
  const form = page.getByRole('dialog').last();
  await keys.choose(page, form.getByRole('combobox', { name: 'Through' }), 'Telegram');
  await keys.write(page, form.getByLabel('Name', { exact: true }), 'My phone');
  await keys.write(page, form.getByLabel('Token of the bot'), '123456789:nobodys-bot-that-is-never-asked');
  await keys.write(page, form.getByLabel('Chat'), '42');
  await keys.press(page, form.getByLabel('Money came in'), 'Space');
  await keys.press(page, button(form, 'Save'));
  await expect(page.getByRole('heading', { name: 'My phone' })).toBeVisible();
  await keys.close(page);
}

async function changePassword(page: Page, who: Owner): Promise<void> {
  const next = 'Seven-paper-boats-in-winter';
  await keys.press(page, button(page, 'Change: Password'));
  const drawer = page.getByRole('dialog', { name: 'Change password' });
  await keys.write(page, drawer.getByLabel('Current password'), who.password);
  await keys.write(page, drawer.getByLabel('New password', { exact: true }), next);
  await keys.write(page, drawer.getByLabel('New password again'), next);
  await keys.write(page, drawer.getByLabel('Authenticator code'), await freshTotpCode(who));
  await page.keyboard.press('Enter');
  await expect(drawer.getByText('Your password is changed')).toBeVisible();
  await keys.press(page, button(drawer, 'Close').last());
  await expect(button(page, 'Change: Password')).toBeFocused();
}

/** Up to where it waits for its approval. */
async function allowSpender(page: Page, who: Owner): Promise<void> {
  await keys.run(page, 'overview', /^Overview/);
  await keys.press(page, button(page.locator('section').filter({ hasText: 'Allowances on' }), 'Allow a spender'));
  const drawer = page.getByRole('dialog', { name: 'Allowance' });
  await keys.write(page, drawer.getByLabel('Spender'), landlord);
  await keys.write(page, drawer.getByLabel('May take up to'), '20');
  await expect(drawer.getByText(/ETH available/)).toBeVisible();
  await keys.press(page, button(drawer, 'Allow a spender'));
  await keys.confirm(page, page.getByTestId('approval-link'), who);
  await keys.close(page);
}

/** Up to the quote. */
async function writeSwap(page: Page): Promise<void> {
  await keys.run(page, 'swap', /^Swap/);
  await keys.write(page, page.getByLabel('You pay', { exact: true }), '0.01');
  await expect(page.getByTestId('minimum')).toHaveText(/USDC$/);
  await keys.tabTo(page, page.getByTestId('quote').getByRole('button', { name: 'Swap', exact: true }));
}

test('payees from a file, an API client and a web hook need no mouse', async () => {
  const { page, who } = owner;
  await test.step('payees', () => importPayees(page, who));
  await test.step('an API client', () => makeApiClient(page, who));
  await test.step('a web hook', () => makeWebHook(page, who));
});

test('a flow of two people and a starter template are put forward without a mouse', async () => {
  await test.step('a flow', () => askTwoPeople(owner.page, owner.who));
  await test.step('a template', () => putTemplateForward(owner.page, owner.who));
});

test('payments are decided together, refused with a reason and followed up without a mouse', async () => {
  const { page, who } = owner;
  await test.step('asked for', async () => {
    for (const amount of ['0.1', '0.1', '0.2']) {
      await askByKeys(keys, page, who, { amount, to: landlord });
      await keys.close(page);
    }
  });
  await test.step('signed together', () => decideTogether(page, /Withdraw 0\.[12] ETH/, 3));
  await test.step('refused', () => refuse(bo.page, '0.2'));
  await test.step('approved together', () => decideTogether(bo.page, /Withdraw 0\.1 ETH/, 2));
  await test.step('told of', () => followNotice(page));
  await test.step('noted', () => noteAndReceipt(page));
  await test.step('found again', () => filterActivity(page, who));
});

test('a channel for notices, a new password, an allowance and a swap need no mouse', async () => {
  const { page, who } = owner;
  await test.step('a channel', () => chooseChannel(page));
  await test.step('a password', () => changePassword(page, who));
  await test.step('an allowance', () => allowSpender(page, who));
  await test.step('a swap', () => writeSwap(page));
});
