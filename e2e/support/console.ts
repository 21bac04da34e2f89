import { expect, type Locator, type Page } from '@playwright/test';
import { mine } from './chain.ts';
import type { RunningSandbox } from './sandbox.ts';
import { freshTotpCode } from './totp.ts';

/** One owner with everything they know and have. */
export interface Owner {
  readonly name: string;
  readonly email: string;
  readonly password: string;
  readonly passphrase: string;
  secret: string;
  readonly usedCodes: Set<string>;
  /** For how long the authenticator shows a code (`playwright.config.ts`). */
  readonly codeSeconds: number;
}

/** @param codeSeconds 30 in a sandbox that was started with the true ones */
export const newOwner = (codeSeconds = Number(process.env.HOLDFAST_CODE_SECONDS)): Owner => ({
  name: 'Olivia Owner',
  email: 'olivia@northwind.example',
  password: 'Correct-horse-battery-9',
  passphrase: 'violet-harbour-lamp-forty-two',
  secret: '',
  usedCodes: new Set(),
  codeSeconds,
});

/** Set-up as a new user does it: owner, authenticator, passkey on the signer's page, key ceremony, workspace. */
export async function setUp(
  page: Page,
  sandbox: Pick<RunningSandbox, 'console' | 'setupCode' | 'setupToken'>,
  owner: Owner,
): Promise<void> {
  await page.goto(`${sandbox.console}/mpc/setup#token=${sandbox.setupToken}`);
  await page.getByLabel('Name', { exact: true }).fill(owner.name);
  await page.getByLabel('E-mail').fill(owner.email);
  await page.getByLabel('Password').fill(owner.password);
  await page.getByRole('button', { name: 'Continue' }).click();
  owner.secret = ((await page.getByTestId('totp-secret').textContent()) ?? '').trim();
  await page.getByLabel('Authenticator code').fill(await freshTotpCode(owner));
  await page.getByRole('button', { name: 'Continue' }).click();
  await enrol(page, sandbox);
  await holdCeremony(page, owner);
  await page.getByLabel('Workspace name').fill('Northwind Treasury');
  await page.getByLabel('First wallet').fill('Main');
  await page.getByRole('button', { name: 'Create workspace' }).click();
  await expect(page.getByTestId('total-usd')).toBeVisible();
}

async function enrol(page: Page, sandbox: Pick<RunningSandbox, 'console' | 'setupCode'>): Promise<void> {
  await page.getByRole('link', { name: 'Create passkey' }).click();
  await expect(page.getByRole('heading', { name: 'Become the owner of this installation' })).toBeVisible();
  await page.getByLabel('Set-up code').fill(sandbox.setupCode);
  await page.getByRole('button', { name: 'Create passkey and set up' }).click();
  await expect(page.getByRole('heading', { name: 'You are the owner' })).toBeVisible();
  await page.getByRole('link', { name: /Continue at/ }).click();
}

async function holdCeremony(page: Page, owner: Owner): Promise<void> {
  await page.getByRole('link', { name: 'Start the key ceremony' }).click();
  await page.getByRole('button', { name: 'Approve and start' }).click();
  await expect(page.getByRole('heading', { name: 'Save your recovery kit' })).toBeVisible();
  await page.getByLabel('Passphrase', { exact: true }).fill(owner.passphrase);
  await page.getByLabel('Passphrase again').fill(owner.passphrase);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Encrypt and save the kit' }).click();
  const kit = await (await download).path();
  await page.locator('input[type=file]').setInputFiles(kit);
  await page.getByLabel('Passphrase', { exact: true }).fill(owner.passphrase);
  await page.getByRole('button', { name: 'Open the kit and confirm the keys' }).click();
  await expect(page.getByRole('heading', { name: 'The keys are made' })).toBeVisible();
  await page.getByRole('link', { name: /Continue at/ }).click();
}

export async function logIn(
  page: Page,
  sandbox: Pick<RunningSandbox, 'console' | 'setupCode'>,
  owner: Owner,
): Promise<void> {
  await page.goto(`${sandbox.console}/login`);
  await page.getByLabel('E-mail').fill(owner.email);
  await page.getByLabel('Password').fill(owner.password);
  await page.getByLabel('Authenticator code').fill(await freshTotpCode(owner));
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByTestId('total-usd')).toBeVisible();
}

