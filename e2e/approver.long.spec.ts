import { type Browser, expect, type Locator, type Page, test } from '@playwright/test';
import { lendPasskey } from './support/authenticator.ts';
import { withAxe } from './support/axe.ts';
import { holdBlocks, mine } from './support/chain.ts';
import { askForWithdrawal, available, decide, takeTestCoins } from './support/console.ts';
import { openOwner, sandboxOfFile } from './support/installation.ts';
import { look } from './support/look.ts';
import { signerProcess } from './support/sandbox.ts';
import { admit, type Person, person, sign, stepUp } from './support/team.ts';

/** What each of four people sees of one decision: who asks, who approves first, who might have, and who releases. */
const sandbox = sandboxOfFile();
const payee = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';
const chain = 'evm:31337';
/** How many of them a payment of this network waits for. */
const blocks = 3;
const inForceMs = 60_000;

interface Desk {
  readonly olivia: Person;
  readonly olga: Person;
  readonly ann: Person;
  readonly ben: Person;
}

const next = (page: Page): Locator => page.getByLabel('Request').getByRole('status').first();
const scope = (page: Page, name: string, count: number): Locator =>
  page.getByRole('button', { name: new RegExp(`^${name}\\s*${count}$`) });
/** In a toast. */
const outcome = (page: Page, text: string): Locator => page.getByText(`Withdraw 0.5 ETH: ${text}`, { exact: true });
const aloneBar = (page: Page): Locator => page.getByRole('alert').filter({ hasText: 'can still pay alone' });

async function assemble(browser: Browser, olivia: Person): Promise<Desk> {
  const open = async () => {
    const context = await browser.newContext({ baseURL: sandbox.console, reducedMotion: 'reduce' });
    await withAxe(context);
    return context;
  };
  const join = (name: string, role: string): Promise<Person> =>
    admit(sandbox, open, olivia, person(name, `${name.split(' ')[0]?.toLowerCase()}@northwind.example`), role);
  // With nobody else there is nobody to require.
  await expect(aloneBar(olivia.page)).toHaveCount(0);
  const olga = await join('Olga Operator', 'Operator');
  await expect(aloneBar(olivia.page)).toContainText(olivia.who.name);
  return { olivia, olga, ann: await join('Ann Approver', 'Approver'), ben: await join('Ben Approver', 'Approver') };
}

/** Nobody but the owner holds a key of equal rights, so not any two can release: the bar leads to one of the others and then the owner, and says why. */
async function requireTwo({ olivia: { page, who } }: Desk): Promise<void> {
  await page.goto('/mpc/wallet');
  await expect(aloneBar(page)).toContainText(who.name);
  await aloneBar(page).getByRole('button', { name: 'Require two approvals' }).click();
  const drawer = page.getByRole('dialog').last();
  await expect(drawer.getByRole('button', { name: `Two people, ${who.name} last` })).toBeVisible();
  const keyless = drawer.getByText('Not to be chosen here: Olga Operator, Ann Approver, Ben Approver.');
  await expect(keyless).toContainText('needs a key of equal rights');
  await drawer.getByRole('checkbox', { name: 'Olga Operator' }).uncheck();
  const meaning = drawer.getByRole('region', { name: 'What it means for each member' });
  await expect(meaning.getByRole('listitem').first()).toContainText(
    `${who.name}When asking: Ann Approver or Ben Approver, then ${who.name}`,
  );
  await expect(meaning.getByRole('listitem').filter({ hasText: /^Olga Operator/ })).toContainText(
    `OperatorWhen asking: Ann Approver or Ben Approver, then ${who.name}until now: When asking: ${who.name}Is not asked to approve`,
  );
  await look(page, 'flow-one-then-owner');
  await drawer.getByRole('button', { name: 'Propose' }).click();
  await stepUp(page, who, drawer.getByTestId('approval-link'));
  await page.goto((await page.getByTestId('approval-link').last().getAttribute('href')) ?? '');
  await sign(page, who.name);
  await expect(async () => {
    await page.goto('/mpc/wallet');
    await expect(page.getByTestId('total-usd')).toBeVisible();
    await expect(aloneBar(page)).toHaveCount(0, { timeout: 2_000 });
  }).toPass({ timeout: inForceMs });
}

/** Asks, and signs that, so that it is the turn of others. */
async function ask({ page, who }: Person, amount: string): Promise<void> {
  await askForWithdrawal(page, who, { symbol: 'ETH', amount, to: payee });
  await page.goto((await page.getByTestId('approval-link').getAttribute('href')) ?? '');
  await sign(page, who.name);
}

