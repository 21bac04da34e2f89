import type { UserId, WorkspaceId } from '@holdfast/contract';
import type { CreatedAt, Defaulted, IdentityOf } from './columns.ts';

/** Tables of migrations 0050, 0051, 0054, 0055 and 0056. */
export interface ProgramTables {
  programs: ProgramTable;
  program_calls: ProgramCallTable;
}

export interface ProgramTable {
  app_id: string;
  workspace_id: WorkspaceId;
  user_id: UserId;
  name: string;
  public_key: string;
  ip_list: string[];
  expires_at: Date | null;
  off: Defaulted<boolean>;
  switched_on_by: number | null;
  proposal_id: number;
  created_at: CreatedAt;
  last_used_at: Date | null;
  last_ip: Defaulted<string>;
  alerted_at: Date | null;
  made_by: string | null;
}
interface ProgramCallTable {
  id: IdentityOf<number>;
  workspace_id: WorkspaceId;
  app_id: string;
  time: Date;
  ip: string;
  path: string;
  request_id: string;
  code: number;
  ms: number;
  proven: boolean;
}
