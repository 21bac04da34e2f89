import { expect, type Page, test } from '@playwright/test';
import { accessibilityFaults, withAxe } from './support/axe.ts';
import { logIn, newOwner, type Owner, setUp } from './support/console.ts';
import { sandboxOfFile } from './support/installation.ts';
import { policyReports } from './support/policy.ts';
import { invite, join, newcomer, person, shoot, sign, stepUp } from './support/team.ts';
import { freshTotpCode } from './support/totp.ts';

/** How members log in: what they change themselves, where they are logged in, and what an owner resets for them. */
const resetSeconds = 4;
const sandbox = sandboxOfFile({ env: { HOLDFAST_RESET_SECONDS: String(resetSeconds) } });

const codeOf = (owner: Owner): Promise<string> => freshTotpCode(owner);
const sessions = (page: Page) => page.locator('[data-session]');

async function changePassword(page: Page, who: Owner, next: string): Promise<Owner> {
  await page.getByRole('button', { name: 'Change: Password' }).click();
  const drawer = page.getByRole('dialog', { name: 'Change password' });
  await drawer.getByLabel('Current password').fill(who.password);
  await drawer.getByLabel('New password', { exact: true }).fill('Summer2026!!!!');
  // The meter has the list of common passwords by now, and says what the server is about to.
  await expect(drawer.getByText('Too easy to guess: it will not be accepted')).toBeVisible();
  await drawer.getByLabel('New password again').fill('Summer2026!!!!');
  await drawer.getByLabel('Authenticator code').fill(await codeOf(who));
  await drawer.getByRole('button', { name: 'Change the password' }).click();
  await expect(drawer.getByText('This password is easy to guess')).toBeVisible();
  await shoot(page, 'account-password');
  await drawer.getByLabel('New password', { exact: true }).fill(next);
  await drawer.getByLabel('New password again').fill(next);
  await drawer.getByLabel('Authenticator code').fill(await codeOf(who));
  await drawer.getByRole('button', { name: 'Change the password' }).click();
  await expect(drawer.getByText('Your password is changed')).toBeVisible();
  await drawer.getByRole('button', { name: 'Close' }).last().click();
  return { ...who, password: next };
}

/** From the log-in to where one was. */
async function comeBack(page: Page, who: Owner, place: RegExp): Promise<void> {
  await page.getByLabel('E-mail').fill(who.email);
  await page.getByLabel('Password').fill(who.password);
  await page.getByLabel('Authenticator code').fill(await codeOf(who));
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page).toHaveURL(place);
}

/** The new authenticator shows its code, wherever it was begun. */
async function scanned(page: Page, who: Owner): Promise<Owner> {
  const secret = ((await page.getByTestId('totp-secret').textContent()) ?? '').trim();
  const next = { ...who, secret, usedCodes: new Set<string>() };
  await page.getByLabel('Code of the new authenticator').fill(await codeOf(next));
  await page.getByRole('button', { name: 'Use the new authenticator' }).click();
  return next;
}