/** The inbox with one item looked at, kept open from then on. */
async function watch({ page }: Pick<Person, 'page'>, amount: string): Promise<void> {
  await page.goto('/mpc/center/todo');
  await page
    .getByRole('button', { name: new RegExp(`Withdraw ${amount} ETH`) })
    .first()
    .click();
  await expect(page.getByRole('heading', { level: 2, name: new RegExp(`Withdraw ${amount} ETH`) })).toBeVisible();
}

/** Each is told whose turn it is in words for them, and counts as theirs only what they can decide now. */
async function readTurns({ olivia, olga, ann, ben }: Desk): Promise<void> {
  const both = 'Ann Approver or Ben Approver; then step 2 of 2: Olivia Owner';
  for (const [{ page }, count, turn, waits] of [
    [olga, 0, 'You asked for this. Others decide.', `Waiting for one more approver: ${both}`],
    [ann, 2, 'It is your turn.', 'you or Ben Approver; then step 2 of 2: Olivia Owner'],
    [ben, 2, 'It is your turn.', 'Ann Approver or you; then step 2 of 2: Olivia Owner'],
    [olivia, 0, 'Your turn comes after that', 'Ann Approver or Ben Approver; then step 2 of 2: you'],
  ] as const) {
    await watch({ page }, '0.5');
    await expect(scope(page, 'All', 2)).toBeVisible();
    await expect(scope(page, 'To decide', count)).toBeVisible();
    await expect(page.getByLabel('Request')).toContainText(turn);
    // What it is worth, by which price and of when.
    await expect(page.getByLabel('Request')).toContainText(
      /0\.5 ETH\s*≈\s\$[\d,.]+ · \$[\d,.]+ each, fixed price of the configuration/,
    );
    await expect(next(page)).toContainText(waits);
  }
}

/** The signer's page by a link that is for nobody: only those whose turn it is can be chosen; the rule in words; who has decided. */
async function readSignerPage({ page }: Person): Promise<void> {
  const link = new URL((await page.getByTestId('approval-link').getAttribute('href')) ?? '');
  await page.goto(link.href.replace(/([?&])for=[^&]*&?/, '$1'));
  const choice = page.getByLabel('Sign as').getByRole('option');
  await expect(choice).toHaveCount(2);
  await expect(choice.filter({ hasText: /^(Ann|Ben) Approver/ })).toHaveCount(2);
  await expect(page.locator('main')).toContainText(
    'Approval 1: Ann Approver or Ben Approver, then Release (last step): Olivia Owner',
  );
  await expect(page.locator('main')).toContainText(/Worth\D*[\d,.]+.*by the price that the signer of this page has of/);
  // Anybody else only when that is asked for.
  await page.getByRole('button', { name: 'Somebody else decides' }).click();
  await expect(choice.filter({ hasText: /^(Olivia Owner|Olga Operator)/ })).toHaveCount(2);
}

/** To the signer's page in a tab of its own, as the button opens it. */
async function openSigner({ page }: Person): Promise<Page> {
  const opened = page.context().waitForEvent('page');
  await page.getByRole('link', { name: 'Review and sign' }).click();
  const signer = await opened;
  await lendPasskey(page, signer);
  return signer;
}

const standing = (signer: Page, name: string): Locator =>
  signer.locator('.people li').filter({ hasText: name }).first();

async function approveFirst({ ann, olga, olivia }: Desk): Promise<void> {
  const signer = await openSigner(ann);
  await signer.setViewportSize({ width: 1280, height: 720 });
  await expect(standing(signer, 'Olga Operator')).toContainText('signed the request');
  await expect(standing(signer, 'Ann Approver')).toContainText('not yet');
  const approve = signer.getByRole('button', { name: /^Approve/ });
  for (const end of [0, 1]) {
    await signer.evaluate((at) => scrollTo(0, at * document.documentElement.scrollHeight), end);
    await expect(approve).toBeInViewport({ ratio: 1 });
  }
  const closed = signer.waitForEvent('close');
  await decide(signer, /^Approve/);
  await closed;
  for (const [{ page }, whom, count] of [
    [ann, 'Olivia Owner', 1],
    [olga, 'Olivia Owner', 0],
    [olivia, 'you', 1],
  ] as const) {
    await expect(next(page)).toHaveText(`Waiting for one more approver: ${whom}`);
    await expect(scope(page, 'To decide', count)).toBeVisible();
  }
  await expect(ann.page.getByLabel('Request')).toContainText('You have decided.');
  await expect(olivia.page.getByLabel('Request')).toContainText('It is your turn.');
}

