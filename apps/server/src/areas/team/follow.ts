import type { PolicyDocument } from '@holdfast/policy';
import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';

/**
 * Makes memberships what the rules in force say: roles as they stand there, and whoever was taken out loses membership and sessions in the same
 * moment. Whatever way the rules changed, this is how the server learns it; it grants nothing the signers would honour.
 */
export async function followPolicy(tx: Tx, { members }: PolicyDocument): Promise<void> {
  const told = JSON.stringify(members.map(({ id, role, status }) => ({ id, role, status })));
  await sql`update members m set role = t.role, status = t.status
    from json_to_recordset(${told}::json) as t(id text, role text, status text)
    where m.member_id = t.id and (m.role, m.status) is distinct from (t.role, t.status)`.execute(tx);
  await sql`update sessions s set revoked_at = now() from members m
    where m.user_id = s.user_id and m.status = 'removed' and s.revoked_at is null
      and not exists (select from members other where other.user_id = s.user_id and other.status = 'active')`.execute(
    tx,
  );
}
