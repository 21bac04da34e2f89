import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '@holdfast/testkit/ports';
import { type BrowserContext, chromium } from '@playwright/test';
import lighthouse, { desktopConfig } from 'lighthouse';

const categories = ['performance', 'accessibility', 'best-practices'] as const;
export type Scores = Readonly<Record<(typeof categories)[number] | 'lcp' | 'tbt' | 'cls', number>>;

interface Auditor {
  /** Scores of 0 to 100; LCP and TBT in ms. */
  audit(url: string, device: 'desktop' | 'mobile'): Promise<Scores>;
  stop(): Promise<void>;
}

/** A browser of its own that Lighthouse drives, logged in with what another one keeps for this origin. */
export async function startAuditor(loggedIn: BrowserContext, origin: string, executable: string): Promise<Auditor> {
  const port = await freePort();
  const profile = mkdtempSync(path.join(tmpdir(), 'holdfast-lighthouse-'));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: executable,
    args: ['--no-sandbox', '--disable-gpu', '--no-first-run', `--remote-debugging-port=${port}`],
  });
  const { origins, cookies } = await loggedIn.storageState();
  await context.addCookies(cookies);
  const page = context.pages()[0] ?? (await context.newPage());
  await page.goto(`${origin}/login`);
  await page.evaluate(
    (items) => {
      for (const { name, value } of items) localStorage.setItem(name, value);
    },
    origins.find((one) => one.origin === origin)?.localStorage ?? [],
  );
  return {
    audit: (url, device) => once(url, device, port).catch(() => once(url, device, port)),
    stop: async () => {
      await context.close();
      rmSync(profile, { recursive: true, force: true });
    },
  };
}

async function once(url: string, device: 'desktop' | 'mobile', port: number): Promise<Scores> {
  const result = await lighthouse(
    url,
    { port, logLevel: 'silent', output: 'json', onlyCategories: [...categories], disableStorageReset: true },
    device === 'desktop' ? desktopConfig : undefined,
  );
  const report = result?.lhr;
  if (!report || report.runtimeError) throw new Error(report?.runtimeError?.message ?? 'Lighthouse gave no report');
  if (!report.finalDisplayedUrl.startsWith(url)) throw new Error(`${url} led to ${report.finalDisplayedUrl}`);
  const score = (name: string): number => Math.round((report.categories[name]?.score ?? 0) * 100);
  const value = (name: string): number => report.audits[name]?.numericValue ?? Number.NaN;
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    'best-practices': score('best-practices'),
    lcp: value('largest-contentful-paint'),
    tbt: value('total-blocking-time'),
    cls: value('cumulative-layout-shift'),
  };
}
