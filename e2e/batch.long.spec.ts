import { expect, test } from '@playwright/test';
import { available, decide, takeTestCoins } from './support/console.ts';
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

test('two hundred rows are pasted, mended, approved once and paid', async ({ browser }) => {
  test.setTimeout(400_000);
  const { context, page, owner } = await openOwner(browser, sandbox);
  const picture = async (name: string): Promise<void> => {
    if (folder) await takePicture(page, folder, name);
  };
  await takeTestCoins(page, 'BTC', '1');
  await expect(available(page, 'BTC')).toHaveText('1', { timeout: 60_000 });

  // One stranger, paid a different amount by each row.
  const payee = 'bcrt1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qzf4jry';
  const rows = Array.from({ length: 199 }, (_, n) => `${payee}\t0.00${String(1000 + n)}`);
  await page.goto('/mpc/center/tools');
  await page.getByRole('link', { name: /Batch transfer/ }).click();
  await page.getByLabel('Name').fill('Wages of May');
  await picture('batch start');
  await page.getByLabel('Payees').fill([...rows, 'nobody\t0.001'].join('\n'));
  await page.getByRole('button', { name: 'Look at these' }).click();

  await expect(page.getByText('1 row has something to mend')).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText('No payee here was ever paid before')).toHaveCount(1);
  await expect(page.getByText('Never paid before')).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Pay / })).toHaveCount(0);
  await picture('batch draft');
  await page.reload();
  await page.getByRole('button', { name: 'To mend 1' }).click();
  await page.getByRole('button', { name: 'Mend row 200' }).click();
  await page.getByLabel('Address of row 200').fill('bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080');
  await picture('batch mend');
  await page.getByRole('button', { name: 'Take over' }).click();
  await expect(page.getByText('1 row has something to mend')).toHaveCount(0);
  await page.getByLabel(/^I have looked at the 200 rows/).check();
  await picture('batch ask');
  await page.getByRole('button', { name: /to 200 payees$/ }).click();
  const code = page.getByLabel('Authenticator code');
  const approval = page.getByRole('dialog', { name: 'Approval' });
  await expect(code.or(approval)).toBeVisible();
  if (await code.isVisible()) {
    await code.fill(await freshTotpCode(owner));
    await page.getByRole('button', { name: 'Confirm' }).click();
  }
  await page.goto((await page.getByRole('link', { name: 'Review and sign' }).getAttribute('href')) ?? '');
  await expect(page.getByRole('heading', { name: 'Recipients (200)' })).toBeVisible();
  await expect(page.locator('section .address')).toHaveCount(200);
  await picture('batch approval');
  await decide(page, /^Approve/);

  await page.goto(`${sandbox.console}/mpc/tools/batchTransfer/transferRecord`);
  await expect(async () => {
    await faucet('mine', { chain: 'bitcoin:regtest', blocks: 1 });
    await page.reload();
    await expect(page.getByText('200/200')).toBeVisible({ timeout: 3_000 });
  }).toPass({ timeout: 120_000 });
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
    await page.getByRole('button', { name: 'Look at these' }).click();
    await expect(page.getByText('2 rows have something to mend')).toBeVisible();
    await picture('batch draft phone');
  }
  await context.close();
});
