import { expect, type Page, test } from '@playwright/test';
import { available, decide, type Owner, takeTestCoins } from './support/console.ts';
import { openOwner, sandboxOfFile } from './support/installation.ts';
import { takePicture } from './support/pictures.ts';
import { freshTotpCode } from './support/totp.ts';

const sandbox = sandboxOfFile();
const folder = process.env.HOLDFAST_PICTURES;

async function faucet(route: string, body: object): Promise<void> {
  const answer = await fetch(`${sandbox.faucet}/${route}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(20_000),
  });
  expect(answer.ok, await answer.text()).toBe(true);
}

interface Desk {
  readonly page: Page;
  readonly owner: Owner;
}

async function choose(page: Page, coin: string): Promise<void> {
  await page.getByLabel('Coin').click();
  await page.getByRole('option', { name: coin }).first().click();
}

/** From the button that asks to the signer's page. */
async function review({ page, owner }: Desk, payees: number): Promise<void> {
  await page.getByLabel(new RegExp(`^I have looked at the ${payees} rows`)).check();
  await page.getByRole('button', { name: new RegExp(`to ${payees} payees$`) }).click();
  const code = page.getByLabel('Authenticator code');
  const approval = page.getByRole('dialog', { name: 'Approval' });
  await expect(code.or(approval)).toBeVisible();
  if (await code.isVisible()) {
    await code.fill(await freshTotpCode(owner));
    await page.getByRole('button', { name: 'Confirm' }).click();
  }
  await page.goto((await page.getByRole('link', { name: 'Review and sign' }).getAttribute('href')) ?? '');
  await expect(page.getByRole('heading', { name: `Recipients (${payees})` })).toBeVisible();
  await expect(page.locator('section .address')).toHaveCount(payees);
}

/** Mines until the list says that all of them are paid. */
async function paid(page: Page, chain: string, text: string): Promise<void> {
  await page.goto(`${sandbox.console}/mpc/tools/batchTransfer/transferRecord`);
  await expect(async () => {
    await faucet('mine', { chain, blocks: 1 });
    await page.reload();
    await expect(page.getByText(text)).toBeVisible({ timeout: 3_000 });
  }).toPass({ timeout: 120_000 });
}

let desk: Desk;
const picture = async (name: string): Promise<void> => {
  if (folder) await takePicture(desk.page, folder, name);
};
test.describe.configure({ mode: 'serial' });
test.beforeAll(async ({ browser }) => {
  desk = await openOwner(browser, sandbox);
});

test('two hundred rows are pasted, mended, approved once and paid', async () => {
  test.setTimeout(400_000);
  const { page } = desk;
  await takeTestCoins(page, 'BTC', '1');
  await expect(available(page, 'BTC')).toHaveText('1', { timeout: 60_000 });

  // One stranger, paid a different amount by each row.
  const payee = 'bcrt1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qzf4jry';
  const rows = Array.from({ length: 199 }, (_, n) => `${payee}\t0.00${String(1000 + n)}`);
  await page.goto('/mpc/center/tools');
  await page.getByRole('link', { name: /Batch transfer/ }).click();
  await choose(page, 'BTC');
  await page.getByLabel('Name').fill('Wages of May');
  await picture('batch start');
  await page.getByLabel('Payees').fill([...rows, 'nobody\t0.001'].join('\n'));
  await page.getByRole('button', { name: 'Review batch' }).click();

  await expect(page.getByText('1 row needs fixing')).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText('No payee here was ever paid before')).toHaveCount(1);
  await expect(page.getByText('Never paid before')).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Pay / })).toHaveCount(0);
  await picture('batch draft');
  await page.reload();
  await page.getByRole('button', { name: 'To mend 1' }).click();
  await page.getByRole('button', { name: 'Mend row 200' }).click();
  await page.getByLabel('Address of row 200').fill('bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080');
  await picture('batch mend');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('1 row needs fixing')).toHaveCount(0);
  await picture('batch ask');
  await review(desk, 200);
  await picture('batch approval');
  await decide(page, /^Approve/);

  await paid(page, 'bitcoin:regtest', '200/200');
  await picture('batch records');
  await page.getByText('Wages of May').click();
  const record = page.getByRole('dialog', { name: 'Batch transfer' });
  await expect(record.getByText('200 of 200 paid')).toBeVisible();
  await picture('batch record');
  const download = page.waitForEvent('download');
  await record.getByRole('button', { name: 'CSV file' }).click();
  expect((await download).suggestedFilename()).toContain('.csv');
  if (folder) {
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.setViewportSize({ width: 390, height: 844 });
    await picture('batch record phone');
    await page.goto('/mpc/tools/batchTransfer');
    await page.getByLabel('Payees').fill('nobody 0.1\nnobody 0.2');
    await page.getByRole('button', { name: 'Review batch' }).click();
    await expect(page.getByText('2 rows need fixing')).toBeVisible();
    await picture('batch draft phone');
    await page.emulateMedia({ colorScheme: 'light' });
    await page.setViewportSize({ width: 1440, height: 900 });
  }
});

test('twenty rows of a token are approved once, and each is paid by a transaction of its own', async () => {
  test.setTimeout(300_000);
  const { page } = desk;
  await page.goto('/mpc/wallet');
  await takeTestCoins(page, 'ETH', '5');
  await expect(available(page, 'ETH')).toHaveText('5', { timeout: 60_000 });
  await takeTestCoins(page, 'USDC', '100');
  await expect(available(page, 'USDC')).toHaveText('100', { timeout: 60_000 });

  const rows = Array.from({ length: 20 }, (_, n) => `0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC\t1.${100 + n}`);
  await page.goto('/mpc/tools/batchTransfer');
  await choose(page, 'USDC');
  await page.getByLabel('Name').fill('Suppliers of June');
  await page.getByLabel('Payees').fill(rows.join('\n'));
  await page.getByRole('button', { name: 'Review batch' }).click();
  // Which rule applies and who must approve it is said before it is asked for.
  await expect(page.getByText('Default rule of all wallets')).toBeVisible({ timeout: 30_000 });
  await expect(page.getByRole('term').filter({ hasText: /^Approvers$/ })).toBeVisible();
  await picture('batch tokens');
  await review(desk, 20);
  await picture('batch tokens approval');
  await decide(page, /^Approve/);
  await paid(page, 'evm:31337', '20/20');
  await page.getByText('Suppliers of June').click();
  const record = page.getByRole('dialog', { name: 'Batch transfer' });
  await expect(record.getByText('20 of 20 paid')).toBeVisible();
  await expect(record.getByRole('columnheader', { name: 'Transaction' })).toBeVisible();
  await picture('batch tokens record');
});

test('two hundred rows are approved once and paid by one call of the contract', async () => {
  test.setTimeout(400_000);
  const { page } = desk;
  const rows = Array.from(
    { length: 200 },
    (_, n) => `0x${(0x1000 + n).toString(16).padStart(40, '7')}\t0.00${1000 + n}`,
  );
  await page.goto('/mpc/tools/batchTransfer');
  await choose(page, 'ETH');
  await page.getByLabel('Name').fill('Grants of July');
  await page.getByLabel('Payees').fill(rows.join('\n'));
  await page.getByRole('button', { name: 'Review batch' }).click();
  const inOne = page.getByLabel('Pay all rows in one transaction');
  await inOne.check();
  // What it costs this way is another version of the draft, which has to be looked at anew.
  await expect(inOne).toBeEnabled();
  await picture('batch contract');
  await review(desk, 200);
  await expect(page.getByText('0xF1f0438DcFa803e5f0e48f13D064E9a7B3D9b962', { exact: true })).toBeVisible();
  await picture('batch contract approval');
  await decide(page, /^Approve/);
  await paid(page, 'evm:31337', '200/200');
  await page.getByText('Grants of July').click();
  await expect(page.getByRole('dialog', { name: 'Batch transfer' }).getByText('200 of 200 paid')).toBeVisible();
  await picture('batch contract record');
});
