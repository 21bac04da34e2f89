import { randomBytes } from 'node:crypto';
import type { Recorder } from '../../audit/service.ts';
import type { Tx } from '../../db/database.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Proposer } from '../../proposals/service.ts';
import { refuse } from '../../refuse.ts';
import { findApiClient } from './api-clients.ts';
import type { ApiClientDeps, Ask } from './deps.ts';
import { keepAlone, proposeChange } from './propose.ts';
import * as queries from './queries.ts';
import * as rules from './rules.ts';

type Found = Awaited<ReturnType<typeof findApiClient>>;

async function addApiClient(deps: ApiClientDeps, by: Proposer, ask: Ask, record: Recorder) {
  const appId = `p-${randomBytes(8).toString('hex')}`;
  const keep = (tx: Tx, proposalId: number) =>
    queries.insertApiClient(tx, { ...ask, appId, workspaceId: by.workspaceId, proposalId, madeBy: by.memberId });
  const shown = { action: 'programAdd', name: ask.name, remark: ask.remark };
  return {
    appId,
    proposal: await proposeChange(deps, by, appId, shown, (doc) => rules.put(doc, appId, ask), keep, record),
  };
}

/** What the log says of an API client's limits. */
const told = (limits: Pick<Found, 'ip_list' | 'expires_at' | 'scopes' | 'sub_wallet_ids' | 'per_minute'>) => ({
  networks: limits.ip_list.join(' '),
  expires: limits.expires_at?.toISOString() ?? '',
  scopes: limits.scopes.join(' '),
  subWallets: limits.sub_wallet_ids.join(' '),
  perMinute: String(limits.per_minute ?? ''),
});

/** The server's own limits hold at once, in the transaction of the proposal where there is one. @throws stillProcessing */
async function editApiClient(deps: ApiClientDeps, by: Proposer, appId: string, ask: Ask, record: Recorder) {
  const found = await findApiClient(deps, by.workspaceId, appId);
  const member = rules.findApiClient((await deps.policy()).document, appId);
  const limits = queries.limitsOf(ask);
  const asked = member
    ? { name: member.name, publicKey: rules.keyOf(member)?.publicKey }
    : { name: found.name, publicKey: found.public_key };
  const same = asked.name === ask.name && asked.publicKey === ask.publicKey;
  if (same && (member || found.pending)) {
    await inTransaction(deps.db, async (tx) => {
      await queries.changeApiClient(tx, appId, limits);
      const detail = { action: 'limits', name: ask.name };
      const [before, after] = [told(found), told({ ...found, ...limits })];
      await record(tx, { workspaceId: by.workspaceId, object: `program:${appId}`, detail, before, after });
    });
    return { appId, proposal: null };
  }
  const values = { ...limits, name: ask.name, public_key: ask.publicKey };
  const keep = keepAlone(appId, (proposal_id) => ({ ...values, proposal_id }));
  const shown = { action: member ? 'programChange' : 'programAdd', name: ask.name, remark: ask.remark };
  const proposal = await proposeChange(deps, by, appId, shown, (doc) => rules.put(doc, appId, ask), keep, record);
  return { appId, proposal };
}

/** @throws walletNotFound for a sub-wallet that the workspace does not have */
async function demandOwn(
  { wallets }: ApiClientDeps,
  { workspaceId }: Proposer,
  ids: rules.Limits['subWallets'],
): Promise<void> {
  const own = await wallets.namesOf(workspaceId, ids);
  if (ids.some((id) => !own.has(id))) throw refuse('walletNotFound', {});
}

/** @throws walletNotFound, apiClientUnbounded, apiClientNotFound, stillProcessing, rulesUnsound, nothingChanges */
export async function saveApiClient(
  deps: ApiClientDeps,
  by: Proposer,
  appId: string | undefined,
  ask: Ask,
  record: Recorder,
) {
  await demandOwn(deps, by, ask.subWallets);
  if (!rules.areSound(ask, deps.clock())) throw refuse('apiClientUnbounded', { days: rules.longestDays });
  return appId === undefined ? addApiClient(deps, by, ask, record) : editApiClient(deps, by, appId, ask, record);
}
