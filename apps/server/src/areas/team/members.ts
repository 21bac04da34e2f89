import type { WorkspaceId } from '@holdfast/contract';
import type { Member } from '@holdfast/policy';
import { refuse } from '../../refuse.ts';
import type { TeamDeps } from './deps.ts';
import { statusOf } from './invites.ts';
import * as queries from './queries.ts';
import * as rules from './rules.ts';

export async function activeMember({ policy }: TeamDeps, id: string): Promise<Member> {
  const found = rules.findMember((await policy()).document, id);
  // API clients have an area of their own, and a rule.
  if (found?.status !== 'active' || found.role === 'api') throw refuse('memberNotFound', {});
  return found;
}

export async function listMembers({ policy, db, clock }: TeamDeps, workspaceId: WorkspaceId) {
  const [{ document }, people, invites] = await Promise.all([
    policy(),
    queries.findPeople(db, workspaceId),
    queries.listInvites(db, workspaceId),
  ]);
  const known = new Map(people.map((person) => [person.member_id, person]));
  return {
    document,
    emails: [...people, ...invites].map(({ email }) => email),
    members: document.members
      .filter(({ role }) => role !== 'api')
      .map((one) => ({ member: one, person: known.get(one.id) })),
    invites: invites.map((invite) => ({ invite, status: statusOf(invite, invite.proposal_status, clock()) })),
  };
}

/** Members whose authenticator is proven. */
export async function provenMembers({ db }: TeamDeps, workspaceId: WorkspaceId): Promise<ReadonlySet<string>> {
  const people = await queries.findPeople(db, workspaceId);
  return new Set(people.filter(({ totp_confirmed_at }) => totp_confirmed_at !== null).map((one) => one.member_id));
}

export async function flowsWith({ policy }: TeamDeps, id: string) {
  const { document } = await policy();
  const without = { ...document, ...rules.removeMember(document, id) };
  return rules
    .flowsNaming(document, id)
    .map((flow) => ({ ...flow, breaks: !rules.isBroken(document, flow) && rules.isBroken(without, flow) }));
}

/** Where somebody makes a further key for themselves; it comes back to their drawer in the console. */
export function keyPagesFor(deps: TeamDeps, { id, name, credentials }: Member, email: string): rules.KeyPage[] {
  const back = `${deps.origin}/mpc/center/teamMember?d=${encodeURIComponent(`member:${id}`)}`;
  return rules.keyPages(deps.signers, { name, email, return: back }, credentials);
}
