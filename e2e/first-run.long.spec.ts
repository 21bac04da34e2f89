import { type BrowserContext, expect, type Locator, type Page, test } from '@playwright/test';
import { countTouches } from './support/authenticator.ts';
import { askForWithdrawal, available, takeTestCoins } from './support/console.ts';
import { openOwner, sandboxOfFile } from './support/installation.ts';
import { look } from './support/look.ts';
import { admit, allSign, grantKey, type Person, person, stepUp } from './support/team.ts';

/** From a new workspace to one in which two people agree on every payment, by the list of first steps alone. */
const sandbox = sandboxOfFile();
const payee = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';
const inForceMs = 60_000;

const steps = (page: Page): Locator => page.getByRole('region', { name: 'First steps' });
const isDone = (page: Page, step: string) =>
  expect(steps(page).locator(`[data-step=${step}]`)).toHaveAttribute('data-done', 'true', { timeout: inForceMs });
/** The one button of the page that stands out. */
const next = (page: Page): Locator => page.locator('main .btn-primary');

/** The bar that nobody can overlook leads to a flow of two people, which says what it means for each, and by name who could never be paid for. */
async function requireTwo(owner: Person, other: Person): Promise<void> {
  const { page } = owner;
  await page.goto('/mpc/wallet');
  const bar = page.getByRole('alert').filter({ hasText: 'can still pay alone' });
  await expect(bar).toContainText(owner.who.name);
  await expect(next(page)).toHaveText('Ask for two people');
  await look(page, 'first-steps-together');
  await bar.getByRole('button', { name: 'Require two approvals' }).click();
  const drawer = page.getByRole('dialog').last();
  const meaning = drawer.getByRole('region', { name: 'What it means for each member' });
  await drawer.getByRole('button', { name: 'Any 2 of these people' }).click();
  await expect(meaning).toContainText(`When asking: 2 of ${owner.who.name}, ${other.who.name}`);
  await expect(meaning.getByText('nobody can ever approve')).toHaveCount(0);
  await drawer.getByLabel('The one who asks may not approve').check();
  await expect(meaning).toContainText(
    `${owner.who.name}, ${other.who.name} could ask for payments that nobody can ever approve`,
  );
  await look(page, 'flow-never-passes');
  await drawer.getByRole('button', { name: 'Any 2 of these people' }).click();
  await drawer.getByRole('button', { name: 'Propose' }).click();
  await stepUp(page, owner.who, drawer.getByText('waits for signatures').or(drawer.getByTestId('approval-link')));
  await allSign(owner);
  await page.goto('/mpc/wallet');
  await isDone(page, 'requireTwo');
  await expect(bar).toHaveCount(0);
}

/** Each starter template is shown whole, with what it means for each member, before anybody proposes it. */
async function readTemplates({ page, who }: Person): Promise<void> {
  for (const name of ['Small team', 'Exchange', 'Treasury']) {
    await page.goto('/mpc/center/strategyEngine');
    await page.getByRole('listitem').filter({ hasText: name }).getByRole('button', { name: 'View' }).click();
    const drawer = page.getByRole('dialog').last();
    await expect(drawer.getByRole('heading', { name })).toBeVisible();
    await expect(drawer.getByRole('region', { name: 'What it means for each member', exact: true })).toContainText(
      who.name,
    );
  }
  await look(page, 'template-treasury');
}

/** A template that was read is proposed, approved by both, and in force: with its rules as sentences, and with what it means for each of them. */
async function takeTemplate(owner: Person, other: Person): Promise<void> {
  const { page, who } = owner;
  const engine = '/mpc/center/strategyEngine';
  await page.goto(engine);
  await page.getByRole('listitem').filter({ hasText: 'Exchange' }).getByRole('button', { name: 'View' }).click();
  const drawer = page.getByRole('dialog').last();
  const meaning = drawer.getByRole('region', { name: 'What it means for each member' }).getByRole('listitem');
  const until = `until now: When asking: 2 of ${who.name}, ${other.who.name}`;
  await expect(meaning).toHaveText([
    `${who.name}When asking: ${other.who.name}${until}Approves what others ask for`,
    `${other.who.name}When asking: ${who.name}${until}Approves what others ask for`,
  ]);
  const rules = drawer.getByRole('listitem').filter({ hasText: 'Much in an hour' });
  const sentence = ((await rules.textContent()) ?? '').replace('Much in an hour', '').trim();
  expect(sentence).toContain('100,000 USD');
  await drawer.getByRole('button', { name: 'Propose' }).click();
  await stepUp(page, who, page.getByTestId('approval-link'));
  await allSign(owner, other);
  await expect(async () => {
    await page.goto(engine);
    await expect(page.locator('main')).toContainText(sentence, { timeout: 3_000 });
  }).toPass({ timeout: inForceMs });
  for (const name of ['Much in an hour', 'Much in a day', 'Contract calls', 'Trades'])
    await expect(page.locator('main').getByText(name, { exact: true }).first()).toBeVisible();
}

