import type { UserId, WorkspaceId } from '@holdfast/contract';
import type { CreatedAt, Defaulted, IdentityOf, Json } from './columns.ts';

/** Tables of migration 0022. */
export interface ProposalTables {
  proposals: ProposalTable;
  proposal_approvals: ProposalApprovalTable;
}
export interface ProposalTable {
  id: IdentityOf<number>;
  workspace_id: WorkspaceId;
  kind: 'policy' | 'book';
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
