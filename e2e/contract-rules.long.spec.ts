import { readFile, writeFile } from 'node:fs/promises';
import type { RulesFile } from '@holdfast/policy';
import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { accessibilityFaults } from './support/axe.ts';
import type { Owner } from './support/console.ts';
import { openOwner, sandboxOfFile } from './support/installation.ts';
import { shoot, sign, stepUp } from './support/team.ts';

/** A rule that refuses a contract: written, tried on calls, in force, and held by a test case against a file that would let the contract go. */
const sandbox = sandboxOfFile();

const engine = '/mpc/center/strategyEngine';
const vault = '0x5FbDB2315678afecb367f032d93F642f64180aa3';
const router = '0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512';
const dryRun = (page: Page) => page.getByTestId('dry-run');

/** A new rule about web3 calls of the vault, by signature. */
async function write(page: Page): Promise<void> {
  await page.goto(engine);
  await page.getByRole('link', { name: 'Add a rule for web3 calls' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Never the vault');
  await page.getByRole('button', { name: 'Add a contract' }).first().click();
  const form = page.getByRole('group', { name: 'Contracts and methods' });
  await form.getByLabel('Contract', { exact: true }).fill(vault.toLowerCase().replace('5f', '5F'));
  await expect(form.getByText('This is not the address of a contract on this chain')).toBeVisible();
  await form.getByLabel('Contract', { exact: true }).fill(vault.toLowerCase());
  await form.getByLabel('Methods').fill('transfer(address to, uint256 amount)\ndeposit()');
  await expect(form.getByText('0xa9059cbb')).toBeVisible();
  const sentence = page.getByTestId('sentence');
  await expect(sentence).toContainText('Web3 calls, calling 0x5FbD B231');
  await expect(sentence).toContainText('by 0xa9059cbb or 0xd0e30db0: refused, nobody can approve');
  await expect(page.getByTestId('back-test')).toContainText('contract calls, messages');
}

/** A call in the dry run; the form shows the selector of what is written. */
async function imagineCall(page: Page, contract: string, method: string, place = 0): Promise<void> {
  const calls = page.getByRole('group', { name: 'Contract calls' });
  await calls.getByLabel('Contract', { exact: true }).nth(place).fill(contract);
  await calls.getByLabel('Method', { exact: true }).nth(place).fill(method);
}

async function tryCalls(page: Page): Promise<void> {
  await expect(page.getByRole('radio', { name: 'Web3 calls' }).last()).toBeChecked();
  await expect(dryRun(page)).toContainText('Enter the contract’s address');
  await imagineCall(page, vault, 'deposit()');
  await expect(dryRun(page)).toContainText('Refused by “Never the vault”');
  await shoot(page, 'contract-rule-refuses');
  await imagineCall(page, router, 'deposit()');
  await expect(dryRun(page)).toContainText('calls that it does not name');
  await expect(dryRun(page)).toContainText('has to be approved');
  // A second call beside it does not escape the rule.
  await page.getByRole('group', { name: 'Contract calls' }).getByRole('button', { name: 'Add a contract' }).click();
  await imagineCall(page, vault, 'transfer(address,uint256)', 1);
  await expect(dryRun(page)).toContainText('Refused by “Never the vault”');
  await expect(dryRun(page)).toContainText('names some of the calls');
  await page.getByText('Transfers', { exact: true }).last().click();
  await expect(dryRun(page)).toContainText('is not about transfers');
}

async function propose(page: Page, owner: Owner): Promise<void> {
  await page.getByRole('button', { name: 'Propose' }).click();
  await stepUp(page, owner, page.getByText('“Never the vault” is proposed'));
  await page.goto((await page.getByTestId('approval-link').getAttribute('href')) ?? '');
  await expect(page.locator('main')).toContainText('Never the vault');
  await sign(page);
  await expect(async () => {
    await page.goto(engine);
    await expect(page.getByRole('link', { name: 'Never the vault' })).toBeVisible({ timeout: 3_000 });
  }).toPass({ timeout: 60_000 });
}

/** A link keeps the type; what is tried there is kept as a test case. */
async function keep(page: Page): Promise<void> {
  await page.goto(`${engine}?try=web3`);
  await imagineCall(page, vault, 'deposit()');
  await page.getByLabel('What this transaction is an example of').fill('The vault stays shut');
  await page.getByRole('button', { name: 'Keep as test case' }).click();
  const cases = page.getByTestId('rule-cases');
  await expect(cases).toContainText('1 test case holds');
  await expect(cases).toContainText(`Web3 calls · ${vault} 0xd0e30db0`);
}

async function exported(page: Page, path: string): Promise<RulesFile> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export' }).click(),
  ]);
  await download.saveAs(path);
  return JSON.parse(await readFile(path, 'utf8')) as RulesFile;
}

