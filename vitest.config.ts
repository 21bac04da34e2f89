import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * A wait ends as soon as what it waits for is there; this is how long it goes on when that does not come. A machine that does much else needs more
 * than the second that the libraries give.
 */
const patienceMs = 40_000;

/** Long random runs and whole installations: `npm run test:full`, and whoever names such a file. */
const long = process.env.HOLDFAST_TESTS === 'full' || process.argv.some((one) => one.includes('.long.'));

/** Long files that this run leaves out (`scripts/test.ts --part`). */
const ofOthers = process.env.HOLDFAST_LEFT?.split(',').filter(Boolean) ?? [];

/** What is asked of a real bitcoind alone; `BITCOIND` names one. */
const ofBitcoind = process.env.BITCOIND ? [] : ['**/bitcoind.test.ts'];

/** Much of a test is waiting: for blocks, signers, a database. Two workers for each processor and one more use that time. */
const workers = Math.min(availableParallelism() * 2 + 1, 8);

/** They take longest (bench/README.md), so they begin first: at the end one of them would keep everybody waiting. */
const longest = [
  'redteam/redteam.long.test.ts',
  'signer/test/crash.long.test.ts',
  'setup/setup.test.ts',
  'mpc/test/adversary.test.ts',
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => longest.some((one) => moduleId.endsWith(one));
    const rest = await super.sort(files);
    return [...rest.filter(isLong), ...rest.filter((one) => !isLong(one))];
  }
}

const tests = (...rooms: string[]): string[] => rooms.map((room) => `${room}/**/*.test.{ts,tsx}`);

/** Pages keep their state in modules, as a browser keeps one page: each file has its own. A file may ask for a DOM with `// @vitest-environment jsdom`. */
const pages = tests('apps/{console,approver,recovery}', 'packages/signer-ui');
/** They exchange modules, or register a family of chains for the whole process. */
const alone = [
  'packages/mpc/test/{derive,golden,golden-browser}.test.ts',
  'apps/signer/test/{earlier,schemes,snapshot}.test.ts',
  'apps/server/src/{ledger/same-symbol,chains/third-family}.test.ts',
  'redteam/*.test.ts',
];
const left = ['**/node_modules/**', '**/dist/**', ...(long ? ofOthers : ['**/*.long.test.ts']), ...ofBitcoind];

export default defineConfig({
  test: {
    testTimeout: 90_000,
    hookTimeout: 120_000,
    maxWorkers: workers,
    sequence: { sequencer: LongestFirst },
    env: { HOLDFAST_PATIENCE_MS: String(patienceMs) },
    expect: { poll: { timeout: patienceMs } },
    projects: [
      {
        extends: true,
        test: {
          name: 'alone',
          include: [...pages, ...alone],
          exclude: left,
          setupFiles: ['vitest.setup.ts', 'apps/console/test/patience.ts'],
        },
      },
      {
        // What one file has loaded, the next one of the same worker finds loaded.
        extends: true,
        test: {
          name: 'shared',
          include: tests('{apps,packages,faults,sandbox,scripts}'),
          exclude: [...left, ...pages, ...alone],
          isolate: false,
          setupFiles: ['vitest.setup.ts'],
        },
      },
    ],
  },
});
