import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { cameraSees } from './support/camera.ts';
import { askForWithdrawal, available, type Owner, takeTestCoins } from './support/console.ts';
import { atMost } from './support/figures.ts';
import { openOwner, sandboxOfFile } from './support/installation.ts';
import { measureLoad } from './support/load.ts';
import { payee } from './support/setup-workspace.ts';

const sandbox = sandboxOfFile();
/** As a page of the desk is held to. */
const mostShift = 0.026;
let context: BrowserContext;
let page: Page;
let owner: Owner;

test.describe.configure({ mode: 'serial' });
test.beforeAll(async ({ browser }) => {
  test.setTimeout(240_000);
  ({ context, page, owner } = await openOwner(browser, sandbox));
  for (const amount of ['2', '3', '4']) await takeTestCoins(page, 'ETH', amount);
  await expect(available(page, 'ETH')).toHaveText('9', { timeout: 60_000 });
});
test.afterAll(() => context?.close());

test('on a phone the list of transactions stands still while it loads, on a slow line too', async () => {
  await page.setViewportSize({ width: 390, height: 844 });
  // What stands above every page was there before, on this phone.
  await page.goto('/mpc/wallet');
  await page.waitForFunction(() => localStorage.getItem('holdfast.room')?.startsWith('390 '));
  for (const latency of [0, 300]) {
    const debug = await context.newCDPSession(page);
    await debug.send('Network.enable');
    await debug.send('Network.emulateNetworkConditions', {
      ...{ offline: false, latency, downloadThroughput: -1, uploadThroughput: -1 },
    });
    await page.goto('about:blank');
    const { shift } = await measureLoad(page, '/mpc/center/transactions');
    atMost(`list of transactions at 390 px, ${latency} ms of latency`, shift, 'shift', mostShift);
    await debug.detach();
  }
});

const amount = '21234567.123456';
const names = {
  payee: 'Northern Lights Manufacturing',
  batch: 'Salaries of November, all offices abroad',
  wallet: 'Operating account of the European offices',
  coin: 'wstETH-2026',
};
type Row = Readonly<Record<string, unknown>>;
interface Told {
  readonly list?: readonly Row[];
  readonly sub_wallet_list?: readonly Row[];
}
const outputs = [payee, payee].map((address) => ({ address, amount: '1', memo: '', label: '', remark: '' }));
/** A payment to one, and a batch. */
const payments = (label: string): Row[] => [
  { amount, [label]: names.payee, remark: 'Invoice 2026-11-0042' },
  { amount, outputs, batch_name: names.batch },
  { [label]: names.payee },
];
const listed = {
  ...{
    id: 'ab'.repeat(32),
    address: payee,
    memo: '',
    label: names.payee,
    chains: ['evm:31337'],
    base_symbols: ['ETH'],
  },
  ...{ symbols: [], contracts: [], methods: [], type: 2, owner: null, status: 1, white: 0, listed_at: 0, similar: [] },
  ...{ effective_at: 8.64e15, last_used_at: null, used_count: 0 },
};
/** What the server says with rows that need much room, by the end of the path it is asked under. */
const longer: Readonly<Record<string, (told: Told) => Told>> = {
  'transaction/list': ({ list = [] }) => ({
    list: list.map((row, at) => ({ ...row, ...payments('counterparty_label')[at] })),
  }),
  'todo/list': ({ list = [] }) => ({
    list: list.flatMap((item) =>
      payments('payee_label').map((change, at) => ({
        ...{ ...item, item_id: 7_000 + at },
        payment: { ...(item.payment as Row), ...change, worth_usd: amount },
      })),
    ),
  }),
  'mpc/sub_wallets': ({ sub_wallet_list: list = [] }) => ({
    sub_wallet_list: list.map((row) => ({ ...row, sub_wallet_name: names.wallet, asset_usd: amount })),
  }),
  'coins/asset': ({ list = [] }) => ({
    list: list.map((coin, at) =>
      at > 0 ? coin : { ...coin, symbol_alias: names.coin, normal_balance: amount, asset_usd: amount },
    ),
  }),
  'address_book/list': () => ({ list: [listed, listed], total: 2, pageTotal: 1 }) as Told,
};

