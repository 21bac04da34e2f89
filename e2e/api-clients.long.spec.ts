import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { accessibilityFaults } from './support/axe.ts';
import { talkingHoldfast } from './support/cli.ts';
import { available, confirmIfAsked, decide, type Owner, takeTestCoins } from './support/console.ts';
import { openOwner, sandboxOfFile } from './support/installation.ts';

/** An API client gets a key of its own, is admitted on the signer's page, can be named by a rule, and is switched off in one step. */
const sandbox = sandboxOfFile();
let folder: string;
test.beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'holdfast-apiClient-'));
});
test.afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

const pictures = process.env.HOLDFAST_PICTURES;
const list = '/mpc/center/api';
const payee = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const keyFile = (): string => path.join(folder, 'api-client.key.json');

/** In both themes and languages, and on a phone. */
async function look(page: Page, name: string): Promise<void> {
  await expect(page.locator('.animate-pulse')).toHaveCount(0);
  for (const theme of ['dark', 'light'] as const) {
    await page.evaluate((value) => document.documentElement.setAttribute('data-theme', value), theme);
    expect((await accessibilityFaults(page)).map((fault) => `${name}, ${theme}: ${fault}`)).toEqual([]);
    if (pictures) await page.screenshot({ path: `${pictures}/${name}-${theme}.png`, fullPage: true });
  }
  await page.setViewportSize({ width: 390, height: 844 });
  const wider = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(wider, `${name} on a phone`).toBe(0);
  if (pictures) await page.screenshot({ path: `${pictures}/${name}-phone.png`, fullPage: true });
  await page.setViewportSize({ width: 1440, height: 900 });
}

/** What the command prints of a new key. */
function newKey(): { readonly printed: string; readonly words: string } {
  const { printed, said } = talkingHoldfast('device-key', 'new', keyFile(), '--plain');
  return { printed, words: /words: (.+)/.exec(said)?.[1] ?? '' };
}

/** Writes the form; what is wrong is said at its field first. */
async function propose(page: Page, owner: Owner): Promise<string> {
  await page.goto(list);
  await page.getByRole('link', { name: 'Add API client' }).first().click();
  await page.getByRole('button', { name: 'Propose' }).click();
  await expect(page.getByText('Give the API client a name')).toBeVisible();
  await look(page, 'api-client-add-faults');
  const { printed, words } = newKey();
  await page.getByLabel('Name', { exact: true }).fill('Payroll');
  await page.getByLabel('Public key').fill(printed);
  await expect(page.getByTestId('key-words').locator('li')).toHaveCount(8);
  const shown = await page.getByTestId('key-words').locator('li').allTextContents();
  expect(shown.map((one) => one.replace(/^\d+/, '')).join(' ')).toBe(words);
  await page.getByLabel('Calls from').fill('127.0.0.0/8');
  await look(page, 'api-client-add');
  await page.getByRole('button', { name: 'Propose' }).click();
  await confirmIfAsked(page.locator('main'), page.getByText('“Payroll” is proposed'), owner);
  await expect(page.getByText('“Payroll” is proposed')).toBeVisible();
  return words;
}

/** On the signer's page, where the words of the key stand once more. */
async function sign(page: Page, expected: string): Promise<void> {
  await page.goto((await page.getByTestId('approval-link').first().getAttribute('href')) ?? '');
  await expect(page.locator('main')).toContainText('Payroll');
  const text = ((await page.locator('main').textContent()) ?? '').replace(/\d|\s+/g, '');
  expect(text).toContain(expected.replace(/\s/g, ''));
  await decide(page);
}

/** The command that the drawer shows, as somebody types it who has put in a payee. */
async function pay(page: Page): Promise<void> {
  const command = (await page.getByRole('dialog', { name: 'API client' }).locator('code').textContent()) ?? '';
  const words = command.split(/[\s\\]+/).slice(3);
  const put: Readonly<Record<string, string>> = { 'api-client.key.json': keyFile(), ADDRESS: payee };
  const { said } = talkingHoldfast('pay', ...words.map((word) => put[word] ?? word));
  expect(said).not.toContain('error');
}

