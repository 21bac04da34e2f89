import { type BrowserContext, expect, type Page } from '@playwright/test';
import { addAuthenticator } from './authenticator.ts';
import { decide, logIn, newOwner, type Owner } from './console.ts';
import type { RunningSandbox } from './sandbox.ts';
import { freshTotpCode } from './totp.ts';

const shots = process.env.HOLDFAST_PICTURES;
export const shoot = async (page: Page, name: string): Promise<void> => {
  if (shots) await page.screenshot({ path: `${shots}/${name}.png`, fullPage: true });
};

/** A fresh code, where the drawer asks for one. */
export async function stepUp(page: Page, owner: Owner, done: ReturnType<Page['getByText']>): Promise<void> {
  const code = page.getByRole('dialog').getByLabel('Authenticator code');
  await expect(done.or(code).first()).toBeVisible();
  if (!(await code.isVisible())) return;
  await code.fill(await freshTotpCode(owner));
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
  await expect(done.first()).toBeVisible();
}

/** @returns the link of the invitation */
export async function invite(page: Page, owner: Owner, person: Owner, role?: string): Promise<string> {
  await page.goto('/mpc/center/teamMember');
  await page.getByRole('button', { name: 'Invite' }).click();
  const drawer = page.getByRole('dialog', { name: 'Invite' });
  await drawer.getByLabel('Name').fill(person.name);
  await drawer.getByLabel('E-mail').fill(person.email);
  if (role) {
    await drawer.getByLabel('Role in the workspace').click();
    await page.getByRole('option', { name: role }).click();
  }
  await shoot(page, 'team-invite');
  await drawer.getByRole('button', { name: 'Make the link' }).click();
  await stepUp(page, owner, drawer.getByText('Hand over this link'));
  return (await page.getByTestId('invite-link').textContent()) ?? '';
}

/** From the link to "the members decide now". @returns the words of the key, as its holder saw them */
export async function join(page: Page, link: string, person: Owner): Promise<string[]> {
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
  await page.getByLabel('Authenticator code').fill(await freshTotpCode(person));
  await page.getByRole('button', { name: 'Finish joining' }).click();
  await expect(page.getByText('The members decide now')).toBeVisible();
  await page.reload();
  await expect(page.getByText('The members decide now')).toBeVisible();
  return words;
}

/** Somebody makes a second key for themselves. @returns its words, and the link for whoever may propose it */
export async function furtherKey(page: Page): Promise<{ words: string[]; link: string }> {
  await page.goto('/mpc/center/teamMember');
  await page.locator('[data-member]').filter({ hasText: 'You' }).getByRole('button').click();
  await page.getByRole('link', { name: 'Add a key' }).click();
  await page.getByRole('button', { name: 'Use a key kept by this browser instead' }).click();
  await expect(page.getByRole('heading', { name: 'Your key is made' })).toBeVisible();
  const words = await page.locator('.words li').allTextContents();
  await page.getByRole('link', { name: /Continue at/ }).click();
  const link = page.getByTestId('key-link');
  await expect(link).toBeVisible();
  await shoot(page, 'team-hand-over-key');
  return { words, link: (await link.textContent()) ?? '' };
}

/** Chooses whose key is used, where several members could decide. */
export async function signAs(page: Page, name: string): Promise<void> {
  const choice = page.getByLabel('Sign as');
  await expect(choice.or(page.getByText(/^Sign as: /)).first()).toBeVisible();
  if (await page.getByText(`Sign as: ${name} `).isVisible()) return;
  if (!(await choice.isVisible())) await page.getByRole('button', { name: 'Somebody else decides' }).click();
  const option = choice.getByRole('option').filter({ hasText: name });
  await expect(option).toBeAttached();
  await choice.selectOption((await option.getAttribute('value')) ?? '');
}

/** The same where the page may see that only one of the members has anything to decide, and offers no choice. */
async function signAsOne(page: Page, name: string): Promise<void> {
  await expect(page.getByRole('button', { name: /^(Approve|Sign this request)/ }).first()).toBeVisible();
  if (
    await page
      .getByText(/^Sign as/)
      .first()
      .isVisible()
  )
    await signAs(page, name);
}

/** On the signer's page, as often as it asks. @param as whose key is used, where several members could decide */
export async function sign(page: Page, as?: string): Promise<void> {
  if (as) await signAsOne(page, as);
  const done = page.getByText(/All decisions are there|Takes effect/).first();
  const button = page.getByRole('button', { name: /^(Approve|Sign this request)/ });
  for (let turn = 0; turn < 3; turn += 1) {
    await expect(done.or(button).first()).toBeVisible();
    if (await done.isVisible()) return;
    await decide(page);
    if (await button.isVisible()) continue;
    return;
  }
}

export async function newcomer(open: () => Promise<BrowserContext>): Promise<Page> {
  const context = await open();
  const page = await context.newPage();
  await addAuthenticator(context, page);
  return page;
}

/** Somebody else than the owner, with everything they will know and have. */
export const person = (name: string, email: string): Owner => ({ ...newOwner(), name, email, usedCodes: new Set() });

/** Somebody at a browser of their own. */
export interface Person {
  readonly page: Page;
  readonly who: Owner;
}

/** Joins with a key of their own; the owner admits them on the signer's page. */
export async function admit(
  sandbox: Pick<RunningSandbox, 'console' | 'setupCode'>,
  open: () => Promise<BrowserContext>,
  owner: Person,
  who: Owner,
  role: string,
): Promise<Person> {
  const link = await invite(owner.page, owner.who, who, role);
  const page = await newcomer(open);
  await join(page, link, who);
  await owner.page.goto('/mpc/center/teamMember');
  await owner.page.getByRole('button', { name: new RegExp(who.name) }).click();
  await owner.page.goto((await owner.page.getByTestId('approval-link').getAttribute('href')) ?? '');
  await sign(owner.page);
  await owner.page.goto('/mpc/center/teamMember');
  const row = owner.page.locator('[data-member]').filter({ hasText: who.name });
  await expect(row).toContainText(role, { timeout: 60_000 });
  await logIn(page, sandbox, who);
  return { page, who };
}

/** Signs, one after the other, what the open drawer leads to; the others by their own inbox, since two people may be asked for different pages. */
export async function allSign(first: Person, ...others: readonly Person[]): Promise<void> {
  for (const { page, who } of [first, ...others]) {
    if (page !== first.page) await page.goto('/mpc/center/todo');
    await page.goto((await page.getByTestId('approval-link').last().getAttribute('href')) ?? '');
    await sign(page, who.name);
  }
}

/** A key of equal rights, until it is held. */
export async function grantKey(owner: Person, other: Person): Promise<void> {
  const { page } = owner;
  await page.goto('/mpc/center/teamMember');
  await page.locator('[data-member]').filter({ hasText: other.who.name }).getByRole('button').click();
  const drawer = page.getByRole('dialog', { name: 'Member' });
  await drawer.getByRole('button', { name: 'Give a key of equal rights' }).click();
  await drawer.getByRole('button', { name: 'Propose the grant' }).click();
  await stepUp(page, owner.who, drawer.getByText('is to hold a key of equal rights'));
  await allSign(owner, other);
  await expect(async () => {
    await page.goto('/mpc/center/teamMember');
    await page.locator('[data-member]').filter({ hasText: other.who.name }).getByRole('button').click();
    await expect(drawer).toContainText('Held: may release', { timeout: 2_000 });
  }).toPass({ timeout: 60_000 });
}
