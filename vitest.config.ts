import { defineConfig } from 'vitest/config';

/** Node tests everywhere; a file may ask for a DOM with `// @vitest-environment jsdom`. */
export default defineConfig({
  test: {
    include: ['{apps,packages,scripts}/**/*.test.{ts,tsx}'],
    exclude: ['**/node_modules/**', '**/dist/**'],
    testTimeout: 90_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
  },
});
