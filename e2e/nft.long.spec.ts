import { expect, type Page, test } from '@playwright/test';
import { mine } from './support/chain.ts';
import { available, confirmIfAsked, decide, takeTestCoins } from './support/console.ts';
import { openOwner, sandboxOfFile } from './support/installation.ts';
import { look } from './support/look.ts';
import { nftCard, ownerOf, receivePicture } from './support/nft.ts';

/** An NFT comes in by the sandbox, is seen in the gallery with its picture, and goes out with a member's approval. */
const sandbox = sandboxOfFile();
const chain = 'evm:31337';
const payee = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';

/** As it stands, in both languages. */
async function lookTwice(page: Page, name: string, chinese: string): Promise<void> {
  await look(page, name);
  const language = (value: string) => page.context().addCookies([{ name: 'lan', value, url: sandbox.console }]);
  await language('zh_CN');
  await page.reload();
  await expect(page.getByText(chinese).first()).toBeVisible();
  await look(page, `${name}-zh`);
  await language('en_US');
  await page.reload();
}

test('an NFT comes in, is looked at, and is sent to somebody who then owns it', async ({ browser }) => {
  test.setTimeout(400_000);
  const { context, page, owner, reports } = await openOwner(browser, sandbox, { look: true });
  await takeTestCoins(page, 'ETH', '5');
  await expect(available(page, 'ETH')).toHaveText('5', { timeout: 60_000 });
  const total = await page.getByTestId('total-usd').textContent();

  const section = nftCard(page);
  await section.getByRole('button', { name: 'Open the gallery' }).click();
  const gallery = page.getByRole('dialog', { name: 'NFTs' });
  await expect(gallery.getByText('No NFTs yet')).toBeVisible();
  await lookTwice(page, 'nfts-none', '暂无 NFT');

  await receivePicture(page, sandbox);
  await expect(page.getByTestId('total-usd')).toHaveText(total ?? '');

  await section.getByRole('button', { name: 'Open the gallery' }).click();
  await gallery.getByRole('searchbox', { name: /Collection, name or contract/ }).fill('pics');
  await page.keyboard.press('Enter');
  await expect(gallery.getByRole('img', { name: 'Sandbox pictures' })).toBeVisible();
  await lookTwice(page, 'nfts-gallery', '收起');
  await gallery.getByRole('button', { name: /^Sandbox pictures/ }).click();
  // Now: once it was sent it may be gone at any time.
  const contract = (await gallery.locator('[title^="0x"]').first().getAttribute('title')) ?? '';
  await gallery.getByRole('button', { name: /Sandbox picture #/ }).click();
  await expect(gallery.getByText('Made on this machine to try things out.', { exact: false })).toBeVisible();
  await expect(gallery.getByText('Final', { exact: true })).toBeVisible();
  await lookTwice(page, 'nft', '特征');
  const id = BigInt((await gallery.getByRole('heading', { level: 3 }).textContent())?.split('#')[1] ?? '0');

  await gallery.getByRole('button', { name: 'Send it' }).click();
  await gallery.getByRole('button', { name: 'See what it would do' }).click();
  await expect(gallery.getByText('Enter who is to get it')).toBeVisible();
  await gallery.getByLabel('Who gets it').fill(payee);
  await gallery.getByRole('button', { name: 'See what it would do' }).click();
  await expect(gallery.getByTestId('call-look').getByText('safeTransferFrom')).toBeVisible();
  await look(page, 'nft-send');
  await gallery.getByRole('button', { name: 'Ask for it' }).click();
  await confirmIfAsked(gallery, page.getByRole('dialog', { name: 'Approval' }), owner);
  await page.goto((await page.getByTestId('approval-link').last().getAttribute('href')) ?? '');
  await expect(page.getByText(`1 × number ${id} of this collection`)).toBeVisible();
  await look(page, 'nft-approval');
  await decide(page);

  await expect(async () => {
    await mine(sandbox.faucet, chain);
    expect(await ownerOf(sandbox.rpc.evm, contract, id)).toBe(payee.toLowerCase());
  }).toPass({ timeout: 90_000 });
  await page.goto(`${sandbox.console}/mpc/wallet`);
  await expect(async () => {
    await mine(sandbox.faucet, chain);
    await page.reload();
    await expect(section.getByText(/What arrives at this wallet/)).toBeVisible({ timeout: 4_000 });
  }).toPass({ timeout: 60_000 });
  expect(reports).toEqual([]);
  await context.close();
});
