import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/**
 * One process per data folder. The lock is the kernel's own file lock, which SQLite takes and Node does not otherwise expose: it ends with the
 * process however that dies, so there is no stale lock to judge after a kill -9. The file itself stays empty.
 * @returns the release
 * @throws Error when another process holds the folder, or it cannot be written
 */
export function lockFolder(dir: string): () => void {
  const file = join(dir, 'lock');
  let db: DatabaseSync | undefined;
  try {
    db = new DatabaseSync(file);
    chmodSync(file, 0o600);
    db.exec('PRAGMA locking_mode=EXCLUSIVE; PRAGMA journal_mode=MEMORY; BEGIN EXCLUSIVE');
  } catch (cause) {
    db?.close();
    const busy = cause instanceof Error && /locked/.test(cause.message);
    const why = busy ? 'another signer process is using it' : 'it cannot be written';
    throw new Error(`The data folder ${dir} cannot be opened: ${why}.`, { cause });
  }
  const held = db;
  return () => held.close();
}
