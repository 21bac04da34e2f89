import { defineConfig } from 'vitest/config';

/**
 * A wait ends as soon as what it waits for is there; this is how long it goes on when that does not come. A machine that does much else needs more
 * than the second that the libraries give.
 */
const patienceMs = 20_000;

/** Long random runs and whole installations: `npm run test:full`, and whoever names such a file. */
const long = process.env.HOLDFAST_TESTS === 'full' || process.argv.some((one) => one.includes('.long.'));

/** Node tests everywhere; a file may ask for a DOM with `// @vitest-environment jsdom`. */
export default defineConfig({
  test: {
    include: ['{apps,packages,redteam,faults,sandbox,scripts}/**/*.test.{ts,tsx}'],
    exclude: ['**/node_modules/**', '**/dist/**', ...(long ? [] : ['**/*.long.test.ts'])],
    testTimeout: 90_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
    env: { HOLDFAST_PATIENCE_MS: String(patienceMs) },
    expect: { poll: { timeout: patienceMs } },
    setupFiles: ['vitest.setup.ts', 'apps/console/test/patience.ts'],
  },
});
