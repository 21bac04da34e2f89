import type { PersonalEntryId, Role, UserId, WorkspaceId } from '@holdfast/contract';
import type { CreatedAt, Defaulted, IdentityOf, Json } from './columns.ts';

/** Tables of migrations 0022 to 0024, 0033, 0035, 0036, 0038, 0039, 0060 and 0061. */
export interface ProposalTables {
  proposals: ProposalTable;
  proposal_approvals: ProposalApprovalTable;
  invites: InviteTable;
  book_entries: BookEntryTable;
  books: BookTable;
  book_beneficiaries: BeneficiaryTable;
  address_code: AddressCodeTable;
  personal_entries: PersonalEntryTable;
  key_exports: KeyExportTable;
  key_export_notices: KeyExportNoticeTable;
  rule_cases: RuleCaseTable;
  proposal_cases: ProposalCasesTable;
  decision_remarks: DecisionRemarkTable;
  opened_ways: OpenedWayTable;
}

interface OpenedWayTable {
  digest: string;
  member: string;
  decision: 'approve' | 'refuse';
}

interface DecisionRemarkTable {
  proposal_id: number;
  member: string;
  decision: 'approve' | 'refuse';
  remark: string;
  created_at: CreatedAt;
}
export interface ProposalTable {
  id: IdentityOf<number>;
  workspace_id: WorkspaceId;
  kind: 'policy' | 'book' | 'export';
  item_type: number;
  subject: Json<Record<string, string>>;
  remark: Defaulted<string>;
  initiator_user: UserId;
  initiator: string;
  intent_id: string;
  intent: string;
  digest: string;
  document: string;
  policy_version: string;
  status: Defaulted<number>;
  refused_by: string | null;
  last_error: Defaulted<string>;
  announced_at: Date | null;
  decided_at: Date | null;
  next_at: Defaulted<Date>;
  lease_until: Date | null;
  lease_token: Defaulted<number>;
  /** Ids of signers that have it in force. */
  taken_by: Defaulted<string[]>;
  tries: Defaulted<number>;
  created_at: CreatedAt;
  expires_at: Date;
}
interface ProposalApprovalTable {
  proposal_id: number;
  member: string;
  decision: string;
  approval: Json<unknown>;
  created_at: CreatedAt;
}
export interface InviteTable {
  id: string;
  workspace_id: WorkspaceId;
  token_hash: Buffer;
  name: string;
  email: string;
  role: Role;
  wallets: Json<{ wallet: string; role: 'operator' | 'approver' | 'viewer' }[]>;
  member_id: string;
  inviter_user: UserId;
  inviter: string;
  user_id: UserId | null;
  proposal_id: number | null;
  cancelled_at: Date | null;
  created_at: CreatedAt;
  expires_at: Date;
}
export interface BookEntryTable {
  workspace_id: WorkspaceId;
  hash: string;
  chains: string[];
  address: string;
  memo: string;
  assets: string[];
  label: string;
  since: Date;
  removed_at: Date | null;
}
export interface BeneficiaryTable {
  workspace_id: WorkspaceId;
  hash: string;
  name: string;
  vasp: string;
  self_hosted: boolean;
}
interface AddressCodeTable {
  chain: string;
  address: string;
  holds_code: boolean;
  looked_at: Date;
}
interface BookTable {
  workspace_id: WorkspaceId;
  hash: string;
}
export interface KeyExportTable {
  proposal_id: number;
  workspace_id: WorkspaceId;
  ready_at: Date;
  until: Date;
  taken: Defaulted<number>;
  taken_at: Date | null;
}
interface KeyExportNoticeTable {
  proposal_id: number;
  member: string;
  acknowledged_at: Date | null;
}
export interface PersonalEntryTable {
  id: IdentityOf<PersonalEntryId>;
  workspace_id: WorkspaceId;
  user_id: UserId;
  chains: string[];
  address: string;
  memo: string;
  assets: string[];
  label: string;
  note: string;
  created_at: CreatedAt;
}
interface RuleCaseTable {
  workspace_id: WorkspaceId;
  name: string;
  body: Json<unknown>;
  created_at: CreatedAt;
}
interface ProposalCasesTable {
  proposal_id: number;
  cases: Json<unknown[]>;
}