async function listPayee(owner: Person, other: Person): Promise<void> {
  const { page } = owner;
  await next(page).click();
  const drawer = page.getByRole('dialog', { name: 'Add address' });
  await drawer.getByLabel('Label').fill('Rent');
  await drawer.getByLabel('Address', { exact: true }).fill(payee);
  await drawer.getByRole('button', { name: 'Propose' }).click();
  await stepUp(page, owner.who, page.getByTestId('approval-link'));
  await allSign(owner, other);
  await page.goto('/mpc/wallet');
  await isDone(page, 'whitelist');
}

/** What only a person knows, they say, and it is written down. */
async function say(page: Page, act: string, seen: string): Promise<void> {
  await expect(next(page)).toHaveText(act);
  await next(page).click();
  const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog')).last();
  await dialog.getByLabel(seen).check();
  await dialog.getByRole('button', { name: 'Write it into the log' }).click();
  await expect(dialog).toHaveCount(0);
}

/** Both items on one page, each whole: two ticks, one press, one touch of the key for each. */
async function decideBoth({ page }: Person): Promise<void> {
  await page.goto('/mpc/center/todo');
  const boxes = page.getByRole('listitem').getByRole('checkbox');
  await expect(boxes).toHaveCount(2);
  for (const box of await boxes.all()) await box.check();
  const link = page.getByRole('link', { name: 'Review and sign 2' });
  await page.goto(((await link.getAttribute('href')) ?? '').replace('tab=own', ''));
  await expect(page.getByRole('heading', { name: 'Requests to decide: 2' })).toBeVisible({ timeout: inForceMs });
  for (const amount of ['0.1 ETH', '0.2 ETH']) await expect(page.locator('main')).toContainText(amount);
  const touches = countTouches(page);
  const ticks = page.locator('section.one').getByRole('checkbox');
  await expect(ticks).toHaveCount(2);
  for (const tick of await ticks.all()) await tick.check();
  await page.getByRole('button', { name: 'Approve 2' }).click();
  await expect(page.getByText('2 decided.')).toBeVisible();
  expect(touches()).toBe(2);
}

/** What others do shows up where somebody watches, without a reload. */
async function watched(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.goto('/mpc/center/activity');
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await page.evaluate(() => Object.assign(window, { since: 'opened' }));
  return page;
}

test('the first steps lead from a new workspace to one in which two people decide, and then never come back', async ({
  browser,
}) => {
  test.setTimeout(600_000);
  const opened = await openOwner(browser, sandbox, { look: true });
  const { page, context } = opened;
  const owner: Person = { page, who: opened.owner };
  await expect(steps(page)).toContainText('0 of 6 done');
  await expect(next(page)).toHaveText('Add funds');
  await look(page, 'first-steps');
  await page.getByRole('button', { name: 'Fold away' }).click();
  await page.reload();
  await expect(steps(page).locator('[data-step]')).toHaveCount(0);
  await expect(next(page)).toHaveText('Add funds');
  await look(page, 'first-steps-folded');
  await page.getByRole('button', { name: 'Show the first steps' }).click();
  await next(page).click();
  await expect(page.getByRole('dialog', { name: 'Deposit' })).toBeVisible();

  const watching = await watched(context);
  await takeTestCoins(page, 'ETH', '2');
  await expect(available(page, 'ETH')).toHaveText('2', { timeout: inForceMs });
  await isDone(page, 'fund');
  await next(page).click();
  await expect(page.getByRole('dialog', { name: 'Invite' })).toBeVisible();
  const open = () => browser.newContext({ baseURL: sandbox.console });
  const olga = await admit(sandbox, open, owner, person('Olga Operator', 'olga@northwind.example'), 'Operator');
  await expect(watching.getByRole('row').filter({ hasText: 'Olga Operator' }).first()).toBeVisible();
  await expect(olga.page.getByTestId('total-usd')).toBeVisible();
  await expect(steps(olga.page)).toHaveCount(0);
  await grantKey(owner, olga);
  await requireTwo(owner, olga);
  await readTemplates(owner);
  await page.goto('/mpc/wallet');
  await listPayee(owner, olga);

  for (const amount of ['0.1', '0.2']) await askForWithdrawal(page, owner.who, { symbol: 'ETH', amount, to: payee });
  for (const one of [owner, olga]) await decideBoth(one);
  await olga.page.goto('/mpc/center/todo');
  await expect(olga.page.getByText('Nothing waits for a decision')).toBeVisible();

  await page.goto('/mpc/wallet');
  await say(page, 'It lies in two places', 'I have seen both copies where they lie');
  await isDone(page, 'kit');
  await expect(
    watching.getByRole('row').filter({ hasText: 'noted that the recovery kit lies in two places' }),
  ).toBeVisible();
  expect(await watching.evaluate(() => (window as { since?: string }).since)).toBe('opened');
  await say(page, 'The drill is done', 'I have compared an address');
  await expect(steps(page)).toHaveCount(0);
  await page.reload();
  await expect(next(page)).toHaveText('Withdraw');
  await expect(steps(page)).toHaveCount(0);
  await takeTemplate(owner, olga);
  expect(opened.reports, 'no report of the content security policy or Trusted Types').toEqual([]);
  await context.close();
  await olga.page.context().close();
});
