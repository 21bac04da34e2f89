import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { holdfast, refusedHoldfast } from './support/cli.ts';
import type { Owner } from './support/console.ts';
import { openOwner, sandboxOfFile } from './support/installation.ts';
import { shoot, sign, stepUp } from './support/team.ts';

/** The signers wait so long here, not a day. */
const waitSeconds = 25;
const screen = '/mpc/center/keyRecovery';
const sandbox = sandboxOfFile({ env: { HOLDFAST_KEY_MATERIAL_SECONDS: String(waitSeconds) } });
let dir: string;
test.beforeAll(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'holdfast-share-'));
});
test.afterAll(() => {
  rmSync(dir, { recursive: true, force: true });
});

const at = (name: string): string => path.join(dir, name);

/** Asks for the share of the first signer and signs for it on the signer's page. */
async function ask(page: Page, owner: Owner, recipient: string, reason: string): Promise<void> {
  await page.goto(screen);
  await page.getByRole('button', { name: 'Request key material' }).first().click();
  const drawer = page.getByRole('dialog');
  await drawer.getByLabel('Recipient').fill(recipient);
  await drawer.getByLabel('Remark').fill(reason);
  await drawer.getByRole('button', { name: 'Ask for approval' }).click();
  await stepUp(page, owner, page.getByText('waits for signatures'));
  await page.goto((await page.getByTestId('approval-link').getAttribute('href')) ?? '');
  await expect(page.getByText('With one more share')).toBeVisible();
  await shoot(page, 'key-material-approval');
  await sign(page);
}

test('key material is asked for, told on every screen and by every signer, handed out after the wait, and another refused for good on the other signer’s page', async ({
  browser,
}) => {
  test.setTimeout(300_000);
  const { page, owner } = await openOwner(browser, sandbox);
  writeFileSync(at('pass'), 'canal timber violin osprey\n');
  const recipient = holdfast('kit', 'recipient', at('me.age'), '--passphrase-file', at('pass'));
  await ask(page, owner, recipient, 'A drill');
  for (const signer of sandbox.signers) {
    // The page says what its signer knew when it was opened.
    await expect(async () => {
      await page.goto('about:blank');
      await page.goto(signer);
      await expect(page.getByText(/Key material of .* goes out/)).toBeVisible({ timeout: 1_000 });
    }).toPass({ timeout: 30_000 });
  }
  await page.goto('/mpc/wallet');
  await expect(page.getByRole('alert').getByText(/Key material of .* goes to/)).toBeVisible({ timeout: 30_000 });
  await page.getByRole('button', { name: 'I have seen it' }).click();
  await expect(page.getByRole('button', { name: 'I have seen it' })).toHaveCount(0);
  await page.goto(screen);
  const asked = page.getByRole('button', { name: /^Share of/ }).first();
  await expect(asked).toBeVisible();
  await shoot(page, 'key-material');
  await asked.click();
  const drawer = page.getByRole('dialog');
  await expect(drawer.getByText('seen')).toBeVisible();
  const download = drawer.getByRole('button', { name: 'Download the file' });
  await expect(download).toBeVisible({ timeout: (waitSeconds + 20) * 1_000 });
  const [file] = await Promise.all([page.waitForEvent('download'), download.click()]);
  await file.saveAs(at('share.txt'));
  const passes = ['--passphrase-file', at('pass'), '--passphrase-file', at('pass')];
  const open = ['kit', 'open', at('share.txt'), at('kit.age'), '--key', at('me.age'), ...passes];
  await page.goto(sandbox.signers[1]);
  const print = page.locator('section', { hasText: 'Fingerprint of this signer' }).locator('.words li');
  await expect(print).toHaveCount(8);
  const ofAnother = (await print.allTextContents()).join(' ');
  expect(refusedHoldfast(...open)).toContain('origin');
  expect(refusedHoldfast(...open, '--fingerprint', ofAnother)).toContain('not from the signer');
  expect(holdfast(...open, '--signer', sandbox.signers[0])).toContain('party 1');
  await page.goto(screen);

  await ask(page, owner, recipient, 'Once more');
  await expect(async () => {
    await page.goto('about:blank');
    await page.goto(sandbox.signers[1]);
    await expect(page.getByText(/Key material of .* (goes|went|can go) out/)).toHaveCount(2, { timeout: 1_000 });
  }).toPass({ timeout: 30_000 });
  await page.getByRole('link', { name: 'View it, or refuse' }).last().click();
  await page.locator('#refuse').click();
  await page.getByRole('alertdialog').getByRole('button').last().click();
  await expect(page.getByText(/refused this request|Refused/).first()).toBeVisible();
  await page.goto(screen);
  await expect(page.getByText('Refused').first()).toBeVisible({ timeout: 30_000 });
});