/** The signer of the page hangs when the key signs: the other one takes the decision. What was approved waits to be signed, and everybody who watches is told so. */
async function waitForSigning({ ann, olga, olivia }: Desk): Promise<void> {
  const signer = await openSigner(olivia);
  await expect(standing(signer, 'Ann Approver')).toContainText('approved');
  await signer.getByRole('checkbox').check();
  const own = sandbox.signers.findIndex((origin) => signer.url().startsWith(origin));
  const pid = signerProcess(sandbox, String(own + 1));
  const closed = signer.waitForEvent('close', { timeout: 2 * inForceMs });
  process.kill(pid, 'SIGSTOP');
  try {
    await signer.getByRole('button', { name: /^Approve/ }).click();
    await expect(signer.locator('.bar')).toContainText('has your decision', { timeout: inForceMs });
    await look(signer, 'approver-taken');
    for (const { page } of [ann, olga, olivia])
      await expect(next(page)).toContainText('Approved, being signed', { timeout: inForceMs });
  } finally {
    process.kill(pid, 'SIGCONT');
  }
  // Its own signer has it soon after it answers, and the tab goes away with that.
  await closed;
}

/** From the last approval to the last block, with each step seen by whoever asked and whoever approved first, who do nothing meanwhile. */
async function approveLast(desk: Desk): Promise<void> {
  const { ann, olga, olivia } = desk;
  const pages = [ann, olga, olivia].map(({ page }) => page);
  await holdBlocks(sandbox.faucet, chain);
  await waitForSigning(desk);
  for (const page of pages) await expect(next(page)).toContainText('Signed, on its way', { timeout: inForceMs });
  for (const have of [1, 2]) {
    await mine(sandbox.faucet, chain);
    for (const page of pages)
      await expect(next(page)).toContainText(`Paid, ${have} of ${blocks} blocks`, { timeout: inForceMs });
  }
  await look(ann.page, 'approver-two-blocks');
  // Whoever reads the item is told by it, and whoever does something else by a toast.
  for (const { page } of [ann, olga]) await page.getByRole('link', { name: 'Overview', exact: true }).click();
  for (let have = 2; have < blocks; have += 1) await mine(sandbox.faucet, chain);
  for (const { page } of [ann, olga]) await expect(outcome(page, 'Paid')).toBeVisible({ timeout: inForceMs });
  await expect(next(olivia.page)).toContainText(/^Paid(?!,)/, { timeout: inForceMs });
  await expect(outcome(olivia.page, 'Paid')).toHaveCount(0);
  await holdBlocks(sandbox.faucet, chain, false);
}

/** What is over stays to be found: in the bell, and among what was decided lately. */
async function readOutcome({ ann: { page }, olga }: Desk): Promise<void> {
  for (const one of [page, olga.page]) {
    await one.goto('/mpc/center/todo');
    const lately = one.getByRole('region', { name: 'Lately' });
    await expect(lately.getByRole('button').filter({ hasText: 'Withdraw 0.5 ETH' })).toContainText('Paid');
    await expect(lately).not.toContainText('0.25');
  }
  await page.getByRole('button', { name: /^Notices, [1-9]/ }).click();
  await expect(page.getByRole('dialog')).toContainText(/0\.5 ETH \(about [^)]+\) was paid from Main/);
  await look(page, 'approver-bell');
}

test('two of four decide on a payment, and each of them is told whose turn it is, how far it has come, and how it ended', async ({
  browser,
}) => {
  test.setTimeout(600_000);
  const opened = await openOwner(browser, sandbox, { look: true });
  const olivia: Person = { page: opened.page, who: opened.owner };
  await takeTestCoins(olivia.page, 'ETH', '2');
  await expect(available(olivia.page, 'ETH')).toHaveText('2', { timeout: inForceMs });
  const desk = await assemble(browser, olivia);
  await requireTwo(desk);
  for (const amount of ['0.5', '0.25']) await ask(desk.olga, amount);
  await readTurns(desk);
  await readSignerPage(desk.ann);
  await watch(desk.ann, '0.5');
  await approveFirst(desk);
  await approveLast(desk);
  await readOutcome(desk);
  expect(opened.reports, 'no report of the content security policy or Trusted Types').toEqual([]);
  for (const { page } of Object.values(desk) as Person[]) await page.context().close();
});
