import { readFile, writeFile } from 'node:fs/promises';
import { type RulesFile, type SeniorRule, unconditional } from '@holdfast/policy';
import { expect, type Page, test } from '@playwright/test';
import { confirmIfAsked, decide, type Owner } from './support/console.ts';
import { openOwner, sandboxOfFile } from './support/installation.ts';
import { look } from './support/look.ts';
import { sign, stepUp } from './support/team.ts';

/** A text is pasted on the wallet page, seen as what it is, approved, and its signature is copied. */
const sandbox = sandboxOfFile();
const engine = '/mpc/center/strategyEngine';
const texts: SeniorRule = {
  ...{ id: 'texts', name: 'Texts are signed', enabled: 'on', type: 'web3', action: 'pass', signProtection: 'on' },
  nodes: [],
  when: { ...unconditional, messages: [{ chain: 'evm:31337', contract: '', types: [] }] },
};

/** A rule that names texts, by a file. */
async function bring(page: Page, owner: Owner, path: string): Promise<void> {
  await page.goto(engine);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export' }).click(),
  ]);
  await download.saveAs(path);
  const file = JSON.parse(await readFile(path, 'utf8')) as RulesFile;
  await writeFile(path, JSON.stringify({ ...file, senior: [texts] }));
  await page.getByRole('button', { name: 'Import' }).click();
  const drawer = page.getByRole('dialog', { name: 'Rules' });
  await drawer.getByLabel('Choose a rules file').setInputFiles(path);
  await expect(drawer.getByTestId('import-changes')).toContainText('Texts are signed');
  await drawer.getByRole('button', { name: 'Propose these rules' }).click();
  await stepUp(page, owner, drawer.getByText('The rules of the file are proposed'));
  await page.goto((await page.getByTestId('approval-link').getAttribute('href')) ?? '');
  await sign(page);
  await expect(async () => {
    await page.goto(engine);
    await expect(page.getByRole('link', { name: 'Texts are signed' })).toBeVisible({ timeout: 3_000 });
  }).toPass({ timeout: 60_000 });
}

test('a text is asked for, shown to who approves it, and signed', async ({ browser }, info) => {
  test.setTimeout(300_000);
  const { context, page, owner } = await openOwner(browser, sandbox, { look: true });
  await bring(page, owner, info.outputPath('rules.json'));
  await page.goto(`${sandbox.console}/mpc/wallet`);
  await page.getByRole('button', { name: 'Sign a message' }).first().click();
  const drawer = page.getByRole('dialog', { name: 'Sign a message' });
  await drawer.getByLabel('Text').fill('app.example wants you to sign in\nNonce: 7');
  await expect(drawer.getByTestId('message-table')).toContainText('It gives nobody anything by itself');
  await look(page, 'message-form');
  await drawer.getByRole('button', { name: 'Ask for the signature' }).click();
  await confirmIfAsked(drawer, page.getByRole('dialog', { name: 'Approval' }), owner);
  await page.goto((await page.getByTestId('approval-link').last().getAttribute('href')) ?? '');
  await expect(page.getByText(/^Sign a text with the account/).first()).toBeVisible();
  await expect(page.getByText('app.example wants you to sign in')).toBeVisible();
  await look(page, 'message-approval');
  await decide(page);

  await page.goto(`${sandbox.console}/mpc/center/transactions?d=transaction:3:1`);
  await page
    .getByRole('dialog', { name: 'Transaction' })
    .getByRole('button', { name: 'Message and signature' })
    .click();
  const shown = page.getByRole('dialog', { name: 'Message and signature' });
  await expect(async () => {
    await page.reload();
    await expect(shown.getByText(/^0x[0-9a-f]{128}1[bc]$/)).toBeVisible({ timeout: 4_000 });
  }).toPass({ timeout: 60_000 });
  await look(page, 'message-signature');
  await context.close();
});
