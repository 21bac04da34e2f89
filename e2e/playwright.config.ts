import { defineConfig } from '@playwright/test';
import { benching } from './support/figures.ts';

/** A code of an authenticator counts once, so whoever needs a second one waits: here not for half a minute. `main-job.spec.ts` has the true 30 seconds. */
process.env.HOLDFAST_CODE_SECONDS ??= '3';

/** Every screen as it looks and what it weighs. One file takes longest, so these begin first. */
const screens = /(screens|load|stories|budget)(\.long)?\.spec\.ts$/;
/** Whole stories that `npm test` leaves to `npm run test:full`. */
const long = /\.long\.spec\.ts$/;
/** Long files that this run leaves out (`scripts/test.ts --part`). */
const ofOthers = process.env.HOLDFAST_LEFT?.split(',').flatMap((file) => (file === '' ? [] : [`**/${file}`])) ?? [];
const left =
  process.env.HOLDFAST_TESTS === 'full' || process.argv.some((one) => one.includes('.long')) ? ofOthers : [long];
/** What depends on the hour is left to `npm run bench -- console`. */
const timed = /@timed/;

/**
 * Real browser, real server, real signers, real local chains; each file starts a whole sandbox of its own. Much of a flow is waiting (for
 * blocks, for requests to run out), so two run side by side. What depends on the hour runs alone, in the bench.
 */
export default defineConfig({
  testDir: '.',
  globalSetup: './support/build.ts',
  workers: 2,
  projects: [
    { name: 'screens', testMatch: screens, testIgnore: left, ...(benching ? {} : { grepInvert: timed }) },
    { name: 'flows', testMatch: '*.spec.ts', testIgnore: [screens, ...left] },
  ],
  timeout: 180_000,
  expect: { timeout: 20_000 },
  forbidOnly: true,
  /** A browser, two chains and three processes share a machine: what fails is tried once more, and the list says `flaky`. */
  retries: 1,
  reporter: [['list'], ['json']],
  outputDir: '../test-results',
  use: {
    actionTimeout: 20_000,
    navigationTimeout: 20_000,
    launchOptions: {
      executablePath: process.env.HOLDFAST_CHROMIUM ?? '/usr/bin/chromium',
      args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
    },
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    timezoneId: 'UTC',
  },
});
