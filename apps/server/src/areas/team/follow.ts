import type { PolicyDocument } from '@holdfast/policy';
import type { Tx } from '../../db/database.ts';
import { followMembers } from './queries.ts';

/**
 * Makes memberships what the rules in force say: whoever was invited and now stands there is a member, roles are as they stand there, of the
 * workspace and of sub-wallets, and whoever was taken out loses membership and sessions in the same moment. Whatever way the rules changed, this
 * is how the server learns it; it grants nothing that the signers would honour.
 */
export const followPolicy = (tx: Tx, { members }: PolicyDocument): Promise<void> =>
  followMembers(tx, JSON.stringify(members.map(({ id, role, status, wallets }) => ({ id, role, status, wallets }))));
