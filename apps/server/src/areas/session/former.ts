import type { UserId } from '@holdfast/contract';
import type { Db, Tx } from '../../db/database.ts';
import { formerPasswords, keepFormerPassword } from './login-queries.ts';
import { verifyPassword } from './password.ts';

interface Holder {
  readonly id: UserId;
  readonly password_hash: string;
}
/** As many before the present one cannot be taken again. */
const remembered = 5;

/** Is it the present password, or one of the last before it? */
export async function isFormer(db: Db, { id, password_hash }: Holder, password: string): Promise<boolean> {
  for (const hash of [password_hash, ...(await formerPasswords(db, id, remembered))])
    if (await verifyPassword(password, hash)) return true;
  return false;
}

/** The one that goes is remembered. */
export const keepFormer = (tx: Tx, { id, password_hash }: Holder, now: Date): Promise<void> =>
  keepFormerPassword(tx, id, password_hash, now, remembered);