/** Test coins from the sandbox panel, then blocks until they count. */
export async function takeTestCoins(page: Page, symbol: string, amount: string): Promise<void> {
  await page.goto(`/mpc/wallet?d=sandbox:${symbol}`);
  const panel = page.getByRole('dialog', { name: 'Sandbox' });
  await panel.getByLabel('Amount').fill(amount);
  await panel.getByRole('button', { name: `Send test ${symbol}` }).click();
  await expect(page.getByText(`${amount} ${symbol} sent`)).toBeVisible();
  for (const button of await panel.getByRole('button', { name: /^Mine 6 blocks/ }).all()) {
    await expect(button).toBeEnabled();
    await button.click();
  }
  await page.keyboard.press('Escape');
}

/** The available balance of a coin, as the table shows it. */
export function available(page: Page, symbol: string) {
  return page.getByTestId(`available-${symbol}`);
}

interface Order {
  readonly symbol: string;
  readonly amount: string;
  readonly to: string;
  /** Told with the payment; missing = nothing. */
  readonly memo?: string;
}

/** Asks for a withdrawal in the drawer, looks at it in full, and approves it with the passkey on the signer's page. */
export async function withdraw(page: Page, owner: Owner, order: Order): Promise<void> {
  await askForWithdrawal(page, owner, order);
  await approveOnSignerPage(page, order);
}

/** Up to where it waits for its approval. */
export async function askForWithdrawal(page: Page, owner: Owner, order: Order): Promise<void> {
  await page.goto(`/mpc/wallet?d=withdraw:${order.symbol}`);
  const drawer = page.getByRole('dialog', { name: 'Withdraw' });
  await drawer.getByLabel('Recipient').fill(order.to);
  await drawer.getByLabel('Amount').fill(order.amount);
  if (order.memo !== undefined) await drawer.getByLabel('Memo').fill(order.memo);
  await expect(drawer.getByText('Would be accepted')).toBeVisible();
  await drawer.getByRole('button', { name: 'Review' }).click();
  await drawer.getByLabel('I have compared the address and the amount').check();
  await drawer.getByRole('button', { name: new RegExp(`^Withdraw .*${order.symbol}`) }).click();
  await confirmIfAsked(drawer, page.getByRole('dialog', { name: 'Approval' }), owner);
  await expect(page.getByRole('link', { name: 'Review and sign' })).toBeVisible();
}

/** A fresh code, where the last one is too old for what is being done; else `next` shows at once. */
export async function confirmIfAsked(drawer: Locator, next: Locator, owner: Owner): Promise<void> {
  const code = drawer.getByLabel('Authenticator code');
  await expect(next.or(code)).toBeVisible();
  if (!(await code.isVisible())) return;
  await code.fill(await freshTotpCode(owner));
  await drawer.getByRole('button', { name: 'Confirm' }).click();
  // With the code comes another session: who leaves the page before that has none.
  await expect(next).toBeVisible();
}

/** On the signer's page: ticks that it was compared, and presses the button. Both are drawn after the request itself. */
export async function decide(page: Page, decision = /^(Approve|Sign this request)/): Promise<void> {
  const button = page.getByRole('button', { name: decision });
  await expect(button).toBeVisible();
  await page.getByRole('checkbox').check();
  await button.click();
  await expect(page.getByText(/^Signed\.|Your decision is with the signer/).first()).toBeVisible();
}

async function approveOnSignerPage(page: Page, order: Order): Promise<void> {
  const link = page.getByRole('link', { name: 'Review and sign' });
  await expect(link).toBeVisible();
  await page.goto((await link.getAttribute('href')) ?? '');
  // The page shows the whole address, in blocks, and the exact amount.
  await expect
    .poll(async () => ((await page.locator('main').textContent()) ?? '').replace(/\s/g, ''))
    .toContain(order.to);
  await expect(page.locator('main')).toContainText(order.amount);
  if (order.memo !== undefined) await expect(page.locator('main')).toContainText(order.memo);
  await decide(page, /^Approve/);
}

/** The newest order of a coin, until it is final: blocks come as fast as they are asked for. */
export async function untilCompleted(
  page: Page,
  faucet: string,
  symbol: string,
  chains: readonly string[],
): Promise<void> {
  await page.goto(`/mpc/center/transactions?type=2&symbol=${symbol}`);
  const row = page.getByRole('row').filter({ hasText: symbol }).first();
  await expect(async () => {
    for (const chain of chains) await mine(faucet, chain);
    await expect(row).toContainText('Completed', { timeout: 2_000 });
  }).toPass({ timeout: 90_000 });
}
