import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { atLeast, atMost, timeAtMost } from './support/figures.ts';
import { openOwner, sandboxOfFile } from './support/installation.ts';
import { startAuditor } from './support/lighthouse.ts';
import { measureLoad } from './support/load.ts';
import { devices } from './support/pictures-look.ts';
import { firstScreens } from './support/screens.ts';
import { fillWorkspace } from './support/setup-workspace.ts';
import { measureSlow } from './support/slow.ts';
import { servePlainPage } from './support/static.ts';

/** What the first screens of a workspace load, and how soon they are there: what depends on the hour, in the bench alone. */
const sandbox = sandboxOfFile();
let context: BrowserContext;
let page: Page;

test.describe.configure({ mode: 'serial' });
test.beforeAll(async ({ browser }) => {
  test.setTimeout(240_000);
  const opened = await openOwner(browser, sandbox, { look: true });
  ({ context, page } = opened);
  await fillWorkspace(page, opened.owner);
});
test.afterAll(() => context?.close());

test('a page names the files that it is sure to need, in the language that is spoken, before any of them has come', async () => {
  const dist = path.resolve(import.meta.dirname, '../apps/console/dist');
  const built = JSON.parse(readFileSync(path.join(dist, 'manifest.json'), 'utf8')) as Record<string, { file: string }>;
  for (const [lan, own, other] of [
    ['en_US', 'en-US', 'zh-CN'],
    ['zh_CN', 'zh-CN', 'en-US'],
  ] as const) {
    const html = await (
      await fetch(`${sandbox.console}/mpc/center/todo`, { headers: { cookie: `lan=${lan}` } })
    ).text();
    for (const file of ['features/todo/todo.page.tsx', `locales/${own}/translation.json`, `locales/${own}/tools.json`])
      expect(html, file).toContain(`href="/mpc/${built[`src/${file}`]?.file}"`);
    expect(html).not.toContain(`/${built[`src/locales/${other}/translation.json`]?.file}"`);
  }
});

/** On a phone the wallet's cards come one below the other, and what stands below them moves down. */
const loadLimits = { requests: 90, kib: 450, shift: { desktop: 0.1, mobile: 0.4 } };

for (const device of ['desktop', 'mobile'] as const)
  test(`the first screens load little, and little on them moves (${device})`, async () => {
    await page.setViewportSize(devices[device]);
    for (const { name, path } of firstScreens) {
      const load = await measureLoad(page, `${sandbox.console}${path}`);
      const of = `first load, ${device}, ${name}`;
      atMost(`${of}: requests`, load.requests, '', loadLimits.requests);
      atMost(`${of}: bytes on the wire`, load.kib, 'KiB', loadLimits.kib);
      atMost(`${of}: layout shift`, load.shift, '', loadLimits.shift[device], load.moved);
    }
    await page.setViewportSize(devices.desktop);
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

for (const device of ['desktop', 'mobile'] as const)
  test(`the first screens score high in Lighthouse (${device}) @timed`, async () => {
    test.setTimeout(600_000);
    const auditor = await startAuditor(context, sandbox.console, process.env.HOLDFAST_CHROMIUM ?? '/usr/bin/chromium');
    const least = device === 'desktop' ? 98 : 92;
    const plain = await servePlainPage();
    const empty = await auditor.audit(`${plain.origin}/`, device).finally(plain.stop);
    for (const { name, path } of firstScreens) {
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
    ...firstScreens.map(({ name, path }) => [name, `${sandbox.console}${path}`]),
    ['approving', signing],
  ] as const) {
    const other = await context.newPage();
    const { first, usable } = await measureSlow(other, `${url}`, 'h1');
    timeAtMost(`slow 3G, ${name}: first content`, first, 4_000, `its heading after ${Math.round(usable)} ms`);
    await other.close();
  }
});
