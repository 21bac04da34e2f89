import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, type Page } from '@playwright/test';
import { holdBlocks, mine } from './chain.ts';
import { holdfast, talkingHoldfast } from './cli.ts';
import { confirmIfAsked, newOwner, type Owner, withdraw } from './console.ts';
import type { RunningSandbox } from './sandbox.ts';
import { drawer, type Screen } from './screens.ts';
import { payee } from './setup-workspace.ts';
import { invite, sign } from './team.ts';

const evm = 'evm:31337';
const batchPayees = [
  'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080',
  'bcrt1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qzf4jry',
];

/** The drawer that lies on top, as its link names it. */
const opened = (page: Page): string => (new URL(page.url()).searchParams.get('d') ?? '').split('~').at(-1) ?? '';
const shown = (name: string, link: string): Screen => ({ name, path: `/mpc/wallet?d=${link}` });

async function people(page: Page, owner: Owner): Promise<Screen[]> {
  await invite(page, owner, { ...newOwner(), name: 'Olga Petrova', email: 'olga@northwind.example' });
  await page.goto('/mpc/center/teamMember');
  await page.getByRole('button', { name: 'Olga Petrova' }).click();
  await expect(page.getByRole('dialog', { name: 'Invitation' })).toBeVisible();
  const invitation = shown('invitation', opened(page));
  await page.goto('/mpc/center/teamMember');
  await page.locator('[data-member]').filter({ hasText: 'You' }).getByRole('button').click();
  await expect(page.getByRole('dialog', { name: 'Member' })).toBeVisible();
  return [invitation, shown('member', opened(page))];
}

async function ownPayee(page: Page): Promise<Screen[]> {
  await page.goto('/mpc/wallet/personalBook?d=ownWrite');
  const form = page.getByRole('dialog');
  await form.getByLabel('Label').fill('Rent');
  await form.getByLabel('Address').fill(payee);
  await form.locator('button.btn-primary').last().click();
  await page.getByRole('button', { name: 'Rent' }).click();
  await expect.poll(() => opened(page)).toMatch(/^ownEntry:/);
  return [shown('my-payee', opened(page))];
}

