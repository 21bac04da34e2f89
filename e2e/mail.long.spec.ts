import { expect, type Page, test } from '@playwright/test';
import { type MailReceiver, startMailServer } from '../apps/server/src/areas/notice/channels/test/receivers.ts';
import { countClicks } from './support/clicks.ts';
import { askForWithdrawal, available, takeTestCoins, untilCompleted } from './support/console.ts';
import { openOwner } from './support/installation.ts';
import { look } from './support/look.ts';
import { type RunningSandbox, startSandbox } from './support/sandbox.ts';
import { admit, person, sign } from './support/team.ts';

const payee = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';

let mailbox: MailReceiver;
let sandbox: RunningSandbox;
test.beforeAll(async () => {
  test.setTimeout(240_000);
  mailbox = await startMailServer();
  sandbox = await startSandbox({ env: { HOLDFAST_MAIL_PORT: String(mailbox.port) } });
});
test.afterAll(async () => {
  await sandbox?.stop();
  await mailbox?.close();
});

/** The text of a mail, as whoever gets it reads it: nodemailer encodes what is more than ASCII. */
function textOf(source: string): string {
  const [head = '', ...body] = source.split('\n\n');
  const text = body.join('\n\n');
  return /^Content-Transfer-Encoding: base64/im.test(head) ? Buffer.from(text, 'base64').toString('utf8') : text;
}

/** The one mail that says this, once it has come. */
async function mailOf(words: RegExp): Promise<string> {
  const found = () => mailbox.mails.map(({ source }) => textOf(source)).filter((text) => words.test(text));
  await expect.poll(() => found().length, { timeout: 60_000 }).toBe(1);
  return found()[0] ?? '';
}
/** Where it leads, in its order. */
const linksIn = (text: string): readonly string[] => text.match(/\bhttps?:\/\/\S+/g) ?? [];
const linkIn = (text: string): string => linksIn(text).at(-1) ?? '';

/** Who runs the workspace sees as whom mail leaves, and tries it. */
async function tryServer(page: Page): Promise<void> {
  await page.goto('/mpc/center/health');
  const card = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Mail', exact: true }) });
  await expect(card).toContainText(`127.0.0.1:${mailbox.port} · not encrypted`);
  await expect(card).toContainText('Nobody whose last mail failed');
  await look(page, 'health-mail');
  await card.getByRole('button', { name: 'Send me a test mail' }).click();
  await expect(page.getByText('Sent. Look whether it has arrived.')).toBeVisible();
}

/** A member chooses mail for themselves, and has a test of it. */
async function choose(page: Page): Promise<void> {
  await page.goto('/mpc/wallet?d=channels');
  await page.getByRole('dialog').getByRole('button', { name: 'Add a channel' }).click();
  const form = page.getByRole('dialog').last();
  await form.getByRole('combobox', { name: 'Through' }).selectOption({ label: 'Mail' });
  await expect(form).toContainText('To the address that you log in with.');
  await form.getByLabel('Name', { exact: true }).fill('My mail');
  await look(page, 'channel-mail');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { name: 'My mail' })).toBeVisible();
  await look(page, 'channels-mail');
  await page.getByRole('dialog').getByRole('button', { name: 'Send a test' }).click();
  await expect(page.getByText('Sent. Look whether it has arrived.')).toBeVisible();
}

test('a member chooses mail, is told by it of what waits and how it ended, and its links open what they name', async ({
  browser,
}) => {
  test.setTimeout(400_000);
  const { context, page, owner, reports } = await openOwner(browser, sandbox, { look: true });
  await tryServer(page);
  await choose(page);
  await expect.poll(() => mailbox.mails.length).toBe(2);
  for (const { to, source } of mailbox.mails) {
    expect(to).toContain(owner.email);
    expect(textOf(source)).toContain('This is how notices of Holdfast reach you.');
  }

  await takeTestCoins(page, 'ETH', '2');
  await expect(available(page, 'ETH')).toHaveText('2', { timeout: 60_000 });
  const open = () => browser.newContext({ baseURL: sandbox.console });
  const olga = await admit(
    sandbox,
    open,
    { page, who: owner },
    person('Olga Operator', 'olga@northwind.example'),
    'Operator',
  );
  await askForWithdrawal(olga.page, olga.who, { symbol: 'ETH', amount: '0.375', to: payee });
  await olga.page.goto((await olga.page.getByTestId('approval-link').getAttribute('href')) ?? '');
  await sign(olga.page, olga.who.name);

  const asked = await mailOf(/\?item=\d+/);
  // Whoever else reads it learns neither how much, nor to whom, nor who asked.
  for (const secret of ['0.375', payee.slice(0, 6), payee.slice(-4), 'Olga']) expect(asked).not.toContain(secret);
  await page.goto('about:blank');
  await page.goto(linkIn(asked));
  await expect(page.locator('main')).toContainText('0.375 ETH');
  await look(page, 'mail-link');
  // The other link, which stands first, leads to where it is signed: two clicks more, and it is done.
  const [first = ''] = linksIn(asked);
  expect(sandbox.signers).toContain(new URL(first).origin);
  await page.goto(first);
  await expect(page.locator('main')).toContainText('0.375 ETH');
  const clicks = await countClicks(context);
  await page.reload();
  await sign(page, owner.name);
  expect(clicks()).toBe(2);
  await untilCompleted(page, sandbox.faucet, 'ETH', ['evm:31337']);

  const ended = await mailOf(/A payment from Main was made/);
  await page.goto('about:blank');
  await page.goto(linkIn(ended));
  await expect(page.getByRole('dialog')).toContainText('0.375 ETH');
  for (const { to } of mailbox.mails) expect(to).toContain(owner.email);
  expect(reports, 'no report of the content security policy or Trusted Types').toEqual([]);
  await context.close();
  await olga.page.context().close();
});
