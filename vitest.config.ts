import { defineConfig } from 'vitest/config';

/**
 * A wait ends as soon as what it waits for is there; this is how long it goes on when that does not come. A machine that does much else needs more
 * than the second that the libraries give.
 */
const patienceMs = 20_000;

/** Node tests everywhere; a file may ask for a DOM with `// @vitest-environment jsdom`. */
export default defineConfig({
  test: {
    include: ['{apps,packages,redteam,faults,scripts}/**/*.test.{ts,tsx}'],
    exclude: ['**/node_modules/**', '**/dist/**'],
    testTimeout: 90_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
    env: { HOLDFAST_PATIENCE_MS: String(patienceMs) },
    expect: { poll: { timeout: patienceMs } },
    setupFiles: ['vitest.setup.ts', 'apps/console/test/patience.ts'],
  },
});
