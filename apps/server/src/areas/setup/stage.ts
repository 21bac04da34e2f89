import type { SetupStage } from '@holdfast/contract';
import type { SetupDeps } from './deps.ts';
import * as queries from './queries.ts';
import * as rules from './rules.ts';

export async function readStage({ db, sessions, wallets }: SetupDeps): Promise<SetupStage> {
  const row = await queries.readInstallation(db);
  return rules.stageOf({
    hasOwner: row.owner_user_id !== null,
    ownerConfirmed: row.owner_user_id !== null && (await sessions.isConfirmed(row.owner_user_id)),
    hasPolicy: row.policy_hash !== null,
    hasKeyGroup: row.key_group_id !== null,
    hasWorkspace: row.workspace_id !== null && (await wallets.isReady(row.workspace_id)),
  });
}
