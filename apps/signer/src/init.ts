import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { identityFromJson, identityToJson, newIdentity, type PeerKeys, publicKeysOf } from '@holdfast/channel';
import { openStore } from './store/store.ts';
import { createVault, hasVault, type KdfCost, writeWhole } from './store/vault.ts';

/**
 * Makes a signer's identity and sealed store, and writes `identity.pub.json` for the others to pin. Run again on the same folder, it finishes what was
 * interrupted and changes nothing that is there.
 * @throws Error when the folder holds a store under another passphrase
 */
export async function initSigner(dir: string, passphrase: string, cost?: KdfCost): Promise<PeerKeys> {
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  chmodSync(dir, 0o700);
  if (!hasVault(dir)) createVault(dir, passphrase, cost);
  const store = openStore({ dir, passphrase, now: Date.now });
  try {
    if (store.state.identity === undefined)
      await store.append({ type: 'identity', identity: identityToJson(newIdentity()) });
    const keys = publicKeysOf(identityFromJson(store.state.identity ?? ''));
    writeWhole(join(dir, 'identity.pub.json'), `${JSON.stringify(keys)}\n`);
    return keys;
  } finally {
    await store.close();
  }
}
