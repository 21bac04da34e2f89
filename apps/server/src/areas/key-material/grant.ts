import type { Tx } from '../../db/database.ts';
import type { Proposal } from '../../proposals/service.ts';
import type { KeyMaterialDeps } from './deps.ts';
import * as queries from './queries.ts';

/** Every signer has granted it: from now on it waits, and whoever holds a key of equal rights is told. */
export async function grantRequest(
  { proposals, signers, policy }: KeyMaterialDeps,
  tx: Tx,
  found: Proposal,
): Promise<void> {
  const { intent, document: request } = found;
  const approvals = (await proposals.approvals([found.id])).get(found.id) ?? [];
  const granted = await Promise.all(
    signers.map((signer) => signer.call('export.grant', { intent, request, approvals })),
  );
  const readyAt = new Date(Math.max(...granted.map((one) => one.readyAt)));
  const until = new Date(Math.min(...granted.map((one) => one.until)));
  const { document } = await policy();
  const holders = document.members.filter(({ keyHolder, status }) => keyHolder === 'yes' && status === 'active');
  await queries.insertGrant(
    tx,
    found,
    { readyAt, until },
    holders.map(({ id }) => id),
  );
}
