import type { CreatedAt, Json } from '../db/columns.ts';

/** Tables of migration 0020. */
export interface AuditTables {
  audit_outbox: { id: number; record: Json<object> };
  audit_log: {
    seq: number;
    hash: Buffer;
    nodes: Buffer;
    entry: string;
    time: CreatedAt;
    workspace_id: number | null;
    action: string;
    object: string;
  };
  audit_checkpoints: { size: number; root: Buffer; signature: string; created_at: Date };
  audit_cosignatures: { size: number; signer_id: string; signature: string; created_at: CreatedAt };
  audit_witnesses: { signer_id: string; problem: string; updated_at: Date };
  known_devices: {
    user_id: number;
    device: string;
    network: string;
    first_seen_at: Date;
    last_seen_at: Date;
  };
  login_history: {
    id: number;
    user_id: number;
    time: Date;
    network: string;
    agent: string;
    method: string;
    result: boolean;
    reason: string;
    device: string;
    is_new: boolean;
  };
}
