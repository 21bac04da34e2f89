import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { addAuthenticator } from './support/authenticator.ts';
import { logIn, newOwner, type Owner, setUp } from './support/console.ts';
import { policyReports } from './support/policy.ts';
import { type RunningSandbox, startSandbox } from './support/sandbox.ts';
import { freshTotpCode } from './support/totp.ts';

/** Somebody joins and leaves: invitation, key on the signer's page, decision on the signer's page. */
let sandbox: RunningSandbox;
test.beforeAll(async () => {
  test.setTimeout(240_000);
  sandbox = await startSandbox();
});
test.afterAll(async () => {
  await sandbox?.stop();
});

const shots = process.env.HOLDFAST_PICTURES;
const shoot = async (page: Page, name: string): Promise<void> => {
  if (shots) await page.screenshot({ path: `${shots}/${name}.png`, fullPage: true });
};

/** A fresh code, where the drawer asks for one. */
async function stepUp(page: Page, owner: Owner, done: ReturnType<Page['getByText']>): Promise<void> {
  const code = page.getByRole('dialog').getByLabel('Authenticator code');
  await expect(done.or(code).first()).toBeVisible();
  if (!(await code.isVisible())) return;
  await code.fill(await freshTotpCode(owner.secret, owner.usedCodes));
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
  await expect(done.first()).toBeVisible();
}

async function invite(page: Page, owner: Owner): Promise<string> {
  await page.goto('/mpc/center/teamMember');
  await page.getByRole('button', { name: 'Invite' }).click();
  const drawer = page.getByRole('dialog', { name: 'Invite' });
  await drawer.getByLabel('Name').fill('Bo Approver');
  await drawer.getByLabel('E-mail').fill('bo@northwind.example');
  await shoot(page, 'team-invite');
  await drawer.getByRole('button', { name: 'Make the link' }).click();
  await stepUp(page, owner, drawer.getByText('Hand over this link'));
  return (await page.getByTestId('invite-link').textContent()) ?? '';
}

/** From the link to "the members decide now". @returns the words of the key, as its holder saw them */
async function join(page: Page, link: string, person: Owner): Promise<string[]> {
  await page.goto(link);
  await expect(page.getByText('Northwind Treasury')).toBeVisible();
  await shoot(page, 'join-key');
  await page.getByRole('link', { name: 'Make my key' }).click();
  await expect(page.getByRole('heading', { name: 'Make your key' })).toBeVisible();
  await shoot(page, 'join-signer');
  await page.getByRole('button', { name: 'Create passkey' }).click();
  await expect(page.getByRole('heading', { name: 'Your key is made' })).toBeVisible();
  const words = await page.locator('.words li').allTextContents();
  await page.getByRole('link', { name: /Continue at/ }).click();
  await expect(page.getByLabel('Password again')).toBeVisible();
  expect(page.url()).toBe(link);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByLabel('Password again').fill(person.password);
  await shoot(page, 'join-password');
  await page.getByRole('button', { name: 'Continue' }).click();
  person.secret = ((await page.getByTestId('totp-secret').textContent()) ?? '').trim();
  await page.getByLabel('Authenticator code').fill(await freshTotpCode(person.secret, person.usedCodes));
  await page.getByRole('button', { name: 'Finish joining' }).click();
  await expect(page.getByText('The members decide now')).toBeVisible();
  await page.reload();
  await expect(page.getByText('The members decide now')).toBeVisible();
  return words;
}

/** On the signer's page, as often as it asks. */
async function sign(page: Page): Promise<void> {
  const done = page.getByText(/All decisions are there|Takes effect/).first();
  const button = page.getByRole('button', { name: /^(Approve|Sign this request)/ });
  for (let turn = 0; turn < 3; turn += 1) {
    await expect(done.or(button).first()).toBeVisible();
    if (await done.isVisible()) return;
    const box = page.getByRole('checkbox');
    if (await box.isVisible()) await box.check();
    await button.click();
    await expect(
      page
        .getByText('Your decision is with the signer')
        .or(page.getByText(/^Signed\./))
        .first(),
    ).toBeVisible();
    if (await button.isVisible()) continue;
    return;
  }
}

async function newcomer(open: () => Promise<BrowserContext>): Promise<Page> {
  const context = await open();
  const page = await context.newPage();
  await addAuthenticator(context, page);
  return page;
}

test('an invited person makes a key, joins when the owner has approved it, works, and is out when removed', async ({
  browser,
}) => {
  test.setTimeout(300_000);
  const open = () => browser.newContext({ baseURL: sandbox.console, acceptDownloads: true });
  const page = await newcomer(open);
  const reports = policyReports(page.context());
  const owner = newOwner();
  await setUp(page, sandbox, owner);
  const link = await invite(page, owner);

  const bo = { ...newOwner(), name: 'Bo Approver', email: 'bo@northwind.example', usedCodes: new Set<string>() };
  const other = await newcomer(open);
  const otherReports = policyReports(other.context());
  const words = await join(other, link, bo);
  expect(words).toHaveLength(8);

  await page.goto('/mpc/center/teamMember');
  await page.getByRole('button', { name: /Bo Approver/ }).click();
  await shoot(page, 'team-invitation');
  const approval = page.getByTestId('approval-link');
  await page.goto((await approval.getAttribute('href')) ?? '');
  for (const word of words) await expect(page.locator('main')).toContainText(word);
  await shoot(page, 'team-approval');
  await sign(page);

  await page.goto('/mpc/center/teamMember');
  const row = page.locator('[data-member]').filter({ hasText: 'Bo Approver' });
  await expect(row).toContainText('Approver', { timeout: 60_000 });
  await shoot(page, 'team');
  await logIn(other, sandbox, bo);
  await other.goto('/mpc/center/teamMember');
  await expect(other.locator('[data-member]').filter({ hasText: 'You' })).toContainText('Bo Approver');
  await expect(other.getByRole('button', { name: 'Invite' })).toHaveCount(0);

  await row.getByRole('button').click();
  const drawer = page.getByRole('dialog', { name: 'Member' });
  await expect(drawer).toContainText(words.join(' '));
  await shoot(page, 'team-member');
  await drawer.getByRole('button', { name: 'Remove' }).click();
  await drawer.getByRole('button', { name: 'Propose the removal' }).click();
  await stepUp(page, owner, drawer.getByText('Bo Approver is to be removed'));
  await shoot(page, 'team-proposed');
  await page.goto((await approval.getAttribute('href')) ?? '');
  await sign(page);

  await expect(async () => {
    await other.goto('/mpc/wallet');
    await expect(other).toHaveURL(/\/login$/, { timeout: 2_000 });
  }).toPass({ timeout: 60_000 });
  await page.goto('/mpc/center/teamMember?status=removed');
  await expect(row).toBeVisible();
  expect([...reports, ...otherReports], 'no report of the content security policy or Trusted Types').toEqual([]);
  await page.context().close();
  await other.context().close();
});
