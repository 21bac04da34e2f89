import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { identityToJson, newIdentity } from '@holdfast/channel';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { emptyState, type SignerState } from '../src/state/state.ts';
import { pack, unpack } from '../src/store/codec.ts';
import { firstHash } from '../src/store/records.ts';
import { readSnapshot, writeSnapshot } from '../src/store/snapshot.ts';
import { createVault, type Vault } from '../src/store/vault.ts';
import { filledState } from './filled-state.ts';
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

const seed = Number(process.env.HOLDFAST_SEED ?? Date.now() % 2 ** 31);

it(`gives back every field there is, whatever stands in it (seed ${seed})`, () => {
  fc.assert(
    fc.property(filledState, (state) => {
      const back = readBack(state);
      const { spendings, ...rest } = state;
      const { spendings: counted, ...others } = back ?? emptyState();
      expect(others).toEqual(rest);
      expect(counted.history()).toEqual(spendings.history());
      for (const hours of [1, 24, 720]) {
        const query = { hours, scope: 'wallet' as const, wallet: '7', member: '', counts: () => true, except: '' };
        expect(counted.sum(query, state.lastAt)).toEqual(spendings.sum(query, state.lastAt));
      }
    }),
    { seed, numRuns: 40 },
  );
});

it(`packs whatever JSON has no word for, and names that mean something to it (seed ${seed})`, () => {
  const plain = fc.oneof(fc.string({ unit: 'binary' }), fc.integer(), fc.boolean(), fc.constant(null), fc.bigInt());
  const key = fc.oneof(fc.constantFrom('$', 'v', 'constructor'), fc.string());
  const { any } = fc.letrec<{ any: unknown }>((tie) => ({
    any: fc.oneof(
      { maxDepth: 4 },
      plain,
      fc.array(tie('any')),
      fc.dictionary(key, tie('any'), { noNullPrototype: true }),
      fc.array(fc.tuple(plain, tie('any'))).map((entries) => new Map(entries)),
      fc.array(plain).map((members) => new Set(members)),
    ),
  }));
  fc.assert(
    fc.property(any, (value) => {
      expect(unpack(JSON.parse(JSON.stringify(pack(value))))).toEqual(value);
    }),
    { seed },
  );
});
