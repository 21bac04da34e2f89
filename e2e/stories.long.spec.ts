import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, type Page, test } from '@playwright/test';
import { accessibilityFaults, withAxe } from './support/axe.ts';
import { timeAtMost } from './support/figures.ts';
import { pressTime } from './support/press.ts';
import { type StaticSite, serveFolder } from './support/static.ts';

const root = path.resolve(import.meta.dirname, '..');
const folder = mkdtempSync(path.join(tmpdir(), 'holdfast-stories-'));
const buildLimitMs = 120_000;
let site: StaticSite;

test.beforeAll(async () => {
  test.setTimeout(buildLimitMs);
  await promisify(execFile)('npm', ['run', '--silent', 'storybook:build', '-w', '@holdfast/console', '--', folder], {
    cwd: root,
    timeout: buildLimitMs,
  });
  site = await serveFolder(folder);
});
test.afterAll(async () => {
  await site?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Rules about whole pages: a piece alone has no landmarks and no first heading. */
const ofWholePages = ['landmark-one-main', 'page-has-heading-one', 'region'];

interface Channel {
  emit(event: string, data: unknown): void;
  once(event: string, heard: (data: unknown) => void): void;
}

const noAnswer = 'no answer';

/** Shows another story in the same page, as the toolbar would: a page of its own for each would take three times as long. */
function switchTo(page: Page, storyId: string): Promise<string> {
  return page.evaluate(
    ({ id, silent }) =>
      new Promise<string>((done) => {
        const channel = (window as unknown as { __STORYBOOK_ADDONS_CHANNEL__: Channel }).__STORYBOOK_ADDONS_CHANNEL__;
        for (const event of ['storyErrored', 'storyThrewException', 'storyMissing'])
          channel.once(event, (data) => done(`${event} ${JSON.stringify(data)}`));
        channel.once('storyRendered', () => done(''));
        setTimeout(() => done(silent), 5_000);
        channel.emit('setCurrentStory', { storyId: id, viewMode: 'story' });
      }),
    { id: storyId, silent: noAnswer },
  );
}

/** A switch that nothing is heard of (the page may still be busy with the story before) is done as a visit. */
async function show(page: Page, storyId: string): Promise<string> {
  const failure = await switchTo(page, storyId);
  if (failure !== noAnswer) return failure;
  await open(page, storyId);
  return '';
}

async function open(page: Page, storyId: string): Promise<void> {
  await page.goto(`${site.origin}/iframe.html?id=${storyId}&viewMode=story`);
  await expect(page.locator('#storybook-root > *').first()).toBeAttached();
}

/** What a link to an approval asks of the page that it leads to. */
const health = 'https://signer.example/healthz';

test('no story has an accessibility violation, in light and in dark, and none asks anybody else for anything', async ({
  browser,
}) => {
  test.setTimeout(300_000);
  const index = JSON.parse(readFileSync(path.join(folder, 'index.json'), 'utf8')) as {
    entries: Record<string, object>;
  };
  const stories = Object.keys(index.entries);
  expect(stories.length).toBeGreaterThan(80);
  const context = await browser.newContext({ reducedMotion: 'reduce' });
  await withAxe(context);
  const page = await context.newPage();
  const strangers: string[] = [];
  page.on('request', (request) => {
    const url = request.url();
    if (!/^(data|blob):/.test(url) && url !== health && new URL(url).origin !== site.origin) strangers.push(url);
  });
  await open(page, stories[0] ?? '');
  const faults: string[] = [];
  for (const story of stories) {
    const failure = await show(page, story);
    if (failure) faults.push(`${story}: ${failure}`);
    for (const theme of ['light', 'dark']) {
      await page.evaluate((value) => document.documentElement.setAttribute('data-theme', value), theme);
      for (const fault of await accessibilityFaults(page, { without: ofWholePages }))
        faults.push(`${story} (${theme}): ${fault}`);
    }
  }
  await context.close();
  expect(faults).toEqual([]);
  expect(strangers).toEqual([]);
});

const tries = 7;
const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

test('a list of 100,000 rows answers at once: a row is ticked, a drawer opened, and keys reach what is not drawn', async ({
  page,
}) => {
  test.setTimeout(120_000);
  await open(page, 'table--hundred-thousand-rows');
  const rows = page.getByRole('row');
  await expect(rows.nth(10)).toBeVisible();
  expect(await rows.count()).toBeLessThan(100);
  const ticking: number[] = [];
  const opening: number[] = [];
  for (let at = 1; at <= tries; at++) {
    ticking.push(await pressTime(page, rows.nth(at).getByRole('checkbox')));
    opening.push(await pressTime(page, rows.nth(at).getByRole('cell').nth(2)));
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
  const spread = (times: readonly number[]): string => `median of ${tries}, longest ${Math.max(...times)} ms`;
  timeAtMost('100,000 rows: tick a row', median(ticking), 80, spread(ticking));
  timeAtMost('100,000 rows: open a drawer', median(opening), 120, spread(opening));
  await rows.nth(1).getByRole('button').focus();
  for (let at = 1; at <= 60; at++) {
    await page.keyboard.press('j');
    await expect(page.locator(`tr[data-index="${at}"] button`)).toBeFocused();
  }
});
