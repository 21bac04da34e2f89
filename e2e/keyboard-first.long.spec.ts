import { type BrowserContext, expect, type Locator, type Page, test } from '@playwright/test';
import { countClicks } from './support/clicks.ts';
import { available, newOwner, type Owner, takeTestCoins } from './support/console.ts';
import { sandboxOfFile } from './support/installation.ts';
import { keyboardOnly } from './support/keys.ts';
import { policyReports } from './support/policy.ts';
import { newcomer, person } from './support/team.ts';
import { freshTotpCode } from './support/totp.ts';

/** What is done once, or in need: each from its first field to its end without a mouse. */
const sandbox = sandboxOfFile({ env: { HOLDFAST_RESET_SECONDS: '4' } });
const keys = keyboardOnly();
const payee = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';
const inForceMs = 60_000;

const button = (place: Page | Locator, name: string | RegExp): Locator => place.getByRole('button', { name });
const link = (page: Page, name: string | RegExp): Locator => page.getByRole('link', { name });

/** Until the page that comes next is there, nothing of it can be reached. */
async function goOn(page: Page, through: Locator, next: Locator): Promise<void> {
  await keys.press(page, through);
  await expect(next.first()).toBeVisible();
}

async function setUp(page: Page, owner: Owner): Promise<void> {
  await page.goto(`${sandbox.console}/mpc/setup#token=${sandbox.setupToken}`);
  await keys.write(page, page.getByLabel('Name', { exact: true }), owner.name);
  await keys.write(page, page.getByLabel('E-mail'), owner.email);
  await keys.write(page, page.getByLabel('Password'), owner.password);
  const code = page.getByLabel('Authenticator code');
  await goOn(page, button(page, 'Continue'), code);
  owner.secret = ((await page.getByTestId('totp-secret').textContent()) ?? '').trim();
  await keys.write(page, code, await freshTotpCode(owner));
  await goOn(page, button(page, 'Continue'), link(page, 'Create passkey'));
  await goOn(page, link(page, 'Create passkey'), page.getByLabel('Set-up code'));
  await keys.write(page, page.getByLabel('Set-up code'), sandbox.setupCode);
  await goOn(page, button(page, 'Create passkey and set up'), link(page, /Continue at/));
  await goOn(page, link(page, /Continue at/), link(page, 'Start the key ceremony'));
  await goOn(page, link(page, 'Start the key ceremony'), button(page, 'Approve and start'));
  await goOn(page, button(page, 'Approve and start'), page.getByLabel('Passphrase again'));
  await saveKit(page, owner);
  await goOn(page, link(page, /Continue at/), page.getByLabel('Workspace name'));
  await keys.write(page, page.getByLabel('Workspace name'), 'Northwind Treasury');
  await keys.write(page, page.getByLabel('First wallet'), 'Main');
  await goOn(page, button(page, 'Create workspace'), page.getByTestId('total-usd'));
}

async function saveKit(page: Page, owner: Owner): Promise<void> {
  await keys.write(page, page.getByLabel('Passphrase', { exact: true }), owner.passphrase);
  await keys.write(page, page.getByLabel('Passphrase again'), owner.passphrase);
  const download = page.waitForEvent('download');
  await keys.press(page, button(page, 'Encrypt and save the kit'));
  const kit = await (await download).path();
  const choosing = page.waitForEvent('filechooser');
  await keys.press(page, page.locator('input[type=file]'));
  await (await choosing).setFiles(kit);
  await keys.write(page, page.getByLabel('Passphrase', { exact: true }), owner.passphrase);
  await goOn(page, button(page, 'Open the kit and confirm the keys'), link(page, /Continue at/));
}

/** Of what was asked for last, where several links are shown. */
const signWhatWaits = (page: Page): Promise<void> => keys.sign(page, page.getByTestId('approval-link').last());

