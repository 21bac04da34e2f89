import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { devPoolRouter } from '@holdfast/devnet/pools';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { etherOf, holdBlocks, mine, tokenOf } from './support/chain.ts';
import { holdfast } from './support/cli.ts';
import { countClicks } from './support/clicks.ts';
import { available, takeTestCoins, untilCompleted } from './support/console.ts';
import { openOwner, sandboxOfFile } from './support/installation.ts';
import { askByKeys } from './support/keyed-payment.ts';
import { handsOnKeys, keyboardOnly } from './support/keys.ts';
import { nftCard, ownerOf, receivePicture } from './support/nft.ts';
import type { Person } from './support/team.ts';

/** What is done with coins beside paying them, and with the keys themselves: each asked for, signed and made without a mouse. */
const sandbox = sandboxOfFile({ env: { HOLDFAST_KEY_MATERIAL_SECONDS: '25' } });
const keys = keyboardOnly();
const evm = 'evm:31337';
const { wrapped } = devPoolRouter;
const payee = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
/** Who pays test coins. */
const payer = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const ether = 10n ** 18n;
const inForceMs = 60_000;
const onChainMs = 90_000;

let owner: Person;
let reports: readonly string[] = [];
const clicks: (() => number)[] = [];
let folder = '';

test.describe.configure({ mode: 'serial' });
test.beforeAll(async ({ browser }) => {
  test.setTimeout(300_000);
  folder = mkdtempSync(path.join(tmpdir(), 'holdfast-keyed-'));
  const opened = await openOwner(browser, sandbox, { look: true });
  owner = { page: opened.page, who: opened.owner };
  for (const [symbol, amount] of [
    ['ETH', '5'],
    ['TRX', '200'],
  ] as const) {
    await takeTestCoins(owner.page, symbol, amount);
    await expect(available(owner.page, symbol)).toHaveText(amount, { timeout: inForceMs });
  }
  await receivePicture(owner.page, sandbox);
  reports = opened.reports;
  clicks.push(await countClicks(opened.context));
  await owner.page.goto('/mpc/wallet');
  await expect(owner.page.getByTestId('total-usd')).toBeVisible();
});
test.afterEach(() => handsOnKeys(keys, clicks, reports));
test.afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await owner?.page.context().close();
});

const button = (place: Page | Locator, name: string | RegExp): Locator => place.getByRole('button', { name });

/** From where it is asked for, through a fresh code where one is asked for, to the signer's page and back. */
async function askAndSign({ page, who }: Person, ask: Locator, sign: 'sign' | 'signAndLook' = 'sign'): Promise<void> {
  await keys.press(page, ask);
  const link = page.getByTestId('approval-link').last();
  await keys.confirm(page, link, who);
  await keys[sign](page, link);
  await keys.close(page);
}

const ownAddress = async (page: Page): Promise<string> =>
  (await page.locator('[data-coin=ETH] [title^="0x"]').first().getAttribute('title')) ?? '';

test('a contract is called without a mouse', async () => {
  const { page } = owner;
  const own = await ownAddress(page);
  await keys.press(page, button(page, 'Call a contract').first());
  const drawer = page.getByRole('dialog', { name: 'Call a contract' });
  await keys.write(page, drawer.getByLabel('Address of the contract'), wrapped);
  await keys.pick(page, drawer.getByRole('combobox', { name: 'Method' }), 'deposit()');
  await keys.write(page, drawer.getByLabel('Coins that go along'), '0.25');
  await keys.press(page, button(drawer, 'See what it would do'));
  await expect(drawer.getByTestId('call-simulated')).toContainText('0.25 ETH');
  await askAndSign(owner, button(drawer, 'Ask for the call'));
  await expect(async () => {
    await mine(sandbox.faucet, evm);
    expect(await tokenOf(sandbox.rpc.evm, wrapped, own)).toBe(ether / 4n);
  }).toPass({ timeout: onChainMs });
});

test('a deposit is given back without a mouse', async () => {
  const { page } = owner;
  const before = await etherOf(sandbox.rpc.evm, payer);
  await keys.run(page, 'transactions', /^Transactions/);
  await keys.press(page, button(page.getByRole('row').filter({ hasText: '+5 ETH' }), /./).first());
  await keys.press(page, button(page.getByRole('dialog', { name: 'Transaction' }), 'Give back'));
  const form = page.getByRole('dialog', { name: 'Give a deposit back' });
  await keys.write(page, form.getByLabel('Amount'), '2');
  await askAndSign(owner, button(form, 'Ask to give it back'));
  await expect(async () => {
    await mine(sandbox.faucet, evm);
    expect((await etherOf(sandbox.rpc.evm, payer)) - before).toBe(2n * ether);
  }).toPass({ timeout: onChainMs });
});

