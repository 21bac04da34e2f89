import { groupKeyAt, type KeyAt, type KeyRoots } from '@holdfast/chains';
import type { Db } from '../db/database.ts';

/** A key group's public roots of both curves, as the database has them. */
export async function rootsOf(db: Db, keyGroup: string): Promise<KeyRoots> {
  const row = await db
    .selectFrom('key_groups')
    .select(['secp256k1_public_key', 'secp256k1_chain_code', 'ed25519_public_key', 'ed25519_chain_code'])
    .where('id', '=', keyGroup)
    .executeTakeFirstOrThrow();
  return {
    secp256k1: { publicKey: row.secp256k1_public_key, chainCode: row.secp256k1_chain_code },
    ed25519: { publicKey: row.ed25519_public_key, chainCode: row.ed25519_chain_code },
  };
}

/** Public keys of a key group along its paths; the roots never change, so they are read once. */
export function createKeys(db: Db): (keyGroup: string) => Promise<KeyAt> {
  const known = new Map<string, KeyRoots>();
  return async (keyGroup) => {
    const roots = known.get(keyGroup) ?? (await rootsOf(db, keyGroup));
    known.set(keyGroup, roots);
    return (path) => groupKeyAt(roots, path);
  };
}
