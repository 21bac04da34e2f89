import { readFile, writeFile } from 'node:fs/promises';
import type { RulesFile, SeniorRule } from '@holdfast/policy';
import { expect, type Page, test } from '@playwright/test';
import type { Owner } from './support/console.ts';
import { openOwner, sandboxOfFile } from './support/installation.ts';
import { shoot, sign, stepUp } from './support/team.ts';

/** Rules are put into another order by the mouse and by the keys; a back-test under way is stopped. */
const sandbox = sandboxOfFile();

const engine = '/mpc/center/strategyEngine';
const names = ['First', 'Second', 'Third'];
const refusesOver = (name: string, at: number): SeniorRule => ({
  ...{ id: `r-${at}`, name, enabled: 'on', type: 'transfer', action: 'refuse', signProtection: 'on' },
  when: {
    initiators: [],
    wallets: [],
    assets: { mode: 'any', list: [] },
    amount: { unit: 'usd', over: `${(at + 1) * 100_000}`, upTo: '', hours: '0', scope: 'wallet' },
    destinations: { mode: 'any', entries: [] },
    calls: [],
  },
  nodes: [],
});

/** Three rules, by a file. */
async function bring(page: Page, owner: Owner, path: string): Promise<void> {
  await page.goto(engine);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export' }).click(),
  ]);
  await download.saveAs(path);
  const file = JSON.parse(await readFile(path, 'utf8')) as RulesFile;
  await writeFile(path, JSON.stringify({ ...file, senior: names.map(refusesOver) }));
  await page.getByRole('button', { name: 'Import' }).click();
  const drawer = page.getByRole('dialog', { name: 'Rules' });
  await drawer.getByLabel('Choose a rules file').setInputFiles(path);
  await expect(drawer.getByTestId('import-changes')).toContainText('Third');
  await drawer.getByRole('button', { name: 'Propose these rules' }).click();
  await stepUp(page, owner, drawer.getByText('The rules of the file are proposed'));
  await page.goto((await page.getByTestId('approval-link').getAttribute('href')) ?? '');
  await sign(page);
  await expect(async () => {
    await page.goto(engine);
    await expect(page.getByRole('link', { name: 'Third' })).toBeVisible({ timeout: 3_000 });
  }).toPass({ timeout: 60_000 });
}

const list = (page: Page) => page.getByRole('list', { name: 'Advanced rules for transfers' });
const order = (page: Page): Promise<string[]> => list(page).getByRole('link').allTextContents();
const grip = (page: Page, name: string) => list(page).getByRole('button', { name: new RegExp(`^Move ${name}:`) });

async function byMouse(page: Page): Promise<void> {
  expect(await order(page)).toEqual(names);
  await grip(page, 'Third').dragTo(list(page).getByRole('listitem').first());
  expect(await order(page)).toEqual(['Third', 'First', 'Second']);
  await shoot(page, 'rules-dragged');
  await page.getByRole('button', { name: 'Cancel' }).click();
  expect(await order(page)).toEqual(names);
}

/** Up and down with Alt and an arrow; the focus goes along, so that one can go on. */
async function byKeys(page: Page): Promise<void> {
  await grip(page, 'Third').focus();
  for (let step = 0; step < 3; step += 1) await page.keyboard.press('Alt+ArrowUp');
  expect(await order(page)).toEqual(['Third', 'First', 'Second']);
  await expect(grip(page, 'Third')).toBeFocused();
  await page.keyboard.press('Alt+ArrowDown');
  expect(await order(page)).toEqual(['First', 'Third', 'Second']);
  await expect(grip(page, 'Third')).toBeFocused();
}

/** The server's answer is held back until somebody has cancelled; it changes nothing any more. */
async function stopBackTest(page: Page): Promise<void> {
  const card = page.getByTestId('back-test');
  let answer: () => void = () => undefined;
  const held = new Promise<void>((done) => {
    answer = done;
  });
  await page.route('**/api/mpc/strategy/back_test/**', async (route) => {
    await held;
    await route.continue().catch(() => undefined);
  });
  await card.getByRole('button', { name: /^Try/ }).click();
  await expect(card.getByRole('progressbar')).toBeVisible();
  await card.getByRole('button', { name: 'Cancel' }).click();
  await expect(card.getByRole('progressbar')).toHaveCount(0);
  answer();
  await page.unrouteAll({ behavior: 'wait' });
  await expect(card.getByText(/No payments in the last/)).toHaveCount(0);
  await card.getByRole('button', { name: /^Try/ }).click();
  await expect(card.getByText('No payments in the last 30 days')).toBeVisible();
}

test('rules are ordered by the mouse and by the keys, and what was ordered is proposed', async ({ browser }, info) => {
  test.setTimeout(240_000);
  const { page, owner, reports } = await openOwner(browser, sandbox);
  await bring(page, owner, info.outputPath('rules.json'));
  await byMouse(page);
  await byKeys(page);
  await stopBackTest(page);
  await page.getByRole('button', { name: 'Propose this order' }).click();
  await expect(page.getByTestId('approval-link')).toBeVisible();
  await page.goto((await page.getByTestId('approval-link').getAttribute('href')) ?? '');
  await sign(page);
  await expect(async () => {
    await page.goto(engine);
    await expect(list(page).getByRole('link').first()).toHaveText('First', { timeout: 3_000 });
    expect(await order(page)).toEqual(['First', 'Third', 'Second']);
  }).toPass({ timeout: 60_000 });
  expect(reports, 'no report of the content security policy or Trusted Types').toEqual([]);
  await page.context().close();
});
