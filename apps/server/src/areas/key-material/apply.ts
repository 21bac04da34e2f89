import { todoType } from '@holdfast/contract';
import { type KeyExportRequest, mayInitiate } from '@holdfast/policy';
import type { Recorder } from '../../audit/service.ts';
import type { Proposer } from '../../proposals/service.ts';
import { refuse } from '../../refuse.ts';
import { freshMs, type KeyMaterialDeps } from './deps.ts';

export interface Asked {
  readonly signer: string;
  readonly recipient: string;
  readonly keyGroup: string | undefined;
  /** The key becomes whole by it, and the request says so. */
  readonly wholeKey: boolean;
  readonly remark: string;
}

/** The key group the signers say is active; the only one where none is named. */
async function groupFor({ monitor }: KeyMaterialDeps, wanted: string | undefined) {
  const states = await monitor.look(freshMs);
  const groups = states.flatMap(({ health }) => health?.keyGroups.filter(({ active }) => active) ?? []);
  const found = wanted === undefined ? groups[0] : groups.find(({ id }) => id === wanted);
  if (!found) throw refuse('setupNotDone', {});
  return found;
}

export async function applyForShare(
  deps: KeyMaterialDeps,
  by: Proposer,
  { signer, recipient, keyGroup, wholeKey, remark }: Asked,
  record: Recorder,
) {
  const { document } = await deps.policy();
  const member = document.members.find(({ id }) => id === by.memberId);
  if (!member || !mayInitiate(member, 'export')) throw refuse('keyHolderNeeded', {});
  if (!deps.signers.some(({ id }) => id === signer)) throw refuse('invalidParameters', { field: 'signer' });
  const group = await groupFor(deps, keyGroup);
  const request: KeyExportRequest = {
    v: '1',
    domain: 'holdfast/export/v1',
    deployment: document.deployment,
    keyGroup: group.id,
    epoch: String(group.epoch),
    signer,
    recipient,
  };
  const subject = { action: 'keyMaterial', signer, recipient };
  const made = await deps.proposals.proposeExport(by, request, wholeKey, {
    itemType: todoType.keyMaterial,
    subject,
    remark,
  });
  await record(deps.db, { workspaceId: by.workspaceId, object: `proposal:${made.id}`, detail: subject });
  return made;
}
