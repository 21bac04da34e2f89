import type { Member, PolicyDocument } from '@holdfast/policy';
import type { Recorder } from '../../audit/service.ts';
import type { Tx } from '../../db/database.ts';
import { endApiClientsOf } from '../api-client/service.ts';
import { followMembers } from './queries.ts';

/** What a membership becomes: an API client has none, also where a person became one. */
const told = ({ id, role, status, wallets }: Member): Pick<Member, 'id' | 'role' | 'status' | 'wallets'> =>
  role === 'api' ? { id, role: 'viewer', status: 'removed', wallets: [] } : { id, role, status, wallets };

/**
 * Makes memberships what the rules in force say: whoever was invited and now stands there is a member, roles are as they stand there, of the
 * workspace and of sub-wallets, and whoever was taken out loses membership, sessions and the API clients they made in the same moment. Whatever way the
 * rules changed, this is how the server learns it; it grants nothing that the signers would honour.
 */
export async function followPolicy(tx: Tx, { members }: PolicyDocument, record: Recorder): Promise<void> {
  await endApiClientsOf(tx, await followMembers(tx, JSON.stringify(members.map(told))), record);
}