/** Calls in its name by somebody who knows its id alone, until an owner is told on every screen. */
async function forgeCalls(page: Page, appId: string): Promise<void> {
  const url = `${sandbox.console}/api/mpc/transaction/list`;
  for (let n = 0; n < 10; n += 1) {
    const nonce = randomBytes(16).toString('base64url');
    const input = `sig1=("@method" "@target-uri");created=${Math.floor(Date.now() / 1_000)};nonce="${nonce}";keyid="${appId}";alg="ed25519";tag="holdfast"`;
    const signature = `sig1=:${randomBytes(64).toString('base64')}:`;
    const reply = await fetch(url, { headers: { clientType: 'web', 'signature-input': input, signature } });
    expect(((await reply.json()) as { code: number }).code).toBe(100005);
  }
  await page.goto(list);
  const bar = page.getByRole('alert').filter({ hasText: 'in the name of “Payroll”' });
  await expect(bar).toBeVisible();
  await look(page, 'api-client-alert');
  await bar.getByRole('link', { name: 'See these calls' }).click();
  await expect(page.getByRole('row', { name: /Payroll.*Not proven.*Refused, 100005/ })).toHaveCount(10);
  await look(page, 'api-client-unproven-calls');
  await bar.getByRole('button', { name: 'I know' }).click();
  await expect(bar).toHaveCount(0);
}

const row = (page: Page) => page.getByRole('row', { name: /Payroll/ });

test('an owner admits an API client, sees it on, names it in a rule, and switches it off at once', async ({
  browser,
}) => {
  test.setTimeout(300_000);
  const { context, page, owner, reports } = await openOwner(browser, sandbox, { look: true });

  await takeTestCoins(page, 'ETH', '1');
  await expect(available(page, 'ETH')).toHaveText('1', { timeout: 60_000 });

  await page.goto(list);
  await expect(page.getByText('No API client may ask for payments')).toBeVisible();
  await look(page, 'api-clients-empty');
  const words = await propose(page, owner);
  await page.goto(list);
  await expect(row(page)).toContainText('In approval');
  await row(page).getByRole('button').first().click();
  await expect(page.getByText('A change waits for signatures')).toBeVisible();
  await look(page, 'api-client-in-approval');
  await sign(page, words);
  await page.goto(list);
  await expect(row(page)).toContainText('On', { timeout: 30_000 });
  await look(page, 'api-clients');

  await page.goto('/mpc/center/strategyEngine/senior/addStrategy');
  await page.getByRole('checkbox', { name: 'Payroll (API client)' }).check();
  await expect(page.getByTestId('sentence')).toContainText('Payroll');

  await page.goto(list);
  await row(page).getByRole('button').first().click();
  const drawer = page.getByRole('dialog', { name: 'API client' });
  await expect(drawer.getByText('App ID')).toBeVisible();
  await look(page, 'api-client');
  const appId = /p-[0-9a-f]{16}/.exec((await drawer.textContent()) ?? '')?.[0] ?? '';
  await pay(page);
  await drawer.getByRole('button', { name: 'Switch off' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Switch off' }).click();
  await confirmIfAsked(drawer, drawer.getByText('Switched off; a change waits for signatures'), owner);
  await expect(drawer.getByText('Off', { exact: true })).toBeVisible();
  await look(page, 'api-client-off');
  await sign(page, '');
  await page.goto(list);
  await expect(row(page)).toContainText('Off');
  await row(page).getByRole('button').first().click();
  await expect(drawer.getByRole('button', { name: 'Switch on' })).toBeVisible({ timeout: 30_000 });

  await page.goto(`${list}/log`);
  await expect(page.getByRole('row', { name: /Payroll.*withdraw.*Done/ }).first()).toBeVisible();
  await look(page, 'api-client-calls');
  await page.evaluate(() => Object.assign(window, { showSaveFilePicker: undefined }));
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save the file' }).click();
  expect(readFileSync(await (await download).path(), 'utf8')).toContain('"Payroll"');
  await forgeCalls(page, appId);
  await page.goto('/mpc/center/transactions?type=2');
  await expect(page.getByRole('row', { name: /0\.1/ }).first()).toBeVisible();
  expect(reports, 'no report of the content security policy or Trusted Types').toEqual([]);
  await context.close();
});
