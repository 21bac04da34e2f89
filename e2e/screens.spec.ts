import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { randomFrom } from '@holdfast/testkit/random';
import { runsOf } from '@holdfast/testkit/runs';
import { type Browser, type BrowserContext, expect, type Page, test } from '@playwright/test';
import { addAuthenticator } from './support/authenticator.ts';
import { accessibilityFaults, ofColours, withAxe } from './support/axe.ts';
import { countClicks } from './support/clicks.ts';
import { askForWithdrawal, confirmIfAsked, decide, newOwner, setUp, takeTestCoins } from './support/console.ts';
import { atLeast, atMost, timeAtMost } from './support/figures.ts';
import { startAuditor } from './support/lighthouse.ts';
import { measureLoad } from './support/load.ts';
import { takePicture } from './support/pictures.ts';
import { policyReports } from './support/policy.ts';
import { countWords } from './support/reading.ts';
import { type RunningSandbox, startSandbox } from './support/sandbox.ts';
import { drawer, screens as fixed, type Screen } from './support/screens.ts';
import { measureSlow } from './support/slow.ts';
import { servePlainPage } from './support/static.ts';
import { makeThings } from './support/things.ts';
import { textsOfWorkbook } from './support/workbook.ts';

const payee = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
/** Also those that what the tests make is shown on. */
const screens: Screen[] = [...fixed];
const themes = ['light', 'dark'] as const;
const languages = ['en_US', 'zh_CN'] as const;
const seed = Number(process.env.HOLDFAST_SEED ?? randomInt(1, 2 ** 31));
/** The languages in which every screen is walked: a run that leaves files out (`--part`) takes one by the seed, and `npm test` the first. */
const inPart = process.env.HOLDFAST_LEFT ? seed % 2 : 0;
const isWhole = process.env.HOLDFAST_TESTS === 'full' && !process.env.HOLDFAST_LEFT;
const walked = isWhole ? languages : languages.slice(inPart, inPart + 1);

const random = randomFrom(seed);
/** A random quarter of the screens; or half of them, or all, as the full run is. */
const isWalked = (): boolean => random.between(1, 4) <= runsOf(4, 0.25);

const pictures = process.env.HOLDFAST_PICTURES;
let sandbox: RunningSandbox;
let context: BrowserContext;
let page: Page;
let reports: readonly string[];

async function shoot(name: string, of = page): Promise<void> {
  if (pictures) await takePicture(of, pictures, name);
}

const setTheme = (of: Page, theme: string): Promise<void> =>
  of.evaluate((value) => document.documentElement.setAttribute('data-theme', value), theme);

async function settle(of: Page, screen: Screen): Promise<void> {
  // What the screen before altered.
  await of.unrouteAll();
  await of.goto(screen.path);
  await expect(of.locator('h1').first()).toBeAttached();
  if (screen.path.includes('?d=')) await expect(of.getByRole('dialog')).toBeVisible();
  await expect(of.locator('.animate-pulse')).toHaveCount(0);
  await screen.act?.(of);
  // The bell has a file of its own: a picture shows the header whole.
  if (pictures) await expect(of.locator('#bell:empty')).toHaveCount(0);
  await of.waitForTimeout(pictures ? 400 : 100);
}

/** Looks at a screen in both themes; what a theme cannot change, once. */
async function faultsOf(of: Page, screen: Screen, language: string): Promise<string[]> {
  await settle(of, screen);
  const faults: string[] = [];
  for (const [at, theme] of themes.entries()) {
    await setTheme(of, theme);
    const found = await accessibilityFaults(of, at === 0 ? {} : { only: ofColours });
    faults.push(...found.map((fault) => `${screen.name} (${language}, ${theme}): ${fault}`));
    await shoot(`${screen.name}-${language}-${theme}`, of);
  }
  return faults;
}

const devices = { desktop: { width: 1440, height: 900 }, mobile: { width: 390, height: 844 } } as const;