test('a payment that no block takes is sped up without a mouse', async () => {
  const { page, who } = owner;
  const before = await etherOf(sandbox.rpc.evm, payee);
  await holdBlocks(sandbox.faucet, evm);
  await askByKeys(keys, page, who, { amount: '0.5', to: payee });
  await keys.sign(page, page.getByTestId('approval-link').last());
  await keys.close(page);
  await keys.run(page, payee, /^0\.5 ETH/);
  const drawer = page.getByRole('dialog', { name: 'Transaction' });
  await expect(button(drawer, 'Speed up')).toBeVisible({ timeout: inForceMs });
  await keys.press(page, button(drawer, 'Speed up'));
  await askAndSign(owner, button(page.getByRole('dialog', { name: 'Speed up a payment' }), 'Ask to speed it up'));
  await keys.run(page, payee, /^0\.5 ETH/);
  await expect(drawer.getByText('Speed-up broadcast')).toBeVisible({ timeout: inForceMs });
  await keys.close(page);
  await holdBlocks(sandbox.faucet, evm, false);
  await expect
    .poll(async () => (await etherOf(sandbox.rpc.evm, payee)) - before, { timeout: onChainMs })
    .toBe(ether / 2n);
});

test('an NFT is sent without a mouse', async () => {
  const { page } = owner;
  await keys.run(page, 'overview', /^Overview/);
  await keys.press(page, button(nftCard(page), /^Sandbox pictures/));
  const gallery = page.getByRole('dialog', { name: 'NFTs' });
  await keys.press(page, button(gallery, /Sandbox picture #/));
  const contract = gallery.locator('[data-address^="0x"]');
  const id = BigInt(((await gallery.getByRole('heading', { level: 3 }).textContent()) ?? '').split('#')[1] ?? '0');
  const address = (await contract.first().getAttribute('data-address')) ?? '';
  await keys.press(page, button(gallery, 'Send it'));
  await keys.write(page, gallery.getByLabel('Who gets it'), payee);
  await keys.press(page, button(gallery, 'See what it would do'));
  await expect(gallery.getByTestId('call-look').getByText('safeTransferFrom')).toBeVisible();
  await askAndSign(owner, button(gallery, 'Ask for it'));
  await expect(async () => {
    await mine(sandbox.faucet, evm);
    expect(await ownerOf(sandbox.rpc.evm, address, id)).toBe(payee.toLowerCase());
  }).toPass({ timeout: onChainMs });
});

test('coins are staked without a mouse', async () => {
  const { page } = owner;
  await keys.run(page, 'overview', /^Overview/);
  const card = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: /^Resources and stake on Tron/ }) });
  await keys.press(page, card.getByRole('button', { name: 'Stake', exact: true }));
  const drawer = page.getByRole('dialog', { name: 'Resources and stake' });
  await keys.write(page, drawer.getByLabel('Amount'), '100');
  await expect(drawer).toContainText('at most 0.35 TRX');
  await askAndSign(owner, drawer.getByRole('button', { name: 'Stake', exact: true }));
  await untilCompleted(page, sandbox.faucet, 'TRX', ['tron:devnet']);
  await keys.run(page, 'overview', /^Overview/);
  await expect(card).toContainText('StakedBandwidth 0 TRX · Energy 100 TRX');
});

/** For the share of the first signer. */
async function askForShare(recipient: string, reason: string): Promise<void> {
  const { page } = owner;
  await keys.run(page, 'key material', /^Key material/);
  await keys.press(page, button(page, 'Request key material').first());
  const drawer = page.getByRole('dialog');
  await keys.write(page, drawer.getByLabel('Recipient'), recipient);
  await keys.write(page, drawer.getByLabel('Remark'), reason);
  await askAndSign(owner, button(drawer, 'Ask for approval'), 'signAndLook');
}

test('key material is asked for, noticed and taken, and another request for it refused, without a mouse', async () => {
  const { page } = owner;
  const [passFile, keyFile] = [path.join(folder, 'pass'), path.join(folder, 'me.age')];
  writeFileSync(passFile, 'canal timber violin osprey\n');
  const recipient = holdfast('kit', 'recipient', keyFile, '--passphrase-file', passFile);
  await askForShare(recipient, 'A drill');
  await keys.press(page, button(page, 'I have seen it'));
  await expect(button(page, 'I have seen it')).toHaveCount(0);
  await keys.press(page, button(page, /^Share of/).first());
  const download = button(page.getByRole('dialog'), 'Download the file');
  await expect(download).toBeVisible({ timeout: inForceMs });
  const loading = page.waitForEvent('download');
  await keys.press(page, download);
  await loading;
  await keys.close(page);

  await askForShare(recipient, 'Once more');
  // The page says what its signer knew when it was opened.
  const refusing = page.getByRole('link', { name: 'View it, or refuse' });
  await expect(async () => {
    await page.goto('about:blank');
    await page.goto(sandbox.signers[1]);
    await expect(refusing).toHaveCount(2, { timeout: 1_000 });
  }).toPass({ timeout: inForceMs });
  await keys.press(page, refusing.last());
  await keys.press(page, page.locator('#refuse'));
  await keys.press(page, page.getByRole('alertdialog').getByRole('button').last());
  await expect(page.getByText(/refused this request|Refused/).first()).toBeVisible();
});
