import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { policyText } from '@holdfast/policy';
import { writeKeyFile } from '@holdfast/review/keyfile';
import { ada, bob, policyOf, replyOf, signed, testChains, transferOf } from '@holdfast/testkit/review';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { run } from '../src/main.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'holdfast-signed-'));
});
afterEach(() => {
  vi.unstubAllGlobals();
  rmSync(dir, { recursive: true, force: true });
});

it('a payment that the signer has signed is told as signed, and neither approved nor refused', async () => {
  const policy = policyOf([ada, bob]);
  const now = Date.now();
  const intent = transferOf(policy, {
    created: String(now - 1),
    notBefore: String(now - 1),
    expires: String(now + 600_000),
  });
  const late = [signed(ada, intent, 'refuse', 'too late')];
  const info = {
    deployment: policy.deployment,
    policyText: policyText(policy),
    chains: testChains,
    exports: [],
    exported: [],
    keyGroups: [],
    time: now,
  };
  const sent: string[] = [];
  let approvals: readonly unknown[] = [];
  vi.stubGlobal('fetch', (url: URL) => {
    if (url.pathname === '/api/info') return Promise.resolve(Response.json(info));
    if (url.pathname === '/api/approvals') sent.push(url.pathname);
    return Promise.resolve(Response.json(replyOf(policy, intent, { approvals, state: 'signed' })));
  });
  const key = path.join(dir, 'bob.key');
  writeFileSync(key, await writeKeyFile(bob.secret), { mode: 0o600 });
  for (const refusals of [[], late])
    for (const more of [[], ['--refuse']]) {
      approvals = refusals;
      const [out, err]: [string[], string[]] = [[], []];
      const terminal = {
        print: (line: string) => out.push(line),
        note: (line: string) => err.push(line),
        ask: () => Promise.resolve(undefined),
        piped: () => Promise.resolve(undefined),
        bold: (text: string) => text,
      };
      const code = await run(
        ['approve', '--signer', 'http://signer', '--key', key, intent.id, '--yes', ...more],
        terminal,
      );
      expect([code, err.join()]).toEqual([1, expect.stringContaining('the signer has signed the payment')]);
      expect(out.join('\n')).toContain('signed          by this signer');
    }
  expect(sent).toEqual([]);
});