/** The same screen on a phone, which must not scroll sideways. */
async function overflowsOf(of: Page, { name }: Screen, language: string): Promise<string[]> {
  await of.setViewportSize(devices.mobile);
  // The frame after the next one shows what the change of size has brought about.
  const overflow = await of.evaluate(async () => {
    const frame = () => new Promise((done) => requestAnimationFrame(done));
    await frame();
    await frame();
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });
  await shoot(`${name}-${language}-phone`, of);
  await of.setViewportSize(devices.desktop);
  return overflow === 0 ? [] : [`${name} (${language}): ${overflow} pixels wider than a phone`];
}

test.describe.configure({ mode: 'serial' });
test.beforeAll(async ({ browser }) => {
  test.setTimeout(240_000);
  sandbox = await startSandbox();
  context = await browser.newContext({ baseURL: sandbox.console, acceptDownloads: true, reducedMotion: 'reduce' });
  reports = policyReports(context);
  await withAxe(context);
  page = await context.newPage();
  await addAuthenticator(context, page);
});
test.afterAll(async () => {
  await context?.close();
  await sandbox?.stop();
});

/** A page that nobody is logged in to, as it is and with what it says of a form sent empty. */
async function gateFaults(browser: Browser, language: (typeof languages)[number], screen: Screen): Promise<string[]> {
  const strangers = await browser.newContext({ baseURL: sandbox.console, reducedMotion: 'reduce' });
  const seen = policyReports(strangers);
  await withAxe(strangers);
  await strangers.addCookies([{ name: 'lan', value: language, url: sandbox.console }]);
  const stranger = await strangers.newPage();
  const submit = async (of: Page): Promise<void> => {
    await of.locator('button[type=submit]').first().click();
    await expect(of.locator('[aria-invalid=true]').first()).toBeVisible();
  };
  const withFaults = { ...screen, name: `${screen.name}-faults`, act: submit };
  const faults: string[] = [];
  for (const one of [screen, withFaults]) {
    faults.push(...(await faultsOf(stranger, one, language)));
    faults.push(...(await overflowsOf(stranger, one, language)));
  }
  await strangers.close();
  return [...faults, ...seen];
}

test('set-up has no accessibility violation, empty and with faults', async ({ browser }) => {
  for (const language of languages)
    expect(await gateFaults(browser, language, { name: 'set-up', path: '/mpc/setup' })).toEqual([]);
});

const owner = newOwner();

test('a first run takes somebody who reads every word four minutes at most', async () => {
  test.setTimeout(240_000);
  const read = await countWords(context, (path) => path === '/mpc/wallet');
  const began = performance.now();
  await setUp(page, sandbox, owner);
  const machine = performance.now() - began;
  const { words, seconds } = read();
  const limit = 240;
  expect(words, 'words of the first run that were seen').toBeGreaterThanOrEqual(200);
  atMost('walk, first run: reading every word of it', seconds, 's', limit, `${words} words at 200 a minute`);
  timeAtMost(
    'walk, first run: reading, and waiting for the machine',
    seconds * 1_000 + machine,
    limit * 1_000,
    `machine ${Math.round(machine)} ms`,
  );
});

test('a workspace with coins, and a withdrawal that waits for its approval', async () => {
  test.setTimeout(240_000);
  for (const [symbol, amount] of [
    ['ETH', '12.5'],
    ['USDC', '18250'],
    ['BTC', '0.42'],
  ] as const)
    await takeTestCoins(page, symbol, amount);
  await expect(page.getByTestId('available-BTC')).toHaveText('0.42', { timeout: 60_000 });
  await askForWithdrawal(page, owner, { symbol: 'ETH', amount: '1.25', to: payee });
  const approval = new URL(page.url()).searchParams.get('d') ?? '';
  await page.goto('/mpc/center/transactions?type=1');
  await page.getByRole('row').filter({ hasText: 'Credited' }).first().click();
  await expect(page.getByRole('dialog')).toBeVisible();
  const deposit = new URL(page.url()).searchParams.get('d') ?? '';
  screens.push(
    { name: 'approval', path: `/mpc/wallet?d=${approval}` },
    { name: 'transaction', path: `/mpc/wallet?d=${deposit}` },
    { name: 'withdrawal', path: `/mpc/wallet?d=${approval.replace('approve:', 'transaction:2:')}` },
    { name: 'receipt', path: `/mpc/wallet?d=${approval.replace('approve:', 'receipt:2:')}` },
  );
});

