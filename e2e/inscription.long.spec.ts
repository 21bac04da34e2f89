import { rpcClient } from '@holdfast/devnet';
import { inscribe } from '@holdfast/devnet/inscribe';
import { expect, type Page, test } from '@playwright/test';
import { accessibilityFaults } from './support/axe.ts';
import { mine } from './support/chain.ts';
import { available, confirmIfAsked, decide, type Owner, takeTestCoins } from './support/console.ts';
import { openOwner, sandboxOfFile } from './support/installation.ts';
import { look } from './support/look.ts';

/** Inscriptions come in, are seen on the wallet's page with what they hold, and one is sent with a member's approval; then tokens of BRC-20. */
const sandbox = sandboxOfFile();
const chain = 'bitcoin:regtest';
const payee = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const saying = (say: object) => ({ contentType: 'text/plain', body: bytes(JSON.stringify({ p: 'brc-20', ...say })) });

/** The node itself, asked past everything of ours. */
async function node() {
  const { chains } = (await (await fetch(`${sandbox.faucet}/status`)).json()) as {
    readonly chains: readonly { readonly config: { readonly id: string; readonly rpcUrl: string } }[];
  };
  const url = chains.find(({ config }) => config.id === chain)?.config.rpcUrl ?? '';
  return { bitcoin: { url }, faucet: { url: sandbox.faucet } } as Parameters<typeof inscribe>[0];
}
interface Mined {
  readonly vin: readonly { readonly txid: string; readonly vout: number }[];
  readonly vout: readonly { readonly value: number; readonly scriptPubKey: { readonly address?: string } }[];
}
/** The transaction in the newest blocks that spends an output. */
async function spending(txid: string, vout: number): Promise<Mined | undefined> {
  const call = rpcClient((await node()).bitcoin.url);
  const tip = await call<number>('getblockcount');
  for (let height = tip; height > Math.max(0, tip - 60); height--) {
    const hash = await call<string>('getblockhash', height);
    const { tx } = await call<{ readonly tx: readonly Mined[] }>('getblock', hash, 2);
    const found = tx.find(({ vin }) => vin.some((input) => input.txid === txid && input.vout === vout));
    if (found) return found;
  }
  return undefined;
}

const section = (page: Page) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: 'Inscriptions and BRC-20' }) });

/** Blocks come until the page shows it. */
async function seen(page: Page, look: () => Promise<void>): Promise<void> {
  await expect(async () => {
    await mine(sandbox.faucet, chain);
    await page.goto(`${sandbox.console}/mpc/wallet`);
    await look();
  }).toPass({ timeout: 120_000 });
}

/** Asked for in the drawer, approved on the signer's page, which says what leaves. */
async function ask(page: Page, owner: Owner, said: RegExp): Promise<void> {
  const drawer = page.getByRole('dialog').last();
  await drawer.getByLabel('Payee').fill(payee);
  await expect(drawer.getByText(/^At most [0-9.]+ BTC/)).toBeVisible();
  await drawer.getByRole('button', { name: 'Ask the members' }).click();
  await confirmIfAsked(drawer, page.getByTestId('approval-link').last(), owner);
  await page.goto((await page.getByTestId('approval-link').last().getAttribute('href')) ?? '');
  await expect(page.locator('main')).toContainText(said);
  await expect.poll(async () => ((await page.locator('main').textContent()) ?? '').replace(/\s/g, '')).toContain(payee);
  await decide(page);
}

test('an inscription comes in, is looked at and sent whole; one on too many coins is not; and tokens of BRC-20 are paid', async ({
  browser,
}) => {
  test.setTimeout(600_000);
  const { context, page, owner, reports } = await openOwner(browser, sandbox, { look: true });
  await takeTestCoins(page, 'BTC', '0.1');
  await expect(available(page, 'BTC')).toHaveText('0.1', { timeout: 60_000 });
  await page.goto(`${sandbox.console}/mpc/wallet`);
  await expect(section(page).getByText("Nothing is inscribed on this wallet's coins.", { exact: false })).toBeVisible();
  const to = (await page.locator('[data-coin=BTC] [title^="bcrt1"]').first().getAttribute('title')) ?? '';

  const place = await node();
  const { id, txid } = await inscribe(place, {
    contentType: 'text/plain',
    body: bytes('Hello from <b>outside</b>'),
    to,
  });
  await inscribe(place, { contentType: 'text/plain', body: bytes('heavy'), to, postage: 250_000n });
  await inscribe(place, { ...saying({ op: 'deploy', tick: 'hold', max: '1000', lim: '100' }), to });
  await inscribe(place, { ...saying({ op: 'mint', tick: 'hold', amt: '100' }), to });
  const row = (name: string) => section(page).getByRole('listitem').filter({ hasText: name });
  await seen(page, () =>
    expect(section(page).getByText('100 available', { exact: false })).toBeVisible({ timeout: 4_000 }),
  );
  await look(page, 'inscriptions');
  expect(await accessibilityFaults(page)).toEqual([]);

  const heavy = section(page).getByRole('listitem').filter({ hasText: 'It lies on 0.0025 BTC' });
  await heavy.getByRole('button', { name: 'Review and send' }).click();
  const drawer = page.getByRole('dialog').last();
  await expect(drawer.getByText('Too many coins to be sent with it')).toBeVisible();
  await expect(drawer.getByText('An inscription is sent with 0.001 BTC at most', { exact: false })).toBeVisible();
  await drawer.getByLabel('Payee').fill(payee);
  await expect(drawer.getByRole('button', { name: 'Ask the members' })).toBeDisabled();
  await look(page, 'inscription-too-large');

  await page.goto(`${sandbox.console}/mpc/wallet`);
  await row(id).getByRole('button', { name: 'Review and send' }).click();
  await expect(drawer.getByText('Hello from <b>outside</b>')).toBeVisible();
  await look(page, 'inscription');
  expect(await accessibilityFaults(page)).toEqual([]);
  await ask(page, owner, /nscription/);
  await expect(async () => {
    await mine(sandbox.faucet, chain);
    expect(await spending(txid, 0)).toBeDefined();
  }).toPass({ timeout: 90_000 });
  const sending = await spending(txid, 0);
  expect(sending?.vin[0]).toMatchObject({ txid, vout: 0 });
  expect(sending?.vout[0]).toMatchObject({ value: 0.0001, scriptPubKey: { address: payee } });

  await seen(page, async () => {
    await expect(row('BRC-20')).toBeVisible({ timeout: 4_000 });
    await expect(row(id)).toHaveCount(0);
  });
  await row('BRC-20').getByRole('button', { name: 'Pay' }).click();
  await expect(drawer.getByText('One decision, three transactions', { exact: false })).toBeVisible();
  await drawer.getByLabel('Amount of hold').fill('12.5');
  await look(page, 'brc20');
  await ask(page, owner, /12\.5/);
  await seen(page, () =>
    expect(section(page).getByText('87.5 available', { exact: false })).toBeVisible({ timeout: 4_000 }),
  );
  await seen(page, () =>
    expect(section(page).getByText('0 inscribed to be sent', { exact: false })).toBeVisible({ timeout: 4_000 }),
  );
  expect(reports).toEqual([]);
  await context.close();
});
