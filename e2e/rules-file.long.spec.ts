import { readFile, writeFile } from 'node:fs/promises';
import { type RulesFile, type SeniorRule, unconditional } from '@holdfast/policy';
import { expect, type Page, test } from '@playwright/test';
import { openOwner, sandboxOfFile } from './support/installation.ts';
import { shoot, sign, stepUp } from './support/team.ts';

/** Rules leave as a file with test cases, are changed there, and come back where the cases hold. */
const sandbox = sandboxOfFile();

const engine = '/mpc/center/strategyEngine';
const nothingLeaves: SeniorRule = {
  ...{ id: 'stop', name: 'Nothing leaves', enabled: 'on', type: 'transfer', action: 'refuse', signProtection: 'on' },
  when: unconditional,
  nodes: [],
};

async function keepTrial(page: Page): Promise<void> {
  await page.goto(engine);
  await expect(page.getByTestId('dry-run')).toContainText('Owner: Olivia Owner');
  await page.getByLabel('What this transaction is an example of').fill('One coin is released by the owner');
  await page.getByRole('button', { name: 'Keep as test case' }).click();
  await expect(page.getByTestId('rule-cases')).toContainText('1 test case holds');
}

async function exported(page: Page, path: string): Promise<RulesFile> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('holdfast-rules-v1.json');
  await download.saveAs(path);
  return JSON.parse(await readFile(path, 'utf8')) as RulesFile;
}

test('rules go out as a file with test cases, and come back only where the cases hold', async ({ browser }, info) => {
  test.setTimeout(240_000);
  const { page, owner, reports } = await openOwner(browser, sandbox);
  await keepTrial(page);
  await shoot(page, 'rule-cases');
  const path = info.outputPath('rules.json');
  const file = await exported(page, path);
  expect(file.cases.map(({ name, expect: { outcome } }) => [name, outcome])).toEqual([
    ['One coin is released by the owner', 'flow'],
  ]);

  await page.getByRole('button', { name: 'Import' }).click();
  const drawer = page.getByRole('dialog', { name: 'Rules' });
  const choose = async (text: string): Promise<void> => {
    await writeFile(path, text);
    await drawer.getByLabel('Choose a rules file').setInputFiles(path);
  };
  const propose = drawer.getByRole('button', { name: 'Propose these rules' });
  await choose('{ "format": "holdfast/rules/v1", "senior": 7 }');
  await expect(drawer.getByRole('alert')).toContainText('This is no rules file');
  await expect(drawer.getByRole('alert')).toContainText('Line 1: a field is missing: from');
  await propose.click();

  await choose(JSON.stringify({ ...file, senior: [nothingLeaves] }));
  await expect(drawer.getByRole('alert')).toContainText('cannot be proposed');
  await expect(drawer.getByTestId('rule-cases')).toContainText('1 of 1 test cases fails');
  await expect(drawer.getByTestId('import-changes')).toContainText('Nothing leaves');
  await shoot(page, 'rules-import-blocked');
  await propose.click();
  await expect(drawer.getByTestId('approval-link')).toHaveCount(0);

  const [kept] = file.cases;
  if (!kept) throw new Error('no case');
  const mended = { ...kept, expect: { outcome: 'refuse' as const, rule: 'stop', nodes: [] } };
  await choose(JSON.stringify({ ...file, senior: [nothingLeaves], cases: [mended] }, null, 4));
  await expect(drawer.getByTestId('rule-cases')).toContainText('1 test case holds');
  await propose.click();
  await stepUp(page, owner, drawer.getByText('The rules of the file are proposed'));
  await shoot(page, 'rules-import-proposed');
  await page.goto((await page.getByTestId('approval-link').getAttribute('href')) ?? '');
  await expect(page.locator('main')).toContainText('Nothing leaves');
  await sign(page);

  await expect(async () => {
    await page.goto(engine);
    await expect(page.getByRole('link', { name: 'Nothing leaves' })).toBeVisible({ timeout: 3_000 });
  }).toPass({ timeout: 60_000 });
  await expect(page.getByTestId('rule-cases')).toContainText('1 test case holds');
  await page.goto(`${engine}/senior/transferLog`);
  await expect(page.getByRole('row', { name: /In force.*Rules from a file/ })).toBeVisible();
  expect(reports, 'no report of the content security policy or Trusted Types').toEqual([]);
  await page.context().close();
});
