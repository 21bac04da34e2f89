import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { identityToJson, newIdentity } from '@holdfast/channel';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { emptyState, type SignerState } from '../src/state/state.ts';
import { firstHash } from '../src/store/records.ts';
import { readSnapshot, writeSnapshot } from '../src/store/snapshot.ts';
import { createVault, type Vault } from '../src/store/vault.ts';
import { passphrase, testKdf } from './harness.ts';

/** Whatever a state holds, and however much of one thing, a snapshot gives back. */
let dir: string;
let vault: Vault;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'holdfast-snapshot-'));
  vault = createVault(dir, passphrase, testKdf);
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const identified = (): SignerState => ({ ...emptyState(), identity: identityToJson(newIdentity()) });

function readBack(state: SignerState): SignerState | undefined {
  writeSnapshot(dir, vault, { size: 8, root: firstHash(vault.store), roots: new Map([[8, 'ab']]) }, state);
  return readSnapshot(dir, vault, 8)?.state;
}

it('of a wallet that made 100,000 payments within a day is read back: one entry of a map may be of any size', () => {
  const state = identified();
  const sent = Array.from({ length: 100_000 }, (_, n) => ({
    id: `2f1f5a5e-8a58-4d2c-9c0e-${String(n).padStart(12, '0')}`,
    at: n,
    amount: 1_000_000_000_000_000n,
  }));
  state.spent.set('7|evm:31337|', sent);
  expect(readBack(state)?.spent.get('7|evm:31337|')).toEqual(sent);
});