async function inviteSomebody(page: Page, owner: Owner, who: Owner): Promise<string> {
  await keys.run(page, 'invite', /^Invite/);
  const drawer = page.getByRole('dialog', { name: 'Invite' });
  await keys.write(page, drawer.getByLabel('Name'), who.name);
  await keys.write(page, drawer.getByLabel('E-mail'), who.email);
  await keys.press(page, button(drawer, 'Make the link'));
  await keys.confirm(page, drawer.getByText('Hand over this link'), owner);
  return (await page.getByTestId('invite-link').textContent()) ?? '';
}

async function join(page: Page, invitation: string, who: Owner): Promise<void> {
  await page.goto(invitation);
  await goOn(page, link(page, 'Make my key'), button(page, 'Create passkey'));
  await goOn(page, button(page, 'Create passkey'), link(page, /Continue at/));
  await goOn(page, link(page, /Continue at/), page.getByLabel('Password again'));
  await keys.write(page, page.getByLabel('Password', { exact: true }), who.password);
  await keys.write(page, page.getByLabel('Password again'), who.password);
  const code = page.getByLabel('Authenticator code');
  await goOn(page, button(page, 'Continue'), code);
  who.secret = ((await page.getByTestId('totp-secret').textContent()) ?? '').trim();
  await keys.write(page, code, await freshTotpCode(who));
  await goOn(page, button(page, 'Finish joining'), page.getByText('The members decide now'));
}

async function admit(page: Page, name: string): Promise<void> {
  await keys.run(page, 'team', /^Team/);
  await keys.press(page, button(page, new RegExp(name)));
  await expect(page.getByTestId('approval-link')).toBeVisible();
  await signWhatWaits(page);
  await page.goto(`${sandbox.console}/mpc/center/teamMember`);
  const row = page.locator('[data-member]').filter({ hasText: name });
  await expect(row).toContainText('Approver', { timeout: inForceMs });
}

async function writeRule(page: Page, owner: Owner): Promise<void> {
  await page.goto(`${sandbox.console}/mpc/center/strategyEngine`);
  await goOn(page, link(page, 'Add advanced rule').first(), page.getByLabel('Name', { exact: true }));
  await keys.press(page, button(page, 'Propose'));
  // What is at fault has the focus.
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused();
  await keys.write(page, page.getByLabel('Name', { exact: true }), 'Large ETH');
  await keys.choose(page, page.getByRole('combobox', { name: 'Asset' }).first(), 'Only these assets');
  await keys.press(page, page.getByRole('checkbox', { name: /^ETH/ }), 'Space');
  await keys.choose(page, page.getByRole('combobox', { name: 'Amount' }), 'In coin');
  await keys.write(page, page.getByLabel('More than'), '1');
  await expect(page.getByTestId('sentence')).toContainText('Transfers of more than 1 ETH');
  await keys.press(page, button(page, 'Propose'));
  await keys.confirm(page, page.getByText('“Large ETH” is proposed'), owner);
  await signWhatWaits(page);
  await expect(async () => {
    await page.goto(`${sandbox.console}/mpc/center/strategyEngine`);
    await expect(page.getByText('Transfers of more than 1 ETH')).toBeVisible({ timeout: 3_000 });
  }).toPass({ timeout: inForceMs });
}

async function payBatch(page: Page, owner: Owner): Promise<void> {
  await page.goto(`${sandbox.console}/mpc/tools/batchTransfer?coin=ETH`);
  await keys.write(page, page.getByLabel('Payees'), `${payee} 0.1`);
  await page.keyboard.press('Enter');
  await page.keyboard.type('nobody 0.2');
  await keys.press(page, button(page, 'Review batch'));
  await expect(page.getByText('1 row needs fixing')).toBeVisible({ timeout: 30_000 });
  await keys.press(page, button(page, 'Mend row 2'));
  await expect(page.getByLabel('Address of row 2')).toBeFocused();
  await keys.write(page, page.getByLabel('Address of row 2'), payee);
  await page.keyboard.press('Enter');
  await expect(page.getByText('1 row needs fixing')).toHaveCount(0);
  await keys.press(page, page.getByLabel(/^I have looked at the 2 rows/), 'Space');
  await keys.press(page, button(page, /to 2 payees$/));
  await keys.confirm(page, link(page, 'Review and sign'), owner);
  await keys.sign(page, link(page, 'Review and sign'));
}

