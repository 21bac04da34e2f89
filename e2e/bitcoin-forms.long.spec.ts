import { readFileSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import { confirmIfAsked, decide, type Owner } from './support/console.ts';
import { openOwner, sandboxOfFile } from './support/installation.ts';
import { takePicture } from './support/pictures.ts';
import { freshTotpCode } from './support/totp.ts';

/** What Bitcoin has of its own: taproot addresses, outputs that are joined while fees are low, files for other tools, children that pay for their parents. */
const sandbox = sandboxOfFile();
const folder = process.env.HOLDFAST_PICTURES;
const chain = 'bitcoin:regtest';

async function faucet(route: string, body: object): Promise<Record<string, unknown>> {
  const answer = await fetch(`${sandbox.faucet}/${route}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(20_000),
  });
  const text = await answer.text();
  expect(answer.ok, text).toBe(true);
  return JSON.parse(text) as Record<string, unknown>;
}
const fund = async (address: string, amount: string): Promise<string> =>
  String((await faucet('fund', { chain, symbol: 'BTC', address, amount })).txid);
const mine = (blocks: number) => faucet('mine', { chain, blocks });

let page: Page;
let owner: Owner;
let taproot = '';
const picture = async (name: string): Promise<void> => {
  if (folder) await takePicture(page, folder, name);
};
async function approve(): Promise<void> {
  await page.goto((await page.getByRole('link', { name: 'Review and sign' }).getAttribute('href')) ?? '');
}
test.describe.configure({ mode: 'serial' });
test.beforeAll(async ({ browser }) => {
  test.setTimeout(240_000);
  ({ page, owner } = await openOwner(browser, sandbox));
});

test('an address of the taproot form is made, and what comes to it is an output like any other', async () => {
  test.setTimeout(180_000);
  await page.goto('/mpc/wallet?d=deposit:BTC');
  const drawer = page.getByRole('dialog', { name: 'Deposit' });
  await drawer.getByLabel('Kind of address').selectOption('taproot');
  await drawer.getByRole('button', { name: 'New address' }).click();
  const row = drawer.getByRole('listitem').filter({ hasText: 'Taproot' });
  await expect(row).toBeVisible();
  await picture('taproot-address');
  taproot = (await row.locator('[title^="bcrt1p"]').getAttribute('title')) ?? '';
  for (let n = 0; n < 3; n++) await fund(taproot, '0.01');
  const usual = await drawer.locator('[title^="bcrt1q"]').first().getAttribute('title');
  for (let n = 0; n < 3; n++) await fund(usual ?? '', '0.01');
  await mine(6);
  await page.goto('/mpc/wallet?d=outputs:BTC');
  await expect(page.getByRole('dialog').getByText('6 ·')).toBeVisible({ timeout: 60_000 });
});

test('outputs are joined while fees are low: members say when, are told, and ask for it', async () => {
  test.setTimeout(240_000);
  const drawer = page.getByRole('dialog', { name: 'Outputs' });
  await drawer.getByRole('button', { name: 'Tell us when' }).click();
  await drawer.getByLabel('Highest rate').fill('1000');
  await drawer.getByLabel('More outputs than').fill('4');
  await drawer.getByRole('button', { name: 'Save' }).click();
  await expect(drawer.getByRole('button', { name: 'Join 6 outputs' })).toBeVisible();
  await expect(drawer.getByText(/joins 2 addresses/)).toBeVisible();
  await picture('outputs-to-join');
  await drawer.getByRole('button', { name: 'Join 6 outputs' }).click();
  const form = page.getByRole('dialog', { name: 'Withdraw' });
  await expect(form.getByText('Would be accepted')).toBeVisible();
  await expect(form.getByText(/joins 2 addresses/)).toBeVisible();
  await picture('joining-form');
  await form.getByRole('button', { name: 'Review' }).click();
  await form.getByLabel('I have compared the address and the amount').check();
  await form.getByRole('button', { name: /^Withdraw .*BTC/ }).click();
  await confirmIfAsked(form, page.getByRole('dialog', { name: 'Approval' }), owner);
  await approve();
  await decide(page, /^Approve/);
  await expect(async () => {
    await mine(1);
    await page.goto(`${sandbox.console}/mpc/wallet?d=outputs:BTC`);
    await expect(page.getByRole('dialog').getByText('1 ·')).toBeVisible({ timeout: 3_000 });
  }).toPass({ timeout: 120_000 });
});

test('its transaction is saved as a PSBT, and a file of another tool is compared with it', async () => {
  await page.goto('/mpc/center/transactions?type=2');
  await page.getByRole('row').filter({ hasText: 'BTC' }).first().click();
  const drawer = page.getByRole('dialog');
  const download = page.waitForEvent('download');
  await drawer.getByRole('button', { name: 'Save PSBT' }).click();
  const file = await (await download).path();
  const text = readFileSync(file, 'utf8');
  expect(text.startsWith('cHNidP8')).toBe(true);
  const choose = drawer.locator('input[type=file]');
  await choose.setInputFiles({ name: 'same.psbt', mimeType: 'text/plain', buffer: Buffer.from(text) });
  await expect(drawer.getByText('It is the same transaction')).toBeVisible();
  await picture('psbt');
  await choose.setInputFiles({ name: 'none.psbt', mimeType: 'text/plain', buffer: Buffer.from('no psbt at all') });
  await expect(page.getByText(/file/).last()).toBeVisible();
});

test('a payment that comes in and waits is paid for by a child, which members approve by those words', async () => {
  test.setTimeout(180_000);
  const parent = await fund(taproot, '0.02');
  await page.goto('/mpc/wallet?d=outputs:BTC');
  await page.getByRole('dialog').getByRole('button', { name: 'A payment is stuck' }).click();
  const drawer = page.getByRole('dialog', { name: 'Pay for the parent' });
  await drawer.getByLabel('Id of the transaction that waits').fill(parent);
  await expect(drawer.getByText('Fee of the child, about')).toBeVisible();
  await picture('child-form');
  await drawer.getByRole('button', { name: 'Ask to pay for it' }).click();
  const code = drawer.getByLabel('Authenticator code');
  const approval = page.getByRole('dialog', { name: 'Approval' });
  await expect(code.or(approval)).toBeVisible();
  if (await code.isVisible()) {
    await code.fill(await freshTotpCode(owner));
    await drawer.getByRole('button', { name: 'Confirm' }).click();
  }
  await approve();
  await expect(page.getByText('Pays for the parent')).toBeVisible();
  await expect(page.getByText(parent)).toBeVisible();
  await picture('child-approval');
  await decide(page, /^Approve/);
  await expect(async () => {
    await mine(1);
    await page.goto(`${sandbox.console}/mpc/center/transactions?type=2`);
    await expect(page.getByText('Done').first()).toBeVisible({ timeout: 3_000 });
  }).toPass({ timeout: 90_000 });
});
