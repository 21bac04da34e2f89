import { todoType, type WorkspaceId } from '@holdfast/contract';
import {
  type Credential,
  credentialFingerprint,
  digestWords,
  type Member,
  type PolicyDocument,
  PolicyError,
} from '@holdfast/policy';
import type { Recorder } from '../../audit/service.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { PolicyEdit, Proposer } from '../../proposals/service.ts';
import { refuse } from '../../refuse.ts';
import type { TeamDeps } from './deps.ts';
import { createJoining, statusOf } from './join.ts';
import * as queries from './queries.ts';
import * as rules from './rules.ts';
import { checkWalletRoles } from './wallet-roles.ts';

export { followPolicy } from './follow.ts';

export interface Change {
  readonly version: string;
  readonly remark: string;
}
export type TeamService = ReturnType<typeof createTeam>;

/** Members: who they are to the signers, who they are here, and proposals to change that. */
export function createTeam(deps: TeamDeps) {
  const { db, clock, sessions, proposals, policy } = deps;
  const joining = createJoining(deps);

  async function propose(
    by: Proposer,
    { version, remark }: Change,
    shown: { readonly itemType: number; readonly subject: Readonly<Record<string, string>> },
    edit: (doc: PolicyDocument) => ReturnType<PolicyEdit>,
    record: Recorder,
  ) {
    const current = await policy();
    if (current.document.version !== version) throw refuse('rulesChanged', {});
    const broken = rules.brokenBy(current.document, { members: current.document.members, ...edit(current.document) });
    if (broken.length > 0)
      throw refuse('strategyPersonnel', {}, { flows: broken.map(({ level, id, name }) => ({ level, id, name })) });
    try {
      const made = await proposals.proposePolicy(by, edit, { ...shown, remark });
      await record(db, { workspaceId: by.workspaceId, object: `proposal:${made.id}`, detail: { ...shown.subject } });
      return made;
    } catch (error) {
      if (error instanceof PolicyError) throw refuse('rulesUnsound', { problem: error.message });
      throw error;
    }
  }

  async function member(id: string): Promise<Member> {
    const found = rules.findMember((await policy()).document, id);
    // Programs have an area of their own, and a rule.
    if (found?.status !== 'active' || found.role === 'api') throw refuse('memberNotFound', {});
    return found;
  }
  const subjectOf = (action: string, { name }: Member): { itemType: number; subject: Record<string, string> } => ({
    itemType: todoType.member,
    subject: { action, name },
  });

  return {
    ...joining,
    async list(workspaceId: WorkspaceId) {
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
    },
    /** Members whose authenticator is proven. */
    async proven(workspaceId: WorkspaceId): Promise<ReadonlySet<string>> {
      const people = await queries.findPeople(db, workspaceId);
      return new Set(people.filter(({ totp_confirmed_at }) => totp_confirmed_at !== null).map((one) => one.member_id));
    },
    async flowsWith(id: string) {
      const { document } = await policy();
      const without = { ...document, ...rules.removeMember(document, id) };
      return rules
        .flowsNaming(document, id)
        .map((flow) => ({ ...flow, breaks: !rules.isBroken(document, flow) && rules.isBroken(without, flow) }));
    },
    flowsNaming: rules.flowsNaming,
    /** Where somebody makes a further key for themselves; it comes back to their drawer in the console. */
    keyUrl({ id, name }: Member, email: string): string {
      const back = `${deps.origin}/mpc/center/teamMember?d=${encodeURIComponent(`member:${id}`)}`;
      return rules.keyUrl(deps.signerOrigin, { name, email, return: back });
    },
    async saveRole(by: Proposer, id: string, to: Pick<Member, 'role' | 'wallets'>, change: Change, record: Recorder) {
      await checkWalletRoles(deps.wallets, by.workspaceId, to);
      const shown = subjectOf('role', await member(id));
      return propose(by, change, shown, (doc) => rules.setRoles(doc, id, to.role, to.wallets), record);
    },
    /** Their sessions end now, which only denies; once the members say no, they log in again. Nobody logs themselves out by it. */
    async remove(by: Proposer, id: string, change: Change, record: Recorder) {
      const { itemType, subject } = subjectOf('remove', await member(id));
      // By their id they are kept out of the console until it is decided (areas/session).
      const shown = { itemType, subject: { ...subject, member: id } };
      const made = await propose(by, change, shown, (doc) => rules.removeMember(doc, id), record);
      if (id !== by.memberId)
        await inTransaction(db, async (tx) => {
          const ended = await sessions.endOfMember(tx, by.workspaceId, id);
          const detail = { ended: String(ended), proposal: String(made.id) };
          await record(tx, { workspaceId: by.workspaceId, object: `member:${id}`, detail });
        });
      return made;
    },
    async grantKey(by: Proposer, id: string, holder: Member['keyHolder'], change: Change, record: Recorder) {
      const { name } = await member(id);
      const shown = { itemType: todoType.keyGrant, subject: { action: holder === 'yes' ? 'grant' : 'revoke', name } };
      return propose(by, change, shown, (doc) => rules.setHolder(doc, id, holder), record);
    },
    async addCredential(by: Proposer, id: string, credential: Credential, change: Change, record: Recorder) {
      const shown = subjectOf('credentialAdd', await member(id));
      return propose(by, change, shown, (doc) => rules.addCredential(doc, id, credential), record);
    },
    async removeCredential(by: Proposer, id: string, credentialId: string, change: Change, record: Recorder) {
      const found = await member(id);
      if (!found.credentials.some((one) => one.id === credentialId)) throw refuse('memberNotFound', {});
      const shown = subjectOf('credentialRemove', found);
      return propose(by, change, shown, (doc) => rules.dropCredential(doc, id, credentialId), record);
    },
    /** The way to sign that the caller accepts a key they are granted. @throws itemNotFound for anything else */
    async acceptKey(by: Proposer, id: number, record: Recorder) {
      const [found, approvals] = [await proposals.proposal(by.workspaceId, id), await proposals.approvals([id])];
      const { nodes } = await proposals.evaluation(found, approvals.get(id) ?? []);
      const theirs = nodes.some(({ kind, eligible }) => kind === 'accept' && eligible.includes(by.memberId));
      return proposals.openDecision(by, id, { decision: 'approve', of: () => theirs }, record);
    },
  };
}

/** Words by which people compare a key. */
export const credentialWords = (credential: Credential): string[] => [
  ...digestWords(credentialFingerprint(credential)),
];