async function importIsRefused(page: Page, file: RulesFile, path: string): Promise<void> {
  const [rule] = file.senior;
  if (!rule) throw new Error('no rule');
  const calls = rule.when.calls.map((one) => ({ ...one, contract: router }));
  await writeFile(path, JSON.stringify({ ...file, senior: [{ ...rule, when: { ...rule.when, calls } }] }));
  await page.getByRole('button', { name: 'Import' }).click();
  const drawer = page.getByRole('dialog', { name: 'Rules' });
  await drawer.getByLabel('Choose a rules file').setInputFiles(path);
  await expect(drawer.getByRole('alert')).toContainText('cannot be proposed');
  await expect(drawer.getByTestId('rule-cases')).toContainText('1 of 1 test cases fails');
  await expect(drawer.getByTestId('back-test')).toContainText('contract calls, messages');
  await shoot(page, 'contract-rules-import-blocked');
  await drawer.getByRole('button', { name: 'Propose these rules' }).click();
  await expect(drawer.getByTestId('approval-link')).toHaveCount(0);
}

/** Those that show what has been written; as they are without it, e2e/screens.spec.ts looks at them. */
const screens = [
  ['engine-web3', `${engine}?try=web3`],
  ['edit-web3', ''],
  ['web3-log', `${engine}/senior/web3Log`],
] as const;

/** Every screen in both languages and themes and on a phone: readable by everybody, no sideways scrolling. */
async function look(context: BrowserContext, page: Page, edit: string): Promise<void> {
  for (const language of ['en_US', 'zh_CN']) {
    await context.addCookies([{ name: 'lan', value: language, url: sandbox.console }]);
    for (const [name, path] of screens) {
      await page.goto(path || edit);
      await expect(page.locator('main h1, main h2').first()).toBeVisible();
      await expect(page.locator('main .animate-pulse')).toHaveCount(0);
      for (const theme of ['light', 'dark']) {
        await page.evaluate((value) => document.documentElement.setAttribute('data-theme', value), theme);
        expect(await accessibilityFaults(page), `${name} ${language} ${theme}`).toEqual([]);
        await shoot(page, `${name}-${language}-${theme}`);
      }
      await page.setViewportSize({ width: 390, height: 844 });
      const wider = await page.locator('main').evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
      expect(wider, `${name} ${language}: sideways scrolling`).toBeLessThanOrEqual(0);
      await shoot(page, `${name}-${language}-phone`);
      await page.setViewportSize({ width: 1440, height: 900 });
    }
  }
}

test('a rule about contract calls is written, tried, in force, and held by its test case', async ({
  browser,
}, info) => {
  test.setTimeout(300_000);
  const { page, owner, reports } = await openOwner(browser, sandbox, { look: true });
  await write(page);
  await tryCalls(page);
  await propose(page, owner);
  await keep(page);
  const path = info.outputPath('rules.json');
  const file = await exported(page, path);
  expect(file.cases[0]?.payment).toMatchObject({
    type: 'web3',
    calls: [{ contract: vault, method: '0xd0e30db0' }],
  });
  await importIsRefused(page, file, path);
  await page.goto(`${engine}/senior/web3Log`);
  await expect(page.getByRole('row', { name: /In force.*Never the vault/ })).toBeVisible();
  await look(page.context(), page, `${engine}/senior/addStrategy?id=${file.senior[0]?.id}`);
  expect(reports, 'no report of the content security policy or Trusted Types').toEqual([]);
  await page.context().close();
});
