import { childPublicKey, type KeyAt, type RootKey } from '@holdfast/chains';
import type { Db } from '../db/database.ts';

/** Public keys of a key group along its paths; the root never changes, so it is read once. */
export function createKeys(db: Db): (keyGroup: string) => Promise<KeyAt> {
  const roots = new Map<string, RootKey>();
  return async (keyGroup) => {
    let root = roots.get(keyGroup);
    if (!root) {
      root = await db
        .selectFrom('key_groups')
        .select(['secp256k1_public_key as publicKey', 'secp256k1_chain_code as chainCode'])
        .where('id', '=', keyGroup)
        .executeTakeFirstOrThrow();
      roots.set(keyGroup, root);
    }
    const known = root;
    return (path) => childPublicKey(known, path);
  };
}