test('a payment is asked for in eight clicks at most, and approved in three', async () => {
  const clicks = await countClicks(context);
  await page.goto('/mpc/wallet');
  const begin = page.locator('main').getByRole('button', { name: 'Withdraw' }).first();
  await expect(begin).toBeEnabled();
  const began = performance.now();
  await begin.click();
  const drawer = page.getByRole('dialog', { name: 'Withdraw' });
  for (const [field, text] of [
    ['Recipient', payee],
    ['Amount', '0.1'],
  ] as const) {
    await drawer.getByLabel(field).click();
    await page.keyboard.insertText(text);
  }
  await drawer.getByRole('button', { name: 'Review' }).click();
  await drawer.getByLabel('I have compared the address and the amount').click();
  await drawer.getByRole('button', { name: /^Withdraw .*ETH/ }).click();
  await confirmIfAsked(drawer, page.getByRole('dialog', { name: 'Approval' }), owner);
  const link = page.getByRole('link', { name: 'Review and sign' });
  await expect(link).toBeVisible();
  timeAtMost('walk, asking: from the first click to what is to be signed', performance.now() - began, 5_000, '');
  const asked = clicks();
  atMost('walk, asking: clicks', asked, '', 8);
  expect(asked, 'clicks that were seen').toBeGreaterThanOrEqual(5);

  const turned = performance.now();
  // A tab of its own would need the passkey lent to it: the same page is opened here.
  const [url] = await Promise.all([link.getAttribute('href'), link.evaluate((a) => a.removeAttribute('target'))]);
  await link.click();
  await expect(page).toHaveURL(new RegExp(`^${new URL(url ?? '').origin}/`));
  const approve = page.getByRole('button', { name: /^Approve/ });
  await expect(approve).toBeVisible();
  await page.getByRole('checkbox').click();
  await approve.click();
  await expect(page.getByText(/^Signed\.|Your decision is with the signer/).first()).toBeVisible();
  timeAtMost('walk, approving: from the link to the decision', performance.now() - turned, 5_000, '');
  atMost('walk, approving: clicks', clicks() - asked, '', 3);
  expect(clicks() - asked, 'clicks that were seen').toBeGreaterThanOrEqual(2);
});

test('a payee is listed by the members’ decision, then cools down', async () => {
  await page.goto('/mpc/center/addressBook');
  await page.getByRole('button', { name: 'Add address' }).first().click();
  const drawer = page.getByRole('dialog', { name: 'Add address' });
  await drawer.getByLabel('Label').fill('Acme Ltd');
  await drawer.getByLabel('Address').fill(payee);
  await drawer.getByRole('button', { name: 'Propose' }).click();
  const change = page.getByRole('dialog', { name: 'Address book change' });
  await confirmIfAsked(drawer, change, owner);
  await expect(change.getByText('Waiting for approvals')).toBeVisible();
  const asked = new URL(page.url()).searchParams.get('d') ?? '';
  const link = change.getByTestId('approval-link');
  await page.goto((await link.getAttribute('href')) ?? '');
  await expect(page.locator('main')).toContainText('Acme Ltd');
  await decide(page, /^Approve/);
  await page.goto('/mpc/center/addressBook');
  await expect(page.getByRole('row', { name: /Acme Ltd/ })).toContainText('Cooling down', { timeout: 30_000 });
  await page.getByRole('button', { name: 'Acme Ltd' }).click();
  await expect(page.getByRole('dialog', { name: 'Payee' })).toContainText('Can be paid from');
  const entry = new URL(page.url()).searchParams.get('d') ?? '';
  screens.push(
    { name: 'payee', path: `/mpc/center/addressBook?d=${entry}` },
    { name: 'payee-edit', path: `/mpc/center/addressBook?d=${entry.replace('bookEntry:', 'bookEdit:')}` },
    { name: 'payee-change', path: `/mpc/center/addressBook?d=${asked}` },
  );
});

