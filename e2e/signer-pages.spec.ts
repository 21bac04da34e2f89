import {
  type Intent,
  intentDigestHex,
  intentText,
  type PolicyDocument,
  parsePolicy,
  remarkHash,
} from '@holdfast/policy';
import { startTwoSigners, type TwoSigners } from '@holdfast/signer/test/two-signers.ts';
import { transferOf } from '@holdfast/testkit/review';
import { type BrowserContext, expect, type Page, type Request, test } from '@playwright/test';
import { addAuthenticator, lendPasskey } from './support/authenticator.ts';
import { accessibilityFaults, ofColours, withAxe } from './support/axe.ts';
import { takePicture } from './support/pictures.ts';
import { isWanted, pictures } from './support/pictures-look.ts';
import type { Screen } from './support/screens.ts';

/** The pages that signers serve, in a browser against two real signers, with nothing else running. */
let signers: TwoSigners;
let context: BrowserContext;
let page: Page;
const violations: string[] = [];
/** `npm test` takes the first language. */
const walked = process.env.HOLDFAST_TESTS === 'full' ? ['en-US', 'zh-CN'] : ['en-US'];
const passphrase = 'tulip anvil meadow crank';
const remark = 'Rent <img src=x onerror=alert(1)> \u202egnp.exe';
let kit = '';

test.describe.configure({ mode: 'serial' });
test.beforeAll(async ({ browser }) => {
  signers = await startTwoSigners();
  context = await browser.newContext({ acceptDownloads: true });
  page = await context.newPage();
  page.on('console', (message) => {
    if (/Content Security Policy|TrustedHTML|TrustedScript/.test(message.text())) violations.push(message.text());
  });
  page.on('pageerror', (error) => violations.push(error.message));
  page.on('dialog', (dialog) => dialog.accept());
  await addAuthenticator(context, page);
});
test.afterAll(async () => {
  await context?.close();
  await signers?.stop();
});

const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name });

async function policyInForce(): Promise<PolicyDocument> {
  const facts = (await (await fetch(`${signers.origins[0]}/api/info`)).json()) as { policyText: string };
  return parsePolicy(facts.policyText);
}

async function announce(n: number): Promise<string> {
  return (await announced(n)).id;
}

async function announced(n: number): Promise<Intent> {
  const now = Date.now();
  const intent = transferOf(await policyInForce(), {
    id: `0195b2c4-7e11-4c3a-9f00-${String(n).padStart(12, '0')}`,
    created: String(now),
    notBefore: String(now),
    expires: String(now + 3_600_000),
    remarkHash: remarkHash(remark),
  });
  await signers.announce(intentText(intent), { remark });
  return intent;
}

test('a set-up that reached only one signer is taken up again with the same owner', async () => {
  const route = `${signers.origins[1]}/api/genesis`;
  await page.route(route, (request) => request.abort());
  await page.goto(`${signers.origins[0]}/#/enroll?email=ada%40example.org&name=Ada`);
  await page.getByLabel('Set-up code').fill(signers.setupCode);
  await page.getByRole('button', { name: 'Create passkey and set up' }).click();
  await expect(page.getByRole('alert')).toContainText('does not answer');
  const before = await policyInForce();
  await page.unroute(route);
  await page.reload();
  await page.getByLabel('Set-up code').fill(signers.setupCode);
  await page.getByRole('button', { name: 'Finish the set-up begun before' }).click();
  await expect(heading('You are the owner')).toBeVisible();
  expect(await policyInForce()).toEqual(before);
  expect((await signers.call(1, 'health', {})).policy).toEqual((await signers.call(0, 'health', {})).policy);
});

test('a ceremony that was left before the kit was checked is simply run again', async () => {
  await page.goto(`${signers.origins[0]}/ceremony/`);
  await page.getByRole('button', { name: 'Approve and start' }).click();
  await expect(heading('Save your recovery kit')).toBeVisible({ timeout: 60_000 });
  await page.reload();
  await page.getByRole('button', { name: 'Approve and start' }).click();
  await expect(heading('Save your recovery kit')).toBeVisible({ timeout: 60_000 });
  await page.getByLabel('Passphrase', { exact: true }).fill(passphrase);
  await page.getByLabel('Passphrase again').fill(passphrase);
  const download = page.waitForEvent('download', { timeout: 60_000 });
  await page.getByRole('button', { name: 'Encrypt and save the kit' }).click();
  kit = await (await download).path();
});

