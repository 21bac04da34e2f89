import type { Intent } from '@holdfast/policy';
import { ask } from '@holdfast/testkit/signer';
import { expect, type Page, test } from '@playwright/test';
import { approveAs, startTwoApprovers, type TwoApprovers } from './support/two-approvers.ts';

/** A passkey answers on one signer's page alone, and a rule asks for approvals through the pages of both. */
let here: TwoApprovers;

test.describe.configure({ mode: 'serial' });
test.beforeAll(async () => {
  here = await startTwoApprovers();
});
test.afterAll(() => here?.stop());

const look = (page: Page, at: 0 | 1, { id }: Intent) => page.goto(`${here.signers.origins[at]}/#/i/${id}`);
async function wordsOn(page: Page): Promise<string[]> {
  await expect(page.locator('.words li')).toHaveCount(8);
  return page.locator('.words li').allTextContents();
}
/** What a signer itself says of the decisions that it has. */
async function stateAt(at: 0 | 1, { id }: Intent): Promise<unknown> {
  const link = here.signers.links[at];
  if (!link) throw new Error('no signer');
  const { body } = await ask({ ...link }, 'GET', `/api/intents/${id}`);
  return (body.evaluation as { state?: string } | undefined)?.state;
}

test('a second approval through the same page does not count as the other one, and the page says so; the right page takes it', async ({
  browser,
}) => {
  const intent = await here.request(1);
  const [bea, cem] = [await here.memberAt(browser, 'bea'), await here.memberAt(browser, 'cem')];
  await look(bea, 0, intent);
  const words = await wordsOn(bea);
  await approveAs(bea, 'bea');
  await look(cem, 0, intent);
  await expect(cem.getByText('yours here counts as an approval, but not as that one')).toBeVisible();
  await approveAs(cem, 'cem');
  const told = cem.getByText('All approvals are there, and all were made on this page, that of Signer 1');
  await expect(told).toContainText(`same fingerprint ${words.slice(0, 3).join(' ')}`);
  expect(await stateAt(0, intent)).toBe('waiting');
  await cem.getByRole('link', { name: 'Open this request on the page of Signer 2' }).click();
  await expect(cem).toHaveURL(new RegExp(`^${here.signers.origins[1]}/#/i/${intent.id}`));
  await expect(cem.locator('.words li')).toHaveText(words);
  const other = cem.getByText('The others approved on the page of Signer 1');
  await expect(other).toContainText(`its fingerprint ${words.slice(0, 3).join(' ')}`);
  await approveAs(cem, 'cem');
  await expect(cem.getByText('All decisions are there')).toBeVisible();
  for (const at of [0, 1] as const) await expect.poll(() => stateAt(at, intent)).toBe('satisfied');
});

test('a link for somebody else whose key is not here says so at once, and one can choose oneself', async ({
  browser,
}) => {
  const [earlier, intent] = [await here.request(3), await here.request(4)];
  const cem = await here.memberAt(browser, 'cem');
  await look(cem, 0, earlier);
  await approveAs(cem, 'cem');
  await cem.goto(`${here.signers.origins[0]}/#/i/${intent.id}?for=bea`);
  await expect(cem.getByText('The key of bea was never used in this browser')).toBeVisible();
  await expect(cem.getByLabel('Sign as').locator('option:checked')).toHaveText(/^bea/);
  await approveAs(cem, 'cem');
});

test('the same in Chinese; a passkey for one page is not asked for on the other one', async ({ browser }) => {
  const intent = await here.request(2);
  const [bea, cem] = [await here.memberAt(browser, 'bea'), await here.memberAt(browser, 'cem', 'zh-CN')];
  await look(bea, 0, intent);
  const [first, second] = here.keys.get('bea') ?? [];
  await expect(bea.getByText(`passkey ${first?.credential.id.slice(0, 8)}`)).toBeAttached();
  await expect(bea.getByText(`passkey ${second?.credential.id.slice(0, 8)}`)).toHaveCount(0);
  await approveAs(bea, 'bea');
  await look(cem, 0, intent);
  await expect(cem.getByText('您在此处的批准算作批准，但不算作那一次')).toBeVisible();
  await cem.getByRole('link', { name: '在签名节点 2 的页面上打开此请求' }).click();
  await expect(cem.getByText('其他人是在签名节点 1 的页面上批准的')).toBeVisible();
});
