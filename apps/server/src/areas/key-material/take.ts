import { parseKeyExportRequest } from '@holdfast/policy';
import type { Recorder } from '../../audit/service.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Proposer } from '../../proposals/service.ts';
import { refuse } from '../../refuse.ts';
import { SignerRefusal, SignerUnreachable } from '../../signers/client.ts';
import type { KeyMaterialDeps } from './deps.ts';
import * as queries from './queries.ts';
import { currentVersion, findRequest } from './requests.ts';
import { isTakeable, stateOf } from './rules.ts';

/** The file, from the signer whose share it is, with what all the others say to it. */
async function fileOf({ signers }: KeyMaterialDeps, { intent_id: id, document }: queries.Row): Promise<string> {
  const { signer: wanted } = parseKeyExportRequest(document);
  const target = signers.find((signer) => signer.id === wanted);
  if (!target) throw refuse('keyMaterialEnded', { reason: wanted });
  try {
    const others = signers.filter((signer) => signer !== target);
    const { nonce } = await target.call('export.open', { id });
    const clearances = await Promise.all(others.map((signer) => signer.call('export.clear', { id, nonce })));
    return (await target.call('export.take', { id, clearances })).file;
  } catch (error) {
    if (error instanceof SignerUnreachable) {
      const away = signers.find(({ id }) => id === error.signer);
      throw refuse('signerUnreachable', { signer: away?.name ?? error.signer });
    }
    if (!(error instanceof SignerRefusal)) throw error;
    if (error.code === 'exportWaits') throw refuse('keyMaterialWaits', {});
    throw refuse('keyMaterialEnded', { reason: error.message });
  }
}

export async function takeFile(deps: KeyMaterialDeps, by: Proposer, id: number, record: Recorder) {
  const row = await findRequest(deps, by.workspaceId, id);
  if (row.initiator !== by.memberId) throw refuse('noPermission', {});
  const [now, current] = [deps.clock(), await currentVersion(deps)];
  if (!isTakeable(row, current, now)) throw refuse('keyMaterialEnded', { reason: stateOf(row, current, now) });
  if (row.ready_at && now < row.ready_at) throw refuse('keyMaterialWaits', {});
  const content = Buffer.from(await fileOf(deps, row), 'utf8').toString('base64');
  await inTransaction(deps.db, async (tx) => {
    await queries.markTaken(tx, id);
    await record(tx, { workspaceId: by.workspaceId, object: `proposal:${id}` });
  });
  deps.notifier.changed(by.workspaceId, 'todo', id);
  return { content, request: parseKeyExportRequest(row.document) };
}
