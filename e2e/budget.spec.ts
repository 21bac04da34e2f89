import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { bundlesOf } from './support/bundles.ts';
import { atMost } from './support/figures.ts';

const dist = path.resolve(import.meta.dirname, '../apps/console/dist');
const entry = ['index.html'];
const locale = ['src/locales/en-US/translation.json'];
/** The first screen, the schemas of its first calls, and what follows by itself. */
const firstScreen = [
  'src/features/wallet/wallet.page.tsx',
  'src/lib/contract-client.ts',
  'src/app/notices.tsx',
  'src/features/notice/bell.tsx',
  'src/lib/events.ts',
];
const withdrawal = ['src/app/drawer-pages.tsx', 'src/features/withdraw/withdraw.drawer.tsx'];

test('the page stays within its budget: nobody waits for what they do not use', () => {
  const bundles = bundlesOf(dist);
  const lazy = bundles.largestLazy('index.html');
  atMost('entry, gzip', bundles.scripts(entry), 'KiB', 150);
  atMost('entry, texts and first screen, gzip', bundles.scripts([...entry, ...locale, ...firstScreen]), 'KiB', 185);
  atMost('styles, gzip', bundles.styles(), 'KiB', 15);
  atMost('largest font', bundles.largestFont(), 'kB', 50);
  atMost('largest lazy script, gzip', lazy.size, 'KiB', 65, path.basename(lazy.file));
  atMost(
    'withdraw drawer with all it loads, gzip',
    bundles.scripts([...withdrawal, 'src/lib/contract-client.ts'], entry),
    'KiB',
    105,
  );
});

test('the first paint waits for the page alone: what it shows by itself stands before its styles, and nothing in it runs', () => {
  const html = readFileSync(path.join(dist, 'index.html'), 'utf8');
  const [before = '', after = ''] = html.split('<svg id="brand"');
  expect(before).not.toContain('stylesheet');
  expect(after).toMatch(/<\/svg>.*<link rel="stylesheet"/s);
  const scripts = [...html.matchAll(/<script([^>]*)>([^<]*)/g)];
  expect(scripts.map(([, how, text]) => [/type="module"/.test(how ?? ''), text])).toEqual([[true, '']]);
  expect(html).not.toMatch(/ style=|<style|url\(/);
});
