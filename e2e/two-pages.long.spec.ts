import { type Intent, intentText, type PolicyDocument } from '@holdfast/policy';
import { startTwoSigners, type TwoSigners } from '@holdfast/signer/test/two-signers.ts';
import { transferOf } from '@holdfast/testkit/review';
import { ask, decide, genesisBody, newMember, newPolicy, passkeyFor } from '@holdfast/testkit/signer';
import { type Browser, type BrowserContext, expect, type Page, test } from '@playwright/test';
import { addAuthenticator, ownPasskey } from './support/authenticator.ts';

/** Two signers of two host names: a passkey answers on one of them alone, and a rule asks for approvals through the pages of both. */
const hosts = ['one.localhost', 'two.localhost'] as const;
let signers: TwoSigners;
let policy: PolicyDocument;
const [owner, asker] = [newMember('ada', 'owner'), newMember('omar', 'operator')];
const approvers = ['bea', 'cem'].map((id) => newMember(id, 'approver'));
const keys = new Map<string, ReturnType<typeof passkeyFor>[]>();
const open: BrowserContext[] = [];

test.describe.configure({ mode: 'serial' });
test.beforeAll(async () => {
  signers = await startTwoSigners(Date.now, hosts);
  for (const { member } of approvers) keys.set(member.id, signers.origins.map(passkeyFor));
  const places = signers.links.map((link) => ({ ...link }));
  const base = newPolicy({ places }, [owner, asker, ...approvers], []);
  policy = {
    ...base,
    v: '2',
    members: base.members.map((member) => ({
      ...member,
      credentials: [...member.credentials, ...(keys.get(member.id) ?? []).map(({ credential }) => credential)],
    })),
    signers: base.signers.map((signer, at) => ({ ...signer, origin: signers.origins[at] ?? '' })),
    strategies: [
      {
        wallet: '*',
        signProtection: 'on',
        nodes: [{ kind: 'sign', name: 'two', approvers: ['bea', 'cem'], threshold: '2' }],
        pages: 'different',
      },
    ],
  };
  for (const place of places) {
    const made = await ask(place, 'POST', '/api/genesis', genesisBody(policy, owner, signers.setupCode));
    expect(made.body).not.toHaveProperty('error');
  }
});
test.afterAll(async () => {
  await Promise.all(open.map((context) => context.close()));
  await signers?.stop();
});

/** A request that Omar has asked for. */
async function requested(n: number): Promise<Intent> {
  const now = Date.now();
  const intent = transferOf(policy, {
    id: `0195b2c4-7e11-4c3a-9f00-${String(n).padStart(12, '0')}`,
    request: `req-${n}`,
    initiator: 'omar',
    created: String(now),
    notBefore: String(now),
    expires: String(now + 3_600_000),
  });
  await signers.announce(intentText(intent));
  const said = { approval: decide(intent, asker, 'initiate') };
  for (const link of signers.links) await ask({ ...link }, 'POST', '/api/approvals', said);
  return intent;
}
/** A member with both of their passkeys, in a browser of their own. */
async function memberAt(browser: Browser, id: string, locale = 'en-US'): Promise<Page> {
  const context = await browser.newContext({ locale });
  open.push(context);
  const page = await context.newPage();
  await addAuthenticator(context, page);
  for (const key of keys.get(id) ?? []) await ownPasskey(page, key);
  return page;
}
const look = (page: Page, at: 0 | 1, { id }: Intent) => page.goto(`${signers.origins[at]}/#/i/${id}`);
/** Approves what the page shows, with the passkey for this page. */
async function approve(page: Page, who: string): Promise<void> {
  await expect(page.getByText('Sign as')).toBeVisible();
  const choice = page.getByLabel('Sign as');
  if ((await choice.count()) > 0) {
    const own = await choice.locator('option', { hasText: who }).first().getAttribute('value');
    await choice.selectOption(own);
  }
  await page.getByLabel('I have compared').check();
  await page.getByRole('button', { name: /^Approve: withdraw/ }).click();
  await expect(page.getByText('Your decision is with the signer')).toBeVisible();
}
async function wordsOn(page: Page): Promise<string[]> {
  await expect(page.locator('.words li')).toHaveCount(8);
  return page.locator('.words li').allTextContents();
}
/** What a signer itself says of the decisions that it has. */
async function stateAt(at: 0 | 1, { id }: Intent): Promise<unknown> {
  const link = signers.links[at];
  if (!link) throw new Error('no signer');
  const { body } = await ask({ ...link }, 'GET', `/api/intents/${id}`);
  return (body.evaluation as { state?: string } | undefined)?.state;
}

test('a second approval through the same page does not count as the other one, and the page says so; the right page takes it', async ({
  browser,
}) => {
  const intent = await requested(1);
  const [bea, cem] = [await memberAt(browser, 'bea'), await memberAt(browser, 'cem')];
  await look(bea, 0, intent);
  const words = await wordsOn(bea);
  await approve(bea, 'bea');
  await look(cem, 0, intent);
  await expect(cem.getByText('yours here counts as an approval, but not as that one')).toBeVisible();
  await approve(cem, 'cem');
  const told = cem.getByText('All approvals are there, and all were made on this page, that of Signer 1');
  await expect(told).toContainText(`same fingerprint ${words.slice(0, 3).join(' ')}`);
  expect(await stateAt(0, intent)).toBe('waiting');
  await cem.getByRole('link', { name: 'Open this request on the page of Signer 2' }).click();
  await expect(cem).toHaveURL(new RegExp(`^${signers.origins[1]}/#/i/${intent.id}`));
  await expect(cem.locator('.words li')).toHaveText(words);
  const other = cem.getByText('The others approved on the page of Signer 1');
  await expect(other).toContainText(`its fingerprint ${words.slice(0, 3).join(' ')}`);
  await approve(cem, 'cem');
  await expect(cem.getByText('All decisions are there')).toBeVisible();
  for (const at of [0, 1] as const) await expect.poll(() => stateAt(at, intent)).toBe('satisfied');
});

test('a link for somebody else whose key is not here says so at once, and one can choose oneself', async ({
  browser,
}) => {
  const [earlier, intent] = [await requested(3), await requested(4)];
  const cem = await memberAt(browser, 'cem');
  await look(cem, 0, earlier);
  await approve(cem, 'cem');
  await cem.goto(`${signers.origins[0]}/#/i/${intent.id}?for=bea`);
  await expect(cem.getByText('The key of bea was never used in this browser')).toBeVisible();
  await expect(cem.getByLabel('Sign as').locator('option:checked')).toHaveText(/^bea/);
  await approve(cem, 'cem');
});

test('the same in Chinese; a passkey for one page is not asked for on the other one', async ({ browser }) => {
  const intent = await requested(2);
  const [bea, cem] = [await memberAt(browser, 'bea'), await memberAt(browser, 'cem', 'zh-CN')];
  await look(bea, 0, intent);
  const [first, second] = keys.get('bea') ?? [];
  await expect(bea.getByText(`passkey ${first?.credential.id.slice(0, 8)}`)).toBeAttached();
  await expect(bea.getByText(`passkey ${second?.credential.id.slice(0, 8)}`)).toHaveCount(0);
  await approve(bea, 'bea');
  await look(cem, 0, intent);
  await expect(cem.getByText('您在此处的批准算作批准，但不算作那一次')).toBeVisible();
  await cem.getByRole('link', { name: '在签名节点 2 的页面上打开此请求' }).click();
  await expect(cem.getByText('其他人是在签名节点 1 的页面上批准的')).toBeVisible();
});