/** What of the rows is broken, cut, or out of sight. */
const faultsOfRows = (known: readonly string[]): string[] => {
  const rectsOf = (text: Node, from: number, to: number): DOMRect[] => {
    const range = document.createRange();
    range.setStart(text, from);
    range.setEnd(text, to);
    return [...range.getClientRects()].filter(({ width }) => width > 0);
  };
  const isCut = (text: Node, rects: readonly DOMRect[]): boolean => {
    for (let box = text.parentElement; box; box = box.parentElement) {
      const { overflowX, display, textOverflow, paddingRight } = getComputedStyle(box);
      const hides = overflowX !== 'visible' && display !== 'inline';
      const { left, right } = box.getBoundingClientRect();
      // An ellipsis stands before the padding, anything else is hidden behind it.
      const end = right - (textOverflow === 'ellipsis' ? Number.parseFloat(paddingRight) : 0);
      if (hides && rects.some((rect) => rect.right > end + 1 || rect.left < left - 1)) return true;
    }
    return false;
  };
  const faults: string[] = [];
  for (const row of document.querySelectorAll('main tbody tr, main li:has(button)')) {
    const texts = document.createTreeWalker(row, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const words = text.textContent ?? '';
      for (const { 0: number, index } of words.matchAll(/\d[\d,]*\.\d+/g)) {
        const rects = rectsOf(text, index, index + number.length);
        if (new Set(rects.map(({ top }) => Math.round(top))).size > 1) faults.push(`broken: ${number}`);
        if (isCut(text, rects)) faults.push(`cut: ${number}`);
      }
      for (const name of known.filter((one) => words.includes(one))) {
        const from = words.indexOf(name);
        if (isCut(text, rectsOf(text, from, from + name.length))) faults.push(`cut: ${name}`);
      }
    }
  }
  // The page itself hides what is beside it, so that it scrolls nowhere and shows only a part.
  const wide = [...document.querySelectorAll('html, main, main *')].filter(
    (box) =>
      (box.tagName === 'HTML' || /auto|scroll/.test(getComputedStyle(box).overflowX)) &&
      box.scrollWidth > box.clientWidth + 1,
  );
  return [...faults, ...wide.map(({ tagName }) => `scrolls sideways: ${tagName}`)];
};

test('on a phone no row breaks an amount, cuts a name that it has room for, or scrolls sideways', async () => {
  await askForWithdrawal(page, owner, { symbol: 'ETH', amount: '1.25', to: payee });
  await page.route('**/api/**', async (route) => {
    const { pathname } = new URL(route.request().url());
    const change = Object.entries(longer).find(([end]) => pathname.endsWith(end))?.[1];
    if (!change) return route.fallback();
    const response = await route.fetch();
    const reply = (await response.json()) as { readonly data: Told };
    return route.fulfill({ response, json: { ...reply, data: { ...reply.data, ...change(reply.data) } } });
  });
  const screens = [
    ['center/transactions', names.payee, names.batch],
    ['center/transactions?order=largest', names.payee, names.batch],
    ['center/todo', names.payee, names.batch],
    ['wallet', names.wallet, names.coin],
    ['wallet/center', names.wallet],
    ['center/addressBook', names.payee],
    ['center/activity', owner.name],
  ] as const;
  for (const language of ['en_US', 'zh_CN']) {
    await context.addCookies([{ name: 'lan', value: language, url: sandbox.console }]);
    for (const width of [390, 360]) {
      await page.setViewportSize({ width, height: 844 });
      for (const [path, ...shown] of screens) {
        await page.goto(`/mpc/${path}`);
        for (const name of shown) await expect(page.locator('main').getByText(name).first()).toBeVisible();
        const faults = await page.evaluate(faultsOfRows, Object.values(names));
        expect(faults, `${path}, ${width} px, ${language}`).toEqual([]);
      }
    }
  }
  await page.unroute('**/api/**');
});

test('on a phone the camera reads a payment link into the payment, and says so where it may not', async ({
  playwright,
}) => {
  const link = `ethereum:${payee}@31337?value=1500000000000000000`;
  const { launchOptions } = test.info().project.use;
  const args = [...(launchOptions?.args ?? []), ...cameraSees(link)];
  const browser = await playwright.chromium.launch({ ...launchOptions, args });
  try {
    const phone = await browser.newContext({
      ...{ baseURL: sandbox.console, storageState: await context.storageState(), permissions: ['camera'] },
      ...{ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    });
    await phone.addCookies([{ name: 'lan', value: 'en_US', url: sandbox.console }]);
    const payment = await phone.newPage();
    await payment.goto('/mpc/wallet?d=withdraw:ETH');
    await payment.getByRole('button', { name: 'Scan' }).click();
    await expect(payment.getByLabel('Recipient')).toHaveValue(payee);
    await expect(payment.getByRole('textbox', { name: 'Amount' })).toHaveValue('1.5');
    await expect(payment.getByRole('dialog', { name: 'Scan a code' })).toBeHidden();
    await phone.clearPermissions();
    await payment.getByRole('button', { name: 'Scan' }).click();
    await expect(payment.getByRole('alert')).toContainText('does not let this page use the camera');
    // Escape closes the scanner alone: nothing of the payment is left.
    await payment.keyboard.press('Escape');
    await expect(payment.getByRole('dialog', { name: 'Scan a code' })).toBeHidden();
    await expect(payment.getByRole('alertdialog')).toBeHidden();
    await expect(payment.getByLabel('Recipient')).toHaveValue(payee);
  } finally {
    await browser.close();
  }
});