test('a wrong passphrase proves nothing; a signer that did not hear of the proof is caught up by the kit', async () => {
  const route = `${signers.origins[1]}/api/keygen/confirm`;
  const open = async (secret: string): Promise<void> => {
    await page.locator('input[type=file]').setInputFiles(kit);
    await page.getByLabel('Passphrase', { exact: true }).fill(secret);
    await page.getByRole('button', { name: 'Open the kit and confirm the keys' }).click();
  };
  await open('another passphrase');
  await expect(page.getByText('does not open')).toBeVisible({ timeout: 60_000 });
  await page.route(route, (request) => request.abort());
  await open(passphrase);
  await expect(page.getByRole('alert')).toContainText('does not answer', { timeout: 60_000 });
  await page.unroute(route);
  await page.reload();
  await expect(page.getByText('Signer 2 has not heard')).toBeVisible();
  await open(passphrase);
  await expect(heading('The keys are made')).toBeVisible({ timeout: 60_000 });
  await page.reload();
  await expect(heading('The keys exist')).toBeVisible();
});

test('a signer’s page derives the addresses that the signers sign for', async () => {
  for (const place of [
    { chain: 'evm:31337', path: 'm/60/7/0/0' },
    { chain: 'bitcoin:regtest', path: 'm/0/7/0/2' },
  ]) {
    await page.goto(`${signers.origins[1]}/#/address?chain=${place.chain}&path=${place.path}`);
    const { address } = await signers.call(0, 'address', place);
    await expect(page.locator('.address')).toHaveText(String(address));
  }
});

test('an invited person makes a key and takes its public part, and nothing else, back to the page that asked', async () => {
  const back = `${signers.origins[0]}/?joined#credential=old`;
  const visit = new URLSearchParams({ name: 'Bo <img src=x> \u202eb', email: 'bo@example.org', return: back });
  await page.goto(`${signers.origins[0]}/#/key?${visit}`);
  await expect(page.locator('dd').first()).toHaveText('Bo <img src=x> ⟨U+202E⟩b');
  await page.getByRole('button', { name: 'Create passkey' }).click();
  await expect(heading('Your key is made')).toBeVisible();
  await expect(page.locator('.words li')).toHaveCount(8);
  const link = await page.getByRole('link', { name: /Continue at/ }).getAttribute('href');
  const target = new URL(link ?? '');
  const given = new URLSearchParams(target.hash.slice(1));
  expect([target.search, [...given.keys()]]).toEqual(['?joined', ['credential']]);
  const { id, ...credential } = JSON.parse(given.get('credential') ?? '') as Record<string, unknown>;
  expect(id).toMatch(/^[A-Za-z0-9_-]{16,}$/);
  expect(credential).toEqual({
    type: 'passkey',
    publicKey: expect.stringMatching(/^04[0-9a-f]{128}$/),
    rpId: 'localhost',
    origins: [...signers.origins],
  });
});

test('a key page that is not told where the key should go makes none', async () => {
  await page.goto(`${signers.origins[0]}/#/key?name=Bo&return=javascript:alert(1)`);
  await expect(page.getByText('does not say where the key should go')).toBeVisible();
  await expect(page.locator('main').getByRole('button')).toHaveCount(0);
});

test('a request can be read and approved with the keyboard alone', async () => {
  const id = await announce(1);
  await page.goto(`${signers.origins[0]}/#/i/${id}`);
  await expect(heading('Withdraw 1,234.567890123456789012 ETH from wallet 7 on Local Ethereum')).toBeVisible();
  await expect(page.locator('dd', { hasText: 'Rent' })).toHaveText('Rent <img src=x onerror=alert(1)> ⟨U+202E⟩gnp.exe');
  const approve = page.getByRole('button', { name: /^Approve: withdraw/ });
  await expect(approve).toBeDisabled();
  await page.getByLabel('I have compared').focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('Tab');
  await expect(approve).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Your decision is with the signer')).toBeVisible();
  await expect(page.getByText('All decisions are there')).toBeVisible();
});

test('a request is told in the other language, whose texts are fetched when it is chosen', async () => {
  const fetched: string[] = [];
  const note = (request: Request): void => void fetched.push(...(/texts\.\w+/.exec(request.url()) ?? []));
  page.on('request', note);
  await page.goto(`${signers.origins[0]}/?fresh#/i/${await announce(7)}`);
  await expect(heading('Withdraw 1,234.567890123456789012 ETH from wallet 7 on Local Ethereum')).toBeVisible();
  expect(fetched).toEqual(['texts.en']);
  await page.getByRole('button', { name: '中文' }).click();
  await expect(heading('从钱包 7 在 Local Ethereum 上提币 1,234.567890123456789012 ETH')).toBeVisible();
  expect(fetched).toEqual(['texts.en', 'texts.zh']);
  await page.getByRole('button', { name: 'English' }).click();
  await expect(heading('Withdraw 1,234.567890123456789012 ETH from wallet 7 on Local Ethereum')).toBeVisible();
  page.off('request', note);
});

