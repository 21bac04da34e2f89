import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

/** The contract that pays many under Foundry, by the compiler in the tree: random rows to every kind of payee, in every kind of token. */
const contracts = path.dirname(new URL(import.meta.resolve('@holdfast/chains/contracts/Disperse.json')).pathname);
/** The program itself: the package's starter answers 0 whatever it answers. */
const require = createRequire(import.meta.url);
const own = createRequire(require.resolve('@foundry-rs/forge/package.json'));
const forge = own.resolve(
  `@foundry-rs/forge-${process.platform}-${process.arch === 'x64' ? 'amd64' : process.arch}/bin/forge`,
);
const compiler = path.join(import.meta.dirname, '../scripts/solc.mjs');

/** What Foundry says of a copy in which one place of the contract is another. */
function outcome(runs: number, find = '', replace = ''): { readonly status: number | null; readonly out: string } {
  const dir = mkdtempSync(path.join(tmpdir(), 'holdfast-forge-'));
  try {
    cpSync(contracts, dir, { recursive: true });
    const file = path.join(dir, 'Disperse.sol');
    const source = readFileSync(file, 'utf8');
    expect(source.split(find).length, find).toBeGreaterThan(1);
    if (find !== '') writeFileSync(file, source.replace(find, replace));
    const env = {
      ...process.env,
      PATH: `${path.dirname(process.execPath)}${path.delimiter}${process.env.PATH}`,
      FOUNDRY_INVARIANT_RUNS: String(runs),
    };
    const args = ['test', '--root', dir, '--use', compiler];
    const { status, stdout, stderr } = spawnSync(forge, args, { cwd: dir, env, encoding: 'utf8' });
    return { status, out: `${stdout}${stderr}` };
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

describe('the contract that pays many', () => {
  it('keeps what it must against every payee and token', () => {
    const { status, out } = outcome(32);
    expect(out).toContain('11 tests passed, 0 failed, 0 skipped');
    expect(status, out).toBe(0);
  }, 300_000);

  const checks: Record<string, readonly [find: string, replace: string]> = {
    'that nobody else moves a row': ['msg.sender != address(this) || ', ''],
    'that a row is paid exactly': ['if (balanceOf(token, to) != before + amount) revert NotPaid();', ''],
    'that a token may say no': ['(said.length != 0 && !abi.decode(said, (bool)))', 'false'],
    'that rows add up': ['if (rest != 0) revert WrongSum();', ''],
    'that what was not paid comes back': ['unpaid != 0 && !send(msg.sender, unpaid, gasleft())', 'false'],
    'that a row has its gas': ['if (gasleft() < share + share / 32 + CALL_GAS) revert TooLittleGas();', ''],
    'that nothing is paid to itself': ['to == address(this) || ', ''],
  };
  it.each(Object.entries(checks))(
    'is noticed without the check %s',
    (_, [find, replace]) => {
      const { status, out } = outcome(8, find, replace);
      expect(out).toMatch(/\d+ tests? failed|[1-9]\d* failed/);
      expect(status).not.toBe(0);
    },
    300_000,
  );
});
