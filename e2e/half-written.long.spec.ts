import { intentDigestHex } from '@holdfast/policy';
import { ask } from '@holdfast/testkit/signer';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { addAuthenticator, ownPasskey } from './support/authenticator.ts';
import { available, takeTestCoins } from './support/console.ts';
import { openOwner, sandboxOfFile } from './support/installation.ts';
import { signAs } from './support/team.ts';
import { approveAs, startTwoApprovers, type TwoApprovers } from './support/two-approvers.ts';

const inForceMs = 60_000;
const payee = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';

interface Form {
  readonly name: string;
  /** From where it is opened, and by what there. */
  readonly from: string;
  readonly way: (page: Page) => Locator;
  readonly place: (page: Page) => Locator;
  /** What is written, by its label. */
  readonly fields: Readonly<Record<string, string>>;
  readonly leave: (page: Page) => Promise<void>;
}
const pressEscape = (page: Page): Promise<void> => page.keyboard.press('Escape');
const back = (page: Page): Promise<void> => page.evaluate(() => history.back());
const forms: readonly Form[] = [
  {
    name: 'a batch',
    from: '/mpc/center/tools',
    way: (page) => page.getByRole('link', { name: /Batch transfer/ }),
    place: (page) => page.locator('main'),
    fields: { Payees: `${payee}\t0.25\nnobody\t0.5`, Name: 'Wages of May' },
    leave: back,
  },
  {
    name: 'a refund',
    from: '/mpc/center/transactions?d=transaction:1:1',
    way: (page) => page.getByRole('dialog', { name: 'Transaction' }).getByRole('button', { name: 'Give back' }),
    place: (page) => page.getByRole('dialog', { name: 'Give a deposit back' }),
    fields: { Amount: '0.5' },
    leave: pressEscape,
  },
  {
    name: 'a stake',
    from: '/mpc/wallet',
    way: (page) => page.locator('main').getByRole('button', { name: 'Stake', exact: true }),
    place: (page) => page.getByRole('dialog', { name: 'Resources and stake' }),
    fields: { Amount: '10' },
    leave: pressEscape,
  },
];

const question = (page: Page): Locator => page.getByRole('alertdialog', { name: 'Leave without asking?' });
const answer = (page: Page, name: string): Promise<void> => question(page).getByRole('button', { name }).click();

async function write(page: Page, { place, fields }: Form): Promise<void> {
  for (const [label, text] of Object.entries(fields)) {
    const field = place(page).getByLabel(label);
    // A browser asks before a reload only where somebody has pressed something.
    await field.click();
    await field.fill(text);
  }
}

async function holds(page: Page, { place, fields }: Form): Promise<void> {
  for (const [label, text] of Object.entries(fields)) await expect(place(page).getByLabel(label)).toHaveValue(text);
}

/** Nothing stands there by itself; all of it does once that is chosen. */
async function goOn(page: Page, form: Form): Promise<void> {
  const place = form.place(page);
  await expect(place.getByText('You left this form half-written')).toBeVisible();
  for (const label of Object.keys(form.fields)) await expect(place.getByLabel(label)).toHaveValue('');
  await place.getByRole('button', { name: 'Go on with it' }).click();
  await holds(page, form);
}

/** The browser has its own words for the question. */
async function reload(page: Page): Promise<void> {
  const asked = page.waitForEvent('dialog');
  const reloaded = page.reload();
  const dialog = await asked;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.accept();
  await reloaded;
}

