import type { Recorder } from '../../audit/service.ts';
import type { Tx } from '../../db/database.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Proposer } from '../../proposals/service.ts';
import { refuse } from '../../refuse.ts';
import { findApiClient } from './api-clients.ts';
import type { ApiClientDeps } from './deps.ts';
import { keepAlone, proposeChange } from './propose.ts';
import * as queries from './queries.ts';
import * as rules from './rules.ts';

/** The server stops listening before anybody has signed; then the rules follow, on the caller's signature alone. */
export async function switchOff(deps: ApiClientDeps, by: Proposer, appId: string, remark: string, record: Recorder) {
  const { name } = await findApiClient(deps, by.workspaceId, appId);
  await inTransaction(deps.db, async (tx) => {
    await queries.changeApiClient(tx, appId, { off: true, switched_on_by: null });
    const detail = { action: 'programOff', name };
    await record(tx, { workspaceId: by.workspaceId, object: `program:${appId}`, detail });
  });
  if (rules.findApiClient((await deps.policy()).document, appId)?.status !== 'active') return { appId, proposal: null };
  const keep = (tx: Tx, proposal_id: number) => queries.changeApiClient(tx, appId, { proposal_id });
  const shown = { action: 'programOff', name, remark };
  const proposal = await proposeChange(
    deps,
    by,
    appId,
    shown,
    (doc) => rules.turn(doc, appId, 'removed'),
    keep,
    record,
  );
  return { appId, proposal };
}

/** Only what the rules have switched off comes back, and only by the members. @throws stillProcessing, nothingChanges */
export async function switchOn(deps: ApiClientDeps, by: Proposer, appId: string, remark: string, record: Recorder) {
  const { name, off } = await findApiClient(deps, by.workspaceId, appId);
  const member = rules.findApiClient((await deps.policy()).document, appId);
  if (!member) throw refuse('apiClientNotFound', {});
  if (member.status === 'active') throw off ? refuse('stillProcessing', {}) : refuse('nothingChanges', {});
  const keep = keepAlone(appId, (id) => ({ proposal_id: id, switched_on_by: id, off: true }));
  const shown = { action: 'programOn', name, remark };
  const proposal = await proposeChange(deps, by, appId, shown, (doc) => rules.turn(doc, appId, 'active'), keep, record);
  return { appId, proposal };
}