test('the palette finds a withdrawal by its address; Back and Escape close what is on top, and the draft below is kept', async () => {
  await page.goto(drawer('withdraw', 'ETH'));
  const recipient = page.getByRole('dialog', { name: 'Withdraw' }).getByLabel('Recipient');
  await recipient.fill('a draft');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search or jump to' }).fill(payee);
  await expect(page.getByRole('option', { name: /^1\.25 ETH/ })).toBeVisible();
  const offered = await page.getByRole('option').allTextContents();
  for (const _ of offered.slice(
    0,
    offered.findIndex((one) => one.startsWith('1.25 ETH')),
  ))
    await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('option', { name: /^1\.25 ETH/, selected: true })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Transaction' })).toContainText('1.25 ETH');
  await expect(page).toHaveURL(/d=withdraw.*transaction/);
  await page.goBack();
  await expect(recipient).toHaveValue('a draft');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('the list goes into a workbook and a text file, whole, under the page’s own policy', async () => {
  // As in a browser that cannot write to disk: it downloads by itself.
  await page.addInitScript(() => Object.assign(window, { showSaveFilePicker: undefined }));
  await page.goto('/mpc/center/transactions');
  const exported = async (format: string): Promise<string> => {
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Export' });
    await dialog.getByRole('radio', { name: format }).check();
    const download = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Save the file' }).click();
    const file = await (await download).path();
    await expect(dialog).toContainText(/\d+ rows exported/);
    await dialog.getByRole('button', { name: 'Close' }).click();
    return file;
  };
  const text = readFileSync(await exported('CSV file'), 'utf8');
  const book = await textsOfWorkbook(await exported('Excel workbook'));
  // And as in one that can: the browser's own private files stand in for the disk of a person who chose a place.
  await page.evaluate(() => {
    const place = async () => (await navigator.storage.getDirectory()).getFileHandle('list.csv', { create: true });
    Object.assign(window, { showSaveFilePicker: place });
  });
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await page.getByRole('dialog', { name: 'Export' }).getByRole('button', { name: 'Save the file' }).click();
  await expect(page.getByRole('dialog', { name: 'Export' })).toContainText(/\d+ rows exported/);
  const onDisk = await page.evaluate(async () => {
    const handle = await (await navigator.storage.getDirectory()).getFileHandle('list.csv');
    return new TextDecoder('utf-8', { ignoreBOM: true }).decode(await (await handle.getFile()).arrayBuffer());
  });
  expect(onDisk).toBe(text);
  for (const content of [text, book]) {
    expect(content).toContain(payee);
    for (const amount of ['12.5', '18250', '0.42', '1.25']) expect(content).toContain(amount);
  }
});

test('log-in has no accessibility violation, empty and with faults', async ({ browser }) => {
  expect(await gateFaults(browser, 'en_US', { name: 'login', path: '/login' })).toEqual([]);
  expect(await gateFaults(browser, 'zh_CN', { name: 'login', path: '/zh-CN/login' })).toEqual([]);
});

if (isWhole || pictures)
  test('each drawer that shows one thing has one to show', async () => {
    test.setTimeout(300_000);
    const [deposit = ''] = screens.flatMap(({ name, path }) =>
      name === 'transaction' ? path.split(':').slice(-1) : [],
    );
    screens.push(...(await makeThings(page, sandbox, owner, deposit)));
  });

for (const language of walked)
  test(`no screen has an accessibility violation, in light and in dark, or scrolls sideways on a phone (${language})`, async () => {
    test.setTimeout(480_000);
    await context.addCookies([{ name: 'lan', value: language, url: sandbox.console }]);
    const faults: string[] = [];
    for (const screen of screens.filter(isWalked)) {
      faults.push(...(await faultsOf(page, screen, language)));
      faults.push(...(await overflowsOf(page, screen, language)));
    }
    expect(faults).toEqual([]);
  });

const firstScreens = () => screens.filter(({ name }) => /^(wallet|transactions|todo)$/.test(name));
/** On a phone the wallet's cards come one below the other, and what stands below them moves down. */
const loadLimits = { requests: 90, kib: 450, shift: { desktop: 0.1, mobile: 0.4 } };

for (const device of ['desktop', 'mobile'] as const)
  test(`the first screens load little, and little on them moves (${device})`, async () => {
    await page.setViewportSize(devices[device]);
    for (const { name, path } of firstScreens()) {
      const load = await measureLoad(page, `${sandbox.console}${path}`);
      const of = `first load, ${device}, ${name}`;
      atMost(`${of}: requests`, load.requests, '', loadLimits.requests);
      atMost(`${of}: bytes on the wire`, load.kib, 'KiB', loadLimits.kib);
      atMost(`${of}: layout shift`, load.shift, '', loadLimits.shift[device], load.moved);
    }
    await page.setViewportSize(devices.desktop);
  });

for (const device of ['desktop', 'mobile'] as const)
  test(`the first screens score high in Lighthouse (${device}) @timed`, async () => {
    test.setTimeout(600_000);
    const auditor = await startAuditor(context, sandbox.console, process.env.HOLDFAST_CHROMIUM ?? '/usr/bin/chromium');
    const least = device === 'desktop' ? 98 : 92;
    const plain = await servePlainPage();
    const empty = await auditor.audit(`${plain.origin}/`, device).finally(plain.stop);
    for (const { name, path } of firstScreens()) {
      const audit = () => auditor.audit(`${sandbox.console}${path}`, device);
      const scores = await bestOf(audit, least);
      const detail = `LCP ${Math.round(scores.lcp)} ms, TBT ${Math.round(scores.tbt)} ms, CLS ${scores.cls.toFixed(3)}`;
      const yardstick = `${detail}; a page of text: ${empty.performance}, LCP ${Math.round(empty.lcp)} ms`;
      atLeast(`Lighthouse ${device}, ${name}: performance`, scores.performance, '', least, yardstick);
      atLeast(`Lighthouse ${device}, ${name}: accessibility`, scores.accessibility, '', 100);
      atLeast(`Lighthouse ${device}, ${name}: best practices`, scores['best-practices'], '', 100);
    }
    await auditor.stop();
  });

test('somebody on a slow line sees soon that something comes @timed', async ({ browser }) => {
  const strangers = await browser.newContext({ baseURL: sandbox.console });
  const stranger = await strangers.newPage();
  const seen = await measureSlow(stranger, `${sandbox.console}/login`, 'button[type=submit]');
  const form = `the form after ${Math.round(seen.usable)} ms`;
  timeAtMost('slow 3G, log-in: first content', seen.first, 4_000, form);
  await strangers.close();
  // Whoever is logged in, and whoever comes to sign.
  await page.goto('/mpc/center/todo');
  const signing = (await page.getByTestId('approval-link').first().getAttribute('href')) ?? '';
  for (const [name, url] of [
    ...firstScreens().map(({ name, path }) => [name, `${sandbox.console}${path}`]),
    ['approving', signing],
  ] as const) {
    const other = await context.newPage();
    const { first, usable } = await measureSlow(other, `${url}`, 'h1');
    timeAtMost(`slow 3G, ${name}: first content`, first, 4_000, `its heading after ${Math.round(usable)} ms`);
    await other.close();
  }
});

const mostTries = 3;

/** A slow moment of the machine is no slow page: the best of some tries counts, and the first good one ends them. */
async function bestOf<T extends { readonly performance: number }>(audit: () => Promise<T>, least: number): Promise<T> {
  let best = await audit();
  for (let tried = 1; tried < mostTries && best.performance < least; tried++) {
    const next = await audit();
    if (next.performance > best.performance) best = next;
  }
  return best;
}

test('no page has broken its own policy', () => {
  atMost('reports of content security policy and Trusted Types over every screen', reports.length, '', 0);
  expect(reports).toEqual([]);
});
