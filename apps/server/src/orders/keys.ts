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

const most = 10_000;

/** Public keys of a key group along its paths. The roots never change, so they are read once, and a child, of four multiplications, is remembered. */
export function createKeys(db: Db): (keyGroup: string) => Promise<KeyAt> {
  const known = new Map<string, KeyRoots>();
  const children = new Map<string, Uint8Array>();
  return async (keyGroup) => {
    const roots = known.get(keyGroup) ?? (await rootsOf(db, keyGroup));
    known.set(keyGroup, roots);
    return (path) => {
      const name = `${keyGroup} ${path}`;
      const key = children.get(name) ?? groupKeyAt(roots, path);
      if (children.size >= most) children.clear();
      children.set(name, key);
      return key;
    };
  };
}