test('several requests are approved on one page: each is shown whole and has a signature of its own, and what is not ticked has none', async () => {
  const [first, second, third] = [await announced(11), await announced(12), await announced(13)];
  const items = [first, second, third].map((intent) => `${intent.id}.${intentDigestHex(intent)}`);
  await page.goto(`${signers.origins[0]}/#/approve?items=${items.join(',')}`);
  const shown = page.locator('section.one');
  await expect(shown).toHaveCount(3);
  for (const one of await shown.all()) {
    await expect(one.getByRole('heading').first()).toContainText('Withdraw 1,234.567890123456789012 ETH');
    await expect(one.locator('.address')).toBeVisible();
  }
  const approve = page.locator('#approve-all');
  await expect(approve).toBeDisabled();
  for (const at of [0, 2]) await shown.nth(at).getByRole('checkbox').check();
  await approve.click();
  for (const at of [0, 2]) await expect(shown.nth(at).locator('.pill').first()).toHaveText('approved by you');
  await expect(shown.nth(1).locator('.pill').first()).toHaveText('not decided');
  const decisions = async ({ id }: Intent): Promise<string[]> => {
    const view = (await (await fetch(`${signers.origins[0]}/api/intents/${id}`)).json()) as {
      approvals: { decision: string; intent: string }[];
    };
    return view.approvals.map(({ decision, intent }) => `${decision} ${intent}`);
  };
  expect(await decisions(first)).toEqual([`approve ${intentDigestHex(first)}`]);
  expect(await decisions(second)).toEqual([]);
  expect(await decisions(third)).toEqual([`approve ${intentDigestHex(third)}`]);
});

test('a refusal asks once more, and ends the request', async () => {
  const id = await announce(2);
  await page.goto(`${signers.origins[1]}/#/i/${id}`);
  await page.getByRole('button', { name: 'Refuse', exact: true }).click();
  await page.getByRole('button', { name: 'Keep it' }).click();
  await page.getByRole('button', { name: 'Refuse', exact: true }).click();
  await page.getByRole('button', { name: 'Refuse it' }).click();
  await expect(page.getByText('Refused. This request has ended.')).toBeVisible();
});

test('what is to be decided is in view wherever the page is scrolled to, and a whole box where the page ends', async () => {
  const before = page.viewportSize();
  await page.setViewportSize(phone);
  await page.goto(`${signers.origins[0]}/#/i/${await announce(8)}`);
  const bar = page.locator('.bar');
  await expect(bar.getByRole('button', { name: 'Refuse', exact: true })).toBeInViewport({ ratio: 1 });
  const lowerEdge = () =>
    bar.evaluate((box) => {
      const { borderTop, borderBottom, borderTopLeftRadius, borderBottomLeftRadius } = getComputedStyle(box);
      return {
        isSeen: box.getBoundingClientRect().bottom < innerHeight,
        isLikeTheUpper: borderTop === borderBottom && borderTopLeftRadius === borderBottomLeftRadius,
      };
    });
  expect(await lowerEdge()).toMatchObject({ isSeen: false });
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  await expect.poll(lowerEdge).toEqual({ isSeen: true, isLikeTheUpper: true });
  await expect(bar.getByRole('button', { name: 'Refuse', exact: true })).toBeInViewport({ ratio: 1 });
  if (before) await page.setViewportSize(before);
});

test('nothing of a request is shown when its digest is not the one of the link', async () => {
  await page.goto(`${signers.origins[0]}/#/i/${await announce(3)}?digest=${'0'.repeat(64)}`);
  await expect(heading('Not shown for approval')).toBeVisible();
  await expect(page.locator('main')).not.toContainText('1,234');
  await expect(page.locator('main').getByRole('button')).toHaveCount(0);
});

test('a member stops each signer on its own page with a passkey, while no server is running', async () => {
  const frozen = () => Promise.all(([0, 1] as const).map(async (at) => (await signers.call(at, 'health', {})).frozen));
  await page.goto(`${signers.origins[0]}/`);
  await page.getByRole('link', { name: 'Stop all signing' }).click();
  await expect(heading('Stop Signer 1')).toBeVisible();
  await page.getByLabel('Reason (optional)').fill('A laptop was <b>stolen</b>');
  await page.getByRole('button', { name: 'Stop all signing at Signer 1' }).click();
  await expect(page.getByText('Done. Signer 1 signs nothing')).toBeVisible();
  await expect(page.getByText('Signed with Ada’s own key; checked here')).toBeVisible();
  await expect(page.locator('dd', { hasText: 'A laptop was <b>stolen</b>' })).toBeVisible();
  expect(await frozen()).toEqual([true, false]);
  await page.getByRole('link', { name: 'Stop Signer 2' }).click();
  await expect(heading('Stop Signer 2')).toBeVisible();
  await page.getByRole('button', { name: 'Stop all signing at Signer 2' }).click();
  await expect(page.getByText('Done. Signer 2 signs nothing')).toBeVisible();
  expect(await frozen()).toEqual([true, true]);
  await page.goto(`${signers.origins[0]}/`);
  await expect(page.getByText('This signer signs nothing: it is frozen.')).toBeVisible();
});

