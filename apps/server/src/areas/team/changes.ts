import { todoType } from '@holdfast/contract';
import { type Member, type PolicyDocument, PolicyError } from '@holdfast/policy';
import type { Recorder } from '../../audit/service.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { PolicyEdit, Proposer } from '../../proposals/service.ts';
import { refuse } from '../../refuse.ts';
import type { TeamDeps } from './deps.ts';
import { activeMember } from './members.ts';
import * as rules from './rules.ts';
import { checkWalletRoles } from './wallet-roles.ts';

export interface Change {
  readonly version: string;
  readonly remark: string;
}

export async function proposeChange(
  { policy, proposals, db }: TeamDeps,
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

export const subjectOf = (action: string, { name }: Member): { itemType: number; subject: Record<string, string> } => ({
  itemType: todoType.member,
  subject: { action, name },
});

export async function saveRole(
  deps: TeamDeps,
  by: Proposer,
  id: string,
  to: Pick<Member, 'role' | 'wallets'>,
  change: Change,
  record: Recorder,
) {
  await checkWalletRoles(deps.wallets, by.workspaceId, to);
  const shown = subjectOf('role', await activeMember(deps, id));
  return proposeChange(deps, by, change, shown, (doc) => rules.setRoles(doc, id, to.role, to.wallets), record);
}

/** Their sessions end now, which only denies; once the members say no, they log in again. Nobody logs themselves out by it. */
export async function removeMember(deps: TeamDeps, by: Proposer, id: string, change: Change, record: Recorder) {
  const { itemType, subject } = subjectOf('remove', await activeMember(deps, id));
  // By their id they are kept out of the console until it is decided (areas/session).
  const shown = { itemType, subject: { ...subject, member: id } };
  const made = await proposeChange(deps, by, change, shown, (doc) => rules.removeMember(doc, id), record);
  if (id !== by.memberId)
    await inTransaction(deps.db, async (tx) => {
      const ended = await deps.sessions.endOfMember(tx, by.workspaceId, id);
      const detail = { ended: String(ended), proposal: String(made.id) };
      await record(tx, { workspaceId: by.workspaceId, object: `member:${id}`, detail });
    });
  return made;
}

export async function grantKey(
  deps: TeamDeps,
  by: Proposer,
  id: string,
  holder: Member['keyHolder'],
  change: Change,
  record: Recorder,
) {
  const { name } = await activeMember(deps, id);
  const shown = { itemType: todoType.keyGrant, subject: { action: holder === 'yes' ? 'grant' : 'revoke', name } };
  return proposeChange(deps, by, change, shown, (doc) => rules.setHolder(doc, id, holder), record);
}