test.describe('a form of the console', () => {
  const sandbox = sandboxOfFile();
  let page: Page;
  test.beforeAll(async ({ browser }) => {
    test.setTimeout(240_000);
    ({ page } = await openOwner(browser, sandbox));
    for (const symbol of ['ETH', 'TRX']) {
      await takeTestCoins(page, symbol, '20');
      await expect(available(page, symbol)).toHaveText('20', { timeout: inForceMs });
    }
  });
  test.afterAll(() => page?.context().close());

  for (const form of forms)
    test(`${form.name}, half-written, is not left without a question, and gone on with afterwards and after a reload`, async () => {
      await page.goto(form.from);
      await form.way(page).click();
      await write(page, form);
      await form.leave(page);
      await answer(page, 'Keep editing');
      await holds(page, form);
      await form.leave(page);
      await expect(question(page)).toContainText('is kept in this tab for five minutes');
      await answer(page, 'Leave');
      await form.way(page).click();
      await goOn(page, form);
      await reload(page);
      await goOn(page, form);
      await form.leave(page);
      await answer(page, 'Leave');
      await expect(form.way(page)).toBeVisible();
    });
});

/** By the signer whose page it is. */
async function approversOf({ signers }: TwoApprovers, id: string): Promise<readonly string[]> {
  const [link] = signers.links;
  if (!link) throw new Error('no signer');
  const { body } = await ask({ ...link }, 'GET', `/api/intents/${id}`);
  const approvals = body.approvals as readonly { readonly member: string; readonly decision: string }[];
  return approvals.flatMap(({ member, decision }) => (decision === 'approve' ? [member] : []));
}

test.describe('a signer’s page in a browser that knows no key', () => {
  let here: TwoApprovers;
  test.beforeAll(async () => {
    here = await startTwoApprovers();
  });
  test.afterAll(() => here?.stop());

  test('says whose key it waits for and what it means when none answers; nothing is signed, and one can choose oneself', async ({
    browser,
  }) => {
    const { id } = await here.request(1);
    const [origin] = here.signers.origins;
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(`${origin}/#/i/${id}?for=bea`);
    await expect(page.getByText('Nobody has used a key on this page in this browser before.')).toBeVisible();
    await expect(page.getByText(/^Sign as: bea /)).toBeVisible();
    const approve = page.getByRole('button', { name: /^Approve: withdraw/ });
    await page.getByLabel('I have compared').check();
    await approve.click();
    await expect(page.getByText('Waiting for the key of bea …')).toBeVisible();
    await expect(page.getByText('Then this device does not have the key of bea: cancel, and choose')).toBeVisible();
    // Chromium's own question takes every press meanwhile; other browsers leave the page to whoever looks at it.
    await page.getByRole('button', { name: 'Cancel' }).dispatchEvent('click');
    await expect(approve).toBeEnabled();

    // A device that has a key of somebody else says no by itself.
    await addAuthenticator(context, page);
    for (const key of here.keys.get('cem') ?? []) await ownPasskey(page, key);
    await approve.click();
    await expect(page.getByRole('alert').filter({ hasText: 'Nothing was signed.' })).toContainText(
      'The key of bea was asked for. If this device does not have it, open this page where it is. If you are not bea, choose yourself.',
    );
    expect(await approversOf(here, id)).toEqual([]);
    await signAs(page, 'cem');
    await approveAs(page, 'cem');
    expect(await approversOf(here, id)).toEqual(['cem']);
    await context.close();
  });

  test('says of several requests whose key was asked for where the device has another, and all of them can be decided with that', async ({
    browser,
  }) => {
    const asked = [await here.request(2), await here.request(3)];
    const items = asked.map((intent) => `${intent.id}.${intentDigestHex(intent)}`).join(',');
    const page = await here.memberAt(browser, 'cem');
    await page.goto(`${here.signers.origins[0]}/#/approve?items=${items}&for=bea`);
    const boxes = page.locator('section.one').getByRole('checkbox');
    await expect(boxes).toHaveCount(2);
    for (const box of await boxes.all()) await box.check();
    await page.getByRole('button', { name: 'Approve 2' }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'Nothing was signed.' })).toContainText(
      'The key of bea was asked for.',
    );
    for (const { id } of asked) expect(await approversOf(here, id)).toEqual([]);
    await signAs(page, 'cem');
    await page.getByRole('button', { name: 'Approve 2' }).click();
    await expect(page.getByText('2 decided. Your signatures are with the signer.')).toBeVisible();
    for (const { id } of asked) expect(await approversOf(here, id)).toEqual(['cem']);
  });
});