test('all of it ran under the signers’ strict content policy', () => {
  expect(violations).toEqual([]);
});

const phone = { width: 375, height: 812 };

/** Where pictures are wanted: on a desktop in each theme, and once as it stands on a phone. */
async function keepPictures(view: Page, name: string, theme: 'light' | 'dark'): Promise<void> {
  if (!pictures) return;
  if (theme === 'light') await takePicture(view, pictures, `${name}-phone`);
  await view.setViewportSize({ width: 1280, height: 800 });
  await takePicture(view, pictures, `${name}-${theme}`);
  await view.setViewportSize(phone);
}

const approve = async (view: Page): Promise<void> => {
  await view.getByRole('checkbox').check();
  await view.getByRole('button', { name: /^(Approve|批准)/ }).click();
  await expect(view.getByText(/Your decision is with the signer|您的决定已交给签名节点/)).toBeVisible();
};

/** The first press asks once more. */
const refuse = async (view: Page): Promise<void> => {
  await view.getByRole('button', { name: /^(Refuse|拒绝)$/ }).click();
  await view.getByRole('button', { name: /^(Refuse it|确认拒绝)$/ }).click();
  await expect(view.getByText(/^(Refused\.|已拒绝。)/)).toBeVisible();
};

/** Every page of a signer, as it stands at its own address. What is decided is asked for anew. @param from of the requests, their numbers */
async function visitsOf(from: number): Promise<readonly Screen[]> {
  const [first, second] = [await announced(from), await announced(from + 1)];
  const many = [first, second].map((intent) => `${intent.id}.${intentDigestHex(intent)}`).join(',');
  return [
    { name: 'start', path: '' },
    { name: 'ceremony', path: 'ceremony/' },
    { name: 'request', path: `#/i/${first.id}` },
    { name: 'approved', path: `#/i/${await announce(from + 2)}`, act: approve },
    { name: 'refused', path: `#/i/${await announce(from + 3)}`, act: refuse },
    { name: 'approve-many', path: `#/approve?items=${many}` },
    { name: 'refuse-many', path: `#/refuse?items=${many}` },
    { name: 'freeze', path: '#/freeze' },
    { name: 'owner', path: '#/enroll?name=Ada' },
    { name: 'key', path: '#/key?name=Bo&email=bo%40example.org&return=http%3A%2F%2Flocalhost%2F' },
    { name: 'address', path: '#/address?chain=evm:31337&path=m/60/7/0/0' },
  ].map((one) => ({ ...one, name: `signer-${one.name}` }));
}

async function visit(view: Page, { path: route, act }: Screen, language: string): Promise<void> {
  const [path = '', hash = ''] = route.split('#');
  await view.setViewportSize(phone);
  // Where the fragment alone changes, the heading of the page before would be found.
  await view.goto('about:blank');
  await view.goto(`${signers.origins[0]}/${path}?lang=${language}&theme=light#${hash}`);
  await expect(view.locator('main h1')).toBeVisible();
  await act?.(view);
  // From its top, wherever what was done there has led.
  await view.evaluate(() => scrollTo(0, 0));
}

test('no page has an accessibility violation or scrolls sideways on a phone, in both themes', async ({ browser }) => {
  const looking = await browser.newContext();
  await withAxe(looking);
  const view = await looking.newPage();
  await lendPasskey(page, view);
  for (const [at, language] of walked.entries())
    for (const screen of (await visitsOf(20 + 10 * at)).filter(isWanted)) {
      await visit(view, screen, language);
      for (const theme of ['light', 'dark'] as const) {
        await view.evaluate((value) => document.documentElement.setAttribute('data-theme', value), theme);
        // What a theme cannot change is looked at once.
        const faults = await accessibilityFaults(view, theme === 'light' ? {} : { only: ofColours });
        expect(faults, `${screen.name} ${language} ${theme}`).toEqual([]);
        const width = await view.evaluate(() => document.documentElement.scrollWidth);
        expect(width, screen.name).toBeLessThanOrEqual(375);
        await keepPictures(view, `${screen.name}-${language}`, theme);
      }
    }
  await looking.close();
});
