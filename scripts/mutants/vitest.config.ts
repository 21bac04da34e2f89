import { defineConfig } from 'vitest/config';

/** The tests that were chosen, with few random cases. */
export default defineConfig({
  test: {
    root: process.cwd(),
    include: (process.env.HOLDFAST_MUTANTS ?? '').split(' '),
    // Tests that exchange a place of the sources themselves do not find it in changed ones.
    exclude: ['**/node_modules/**', '**/*.long.test.ts', '**/grown.test.ts'],
    testNamePattern: /^(?!.*is without its check)/,
    testTimeout: 90_000,
    hookTimeout: 120_000,
    env: { HOLDFAST_PATIENCE_MS: '20000', HOLDFAST_TESTS: process.env.HOLDFAST_TESTS ?? '', HOLDFAST_SEED: '1' },
    setupFiles: ['vitest.setup.ts'],
  },
});