test('a member changes password and authenticator, ends a session elsewhere, and is reset by an owner unless that is stopped', async ({
  browser,
}) => {
  test.setTimeout(420_000);
  const open = () => browser.newContext({ baseURL: sandbox.console, reducedMotion: 'reduce' });
  const page = await newcomer(open);
  await withAxe(page.context());
  const reports = policyReports(page.context());
  const owner = newOwner();
  await setUp(page, sandbox, owner);
  let bo = person('Bo Approver', 'bo@northwind.example');
  const other = await newcomer(open);
  await withAxe(other.context());
  const otherReports = policyReports(other.context());
  await join(other, await invite(page, owner, bo), bo);
  await page.goto('/mpc/center/teamMember');
  await page.getByRole('button', { name: /Bo Approver/ }).click();
  await page.goto((await page.getByTestId('approval-link').getAttribute('href')) ?? '');
  await sign(page);
  await page.goto('/mpc/center/teamMember');
  const row = page.locator('[data-member]').filter({ hasText: 'Bo Approver' });
  await expect(row).toContainText('Approver', { timeout: 60_000 });
  await logIn(other, sandbox, bo);

  await test.step('password', async () => {
    await other.getByRole('button', { name: /Account/ }).click();
    await other.getByRole('menuitem', { name: 'Account' }).click();
    await expect(other.getByText('Answers on the pages of Signer 1')).toBeVisible();
    bo = await changePassword(other, bo, 'Seven-paper-boats-in-winter');
  });

  const third = await newcomer(open);
  await test.step('a session elsewhere comes, is ended, and says so; after the log-in one is where one was', async () => {
    await expect(sessions(other)).toHaveCount(1);
    await logIn(third, sandbox, bo);
    await third.goto('/mpc/center/transactions?type=1');
    await expect(third.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(sessions(other)).toHaveCount(2);
    await shoot(other, 'account-sessions');
    await sessions(other)
      .getByRole('button', { name: /^End the session/ })
      .click();
    await other.getByRole('alertdialog').getByRole('button', { name: 'End' }).click();
    await expect(sessions(other)).toHaveCount(1);
    await expect(third.getByText('You were logged out: this session was ended elsewhere')).toBeVisible();
    await shoot(third, 'account-session-over');
    expect(third.url()).toMatch(/\/login$/);
    await comeBack(third, bo, /\/mpc\/center\/transactions\?type=1$/);
  });

  await test.step('authenticator: the other session ends with it', async () => {
    await other.getByRole('button', { name: 'Change: Authenticator' }).click();
    const drawer = other.getByRole('dialog', { name: 'Change authenticator' });
    await drawer.getByLabel('Current password').fill(bo.password);
    await drawer.getByLabel('Authenticator code').fill(await codeOf(bo));
    await drawer.getByRole('button', { name: 'Continue' }).click();
    await expect(drawer.getByTestId('totp-secret')).toBeVisible();
    await shoot(other, 'account-authenticator');
    bo = await scanned(other, bo);
    await expect(drawer.getByText('The new authenticator is in use')).toBeVisible();
    await expect(drawer.getByText('1 other session has ended.')).toBeVisible();
    await drawer.getByRole('button', { name: 'Close' }).last().click();
    await expect(third).toHaveURL(/\/login$/);
  });

  const ask = async (what?: string): Promise<string> => {
    await page.goto('/mpc/center/teamMember');
    await row.getByRole('button').click();
    await page.getByRole('button', { name: 'Reset how they log in' }).click();
    const drawer = page.getByRole('dialog', { name: 'Reset login' });
    if (what) {
      await drawer.getByLabel('What was lost').click();
      await page.getByRole('option', { name: what }).click();
    }
    await expect(drawer.getByText('It gives nobody a key to approve with')).toBeVisible();
    await shoot(page, 'account-reset-ask');
    expect(await accessibilityFaults(page)).toEqual([]);
    await drawer.getByRole('button', { name: 'Make the link' }).click();
    await stepUp(page, owner, drawer.getByText('Hand over this link'));
    await shoot(page, 'account-reset-link');
    return (await drawer.getByTestId('reset-link').textContent()) ?? '';
  };

  await test.step('a reset that the member did not want is stopped by them', async () => {
    const link = await ask('Password');
    const banner = other.getByRole('status').filter({ hasText: 'Olivia Owner asks to reset your password' });
    await expect(banner).toBeVisible();
    await shoot(other, 'account-reset-mine');
    expect(await accessibilityFaults(other)).toEqual([]);
    await banner.getByRole('button', { name: 'Stop it' }).click();
    await other.getByRole('alertdialog').getByRole('button', { name: 'Stop it' }).click();
    await expect(banner).toHaveCount(0);
    await third.goto(link);
    await expect(third.getByText('This link does not work')).toBeVisible();
    await third.goto('about:blank');
  });

  await test.step('one that they did want gives them a new authenticator, and ends their sessions', async () => {
    const link = await ask();
    await third.goto(link);
    await expect(third.getByLabel('Password')).toBeVisible({ timeout: 60_000 });
    await shoot(third, 'account-reset-use');
    await third.getByLabel('Password').fill(bo.password);
    await third.getByRole('button', { name: 'Continue' }).click();
    bo = await scanned(third, bo);
    await expect(third.getByText('The new authenticator is in use')).toBeVisible();
    expect(third.url()).not.toContain('token');
    await expect(other.getByText('You were logged out: this session was ended elsewhere')).toBeVisible();
    await comeBack(other, bo, /\/mpc\/center\/account$/);
  });

  await test.step('the owner is told of all of it, and Activity has the words', async () => {
    await page.goto('/mpc/center/activity');
    for (const text of ['asked to reset the password of Bo Approver', 'changed their authenticator'])
      await expect(page.getByText(text).first()).toBeVisible({ timeout: 30_000 });
    await expect(page.getByText('After a reset, a new authenticator: Bo Approver')).toBeVisible();
    await page.goto('/mpc/wallet?d=notices');
    await expect(page.getByText('Bo Approver has a new authenticator after the reset')).toBeVisible();
  });
  expect([...reports, ...otherReports], 'no report of the content security policy or Trusted Types').toEqual([]);
  for (const one of [page, other, third]) await one.context().close();
});