/** A payment that no block takes, and what can be done about it. */
async function heldPayment(page: Page, sandbox: RunningSandbox, owner: Owner): Promise<Screen[]> {
  await holdBlocks(sandbox.faucet, evm);
  await withdraw(page, owner, { symbol: 'ETH', amount: '0.2', to: payee });
  await page.goto(`${sandbox.console}/mpc/center/transactions?type=2&symbol=ETH`);
  await page.getByRole('row').filter({ hasText: '0.2' }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Speed up' }).click({ timeout: 60_000 });
  await expect(page.getByRole('dialog', { name: 'Speed up a payment' })).toBeVisible();
  const id = opened(page).replace('speedUp:', '');
  return [shown('speed-up', `speedUp:${id}`), shown('drop', `dropPayment:${id}`)];
}

async function webHook(page: Page, sandbox: RunningSandbox, owner: Owner): Promise<Screen[]> {
  await page.goto('/mpc/center/transactionNotification?d=hookEndpoint');
  const form = page.getByRole('dialog', { name: 'Web hook' });
  await form.getByLabel('Name').fill('Ledger');
  await form.getByLabel('Address').fill(`${sandbox.hooks}/hook`);
  await form.getByRole('button', { name: 'Add web hook' }).click();
  await confirmIfAsked(form, form.getByTestId('hook-secrets'), owner);
  await form.getByRole('button', { name: 'I have kept it' }).click();
  await page.getByRole('button', { name: 'Send a test event' }).click();
  await page
    .getByRole('row', { name: /test\.sent/ })
    .getByRole('button')
    .click({ timeout: 60_000 });
  await expect(page.getByRole('dialog', { name: 'Delivery' })).toBeVisible();
  const delivery = shown('web-hook-delivery', opened(page));
  await page.goto('/mpc/center/transactionNotification');
  await page.getByRole('button', { name: 'Resend a period' }).click();
  await expect.poll(() => opened(page)).toMatch(/^hookReplay:/);
  return [delivery, shown('web-hook-replay', opened(page))];
}

async function apiClient(page: Page, owner: Owner, folder: string): Promise<Screen[]> {
  const { printed } = talkingHoldfast('device-key', 'new', path.join(folder, 'client.key.json'), '--plain');
  await page.goto('/mpc/center/api/addApi');
  await page.getByLabel('Name', { exact: true }).fill('Payroll');
  await page.getByLabel('Public key').fill(printed);
  await page.getByRole('button', { name: 'Propose' }).click();
  await confirmIfAsked(page.locator('main'), page.getByText('“Payroll” is proposed'), owner);
  await page.goto('/mpc/center/api');
  await page.getByRole('button', { name: 'Payroll' }).click();
  await expect.poll(() => opened(page)).toMatch(/^apiClient:/);
  const link = opened(page);
  const edit = `/mpc/center/api/editApi?app=${link.replace('apiClient:', '')}`;
  return [shown('api-client', link), { name: 'api-client-edit', path: edit }];
}

/** Signs on the signer's page what the console leads to. */
async function signLinked(page: Page): Promise<void> {
  await page.goto((await page.getByTestId('approval-link').getAttribute('href')) ?? '');
  await sign(page);
}

/** An advanced rule that is in force; none of the payments here is as large. */
async function advancedRule(page: Page, owner: Owner): Promise<Screen[]> {
  await page.goto('/mpc/center/strategyEngine/senior/addStrategy');
  await page.getByLabel('Name', { exact: true }).fill('Large ETH');
  await page.getByRole('combobox', { name: 'Asset' }).first().selectOption('Only these assets');
  await page.getByRole('checkbox', { name: /^ETH/ }).check();
  await page.getByRole('combobox', { name: 'Amount' }).selectOption('In coin');
  await page.getByLabel('More than').fill('100');
  await page.getByRole('button', { name: 'Propose' }).click();
  await confirmIfAsked(page.locator('main'), page.getByText('“Large ETH” is proposed'), owner);
  await signLinked(page);
  const link = page.getByRole('link', { name: 'Large ETH' });
  await expect(async () => {
    await page.goto('/mpc/center/strategyEngine');
    await expect(link).toBeVisible({ timeout: 3_000 });
  }).toPass({ timeout: 60_000 });
  return [{ name: 'rule-detail', path: (await link.getAttribute('href')) ?? '' }];
}

/** Five rows on the way to payees that nobody has paid before. @returns the address of the draft */
async function batchDraft(page: Page, name: string, more: readonly string[] = []): Promise<URL> {
  const rows = Array.from({ length: 5 }, (_, n) => `${batchPayees[n % 2]}\t0.01${n}`);
  await page.goto('/mpc/tools/batchTransfer?coin=BTC');
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Payees').fill([...rows, ...more].join('\n'));
  await page.getByRole('button', { name: 'Review batch' }).click();
  await expect(page).toHaveURL(/id=\d+/);
  return new URL(page.url());
}

/** A batch that is worked on, with a row to mend, and one that was paid. */
async function batches(page: Page, { faucet }: RunningSandbox, owner: Owner): Promise<Screen[]> {
  const draft = await batchDraft(page, 'Wages of May', ['nobody\t0.001']);
  const paid = await batchDraft(page, 'Suppliers of June');
  await page.getByLabel(/^I have looked at the 5 rows/).check();
  await page.getByRole('button', { name: /to 5 payees$/ }).click();
  const approval = page.getByRole('dialog', { name: 'Approval' });
  await confirmIfAsked(page.locator('main'), approval, owner);
  await expect(approval).toBeVisible();
  await signLinked(page);
  const record = shown('batch-record', `batch:${paid.searchParams.get('id')}`);
  await expect(async () => {
    await mine(faucet, 'bitcoin:regtest');
    await page.goto(record.path);
    await expect(page.getByText('5 of 5 paid')).toBeVisible({ timeout: 3_000 });
  }).toPass({ timeout: 120_000 });
  return [{ name: 'batch-draft', path: `${draft.pathname}${draft.search}` }, record];
}

async function keyMaterial(page: Page, owner: Owner, folder: string): Promise<Screen[]> {
  writeFileSync(path.join(folder, 'pass'), 'canal timber violin osprey\n');
  const file = path.join(folder, 'me.age');
  const recipient = holdfast('kit', 'recipient', file, '--passphrase-file', path.join(folder, 'pass'));
  await page.goto('/mpc/center/keyRecovery?d=keyRequest');
  const form = page.getByRole('dialog');
  await form.getByLabel('Recipient').fill(recipient);
  await form.getByLabel('Remark').fill('A drill');
  await form.getByRole('button', { name: 'Ask for approval' }).click();
  await confirmIfAsked(form, page.getByText('waits for signatures'), owner);
  await page.goto('/mpc/center/keyRecovery');
  await page
    .getByRole('button', { name: /^Share of/ })
    .first()
    .click();
  await expect.poll(() => opened(page)).toMatch(/^keyMaterial:/);
  return [shown('key-material-request', opened(page))];
}

/**
 * The drawers that show one thing, once there is one of each: an invitation, a payment that waits for a block, a delivery. Ethereum's blocks stand still from then
 * on. @param deposit one that has been credited
 */
export async function makeThings(
  page: Page,
  sandbox: RunningSandbox,
  owner: Owner,
  deposit: string,
): Promise<Screen[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'holdfast-things-'));
  try {
    return [
      { name: 'coin', path: drawer('coin', `ETH@${evm}@`) },
      { name: 'bump-rule', path: drawer('bumpRule', 'ETH', '1') },
      { name: 'pay-for', path: drawer('payFor', 'BTC', '1') },
      { name: 'refund', path: drawer('refund', deposit) },
      ...(await people(page, owner)),
      ...(await ownPayee(page)),
      ...(await webHook(page, sandbox, owner)),
      ...(await apiClient(page, owner, folder)),
      ...(await advancedRule(page, owner)),
      ...(await batches(page, sandbox, owner)),
      ...(await keyMaterial(page, owner, folder)),
      ...(await heldPayment(page, sandbox, owner)),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