/** An owner lets somebody have a new authenticator, who sets it up with their password. */
async function resetSomebody(page: Page, owner: Owner, other: Page, who: Owner): Promise<void> {
  await page.goto(`${sandbox.console}/mpc/center/teamMember`);
  const row = page.locator('[data-member]').filter({ hasText: who.name });
  await keys.press(page, row.getByRole('button'));
  await keys.press(page, button(page, 'Reset how they log in'));
  const drawer = page.getByRole('dialog', { name: 'Reset login' });
  await keys.press(page, button(drawer, 'Make the link'));
  await keys.confirm(page, drawer.getByText('Hand over this link'), owner);
  await other.goto((await drawer.getByTestId('reset-link').textContent()) ?? '');
  await expect(other.getByLabel('Password')).toBeVisible({ timeout: inForceMs });
  await keys.write(other, other.getByLabel('Password'), who.password);
  const code = other.getByLabel('Code of the new authenticator');
  await goOn(other, button(other, 'Continue'), code);
  who.secret = ((await other.getByTestId('totp-secret').textContent()) ?? '').trim();
  await keys.write(other, code, await freshTotpCode({ ...who, usedCodes: new Set() }));
  await goOn(other, button(other, 'Use the new authenticator'), other.getByText('The new authenticator is in use'));
}

/** From the palette to the pages of the signers, on each of which everything is stopped. */
async function stopAll(page: Page): Promise<void> {
  await page.goto(`${sandbox.console}/mpc/wallet`);
  await expect(page.getByTestId('total-usd')).toBeVisible();
  await keys.run(page, 'freeze', /^(Stop|Freeze)/);
  const signer = await keys.follow(page, page.getByRole('dialog').getByRole('link', { name: 'Signer 1' }));
  await keys.write(signer, signer.getByLabel('Reason (optional)'), 'Strange payments');
  await keys.press(signer, button(signer, 'Stop all signing at Signer 1'));
  await goOn(signer, link(signer, 'Stop Signer 2'), button(signer, 'Stop all signing at Signer 2'));
  await keys.press(signer, button(signer, 'Stop all signing at Signer 2'));
  await expect(signer.getByText('Done. Signer 2 signs nothing')).toBeVisible();
}

test('set-up, joining, a rule, a batch, a reset and a freeze need no mouse', async ({ browser }) => {
  test.setTimeout(420_000);
  const open = (): Promise<BrowserContext> =>
    browser.newContext({ baseURL: sandbox.console, acceptDownloads: true, reducedMotion: 'reduce' });
  const owner = newOwner();
  const page = await newcomer(open);
  const reports = policyReports(page.context());
  const clicks = [await countClicks(page.context())];
  await test.step('set-up', () => setUp(page, owner));
  const bo = person('Bo Approver', 'bo@northwind.example');
  const other = await newcomer(open);
  clicks.push(await countClicks(other.context()));
  await test.step('joining', async () => {
    await join(other, await inviteSomebody(page, owner, bo), bo);
    await page.keyboard.press('Escape');
    await admit(page, bo.name);
  });
  await test.step('a rule', () => writeRule(page, owner));
  const pressed = (): number[] => clicks.map((count) => count());
  expect(pressed(), 'presses of the mouse').toEqual([0, 0]);
  const helper = await page.context().newPage();
  await takeTestCoins(helper, 'ETH', '2');
  await expect(available(helper, 'ETH')).toHaveText('2', { timeout: inForceMs });
  await helper.close();
  const before = pressed();
  await test.step('a batch', () => payBatch(page, owner));
  await test.step('a reset', () => resetSomebody(page, owner, other, bo));
  await test.step('a freeze', () => stopAll(page));

  expect([...new Set(keys.faults)], 'stops of the keyboard that cannot be seen').toEqual([]);
  expect(pressed(), 'presses of the mouse').toEqual(before);
  expect(reports, 'no report of the content security policy or Trusted Types').toEqual([]);
  for (const one of [page, other]) await one.context().close();
});
