import type { WorkspaceId } from '@holdfast/contract';
import { type KeyExportRequest, parseKeyExportRequest } from '@holdfast/policy';
import type { Recorder } from '../../audit/service.ts';
import { inTransaction } from '../../db/transaction.ts';
import { nameIn } from '../../nodes.ts';
import type { Proposer } from '../../proposals/service.ts';
import { refuse } from '../../refuse.ts';
import type { KeyMaterialDeps } from './deps.ts';
import * as queries from './queries.ts';
import { type KeyMaterialState, signerName, stateOf } from './rules.ts';

export interface Listed {
  readonly row: queries.Row;
  readonly request: KeyExportRequest;
  readonly state: KeyMaterialState;
}

export interface Filter {
  readonly state?: KeyMaterialState | undefined;
  readonly keyword?: string | undefined;
}

/** Requests that are looked through; each one is an event of its own in the life of a workspace. */
const mostRequests = 2_000;

const listedOf = ({ clock }: KeyMaterialDeps, row: queries.Row, version: string): Listed => ({
  row,
  request: parseKeyExportRequest(row.document),
  state: stateOf(row, version, clock()),
});

export const currentVersion = async ({ policy }: KeyMaterialDeps): Promise<string> => (await policy()).document.version;

export async function findRequest({ db }: KeyMaterialDeps, workspaceId: WorkspaceId, id: number): Promise<queries.Row> {
  const row = await queries.findRequest(db, workspaceId, id);
  if (!row) throw refuse('itemNotFound', {});
  return row;
}

/** Newest first, all that fit. */
export async function listRequests(
  deps: KeyMaterialDeps,
  workspaceId: WorkspaceId,
  { state, keyword = '' }: Filter,
): Promise<Listed[]> {
  const [rows, { document }] = await Promise.all([
    queries.newestRequests(deps.db, workspaceId, mostRequests),
    deps.policy(),
  ]);
  const text = keyword.toLowerCase();
  const speaks = ({ row, request }: Listed): boolean =>
    [row.remark, nameIn(document, row.initiator), signerName(document, request.signer)]
      .join('\n')
      .toLowerCase()
      .includes(text);
  return rows
    .map((row) => listedOf(deps, row, document.version))
    .filter((one) => (state === undefined || one.state === state) && speaks(one));
}

export async function findDetail(deps: KeyMaterialDeps, workspaceId: WorkspaceId, id: number) {
  const row = await findRequest(deps, workspaceId, id);
  const approvals = (await deps.proposals.approvals([id])).get(id) ?? [];
  const [evaluation, told, now] = await Promise.all([
    deps.proposals.evaluation(row, approvals),
    queries.findTold(deps.db, id),
    currentVersion(deps),
  ]);
  const refusal = approvals.find(({ member, decision }) => member === row.refused_by && decision === 'refuse');
  return { ...listedOf(deps, row, now), evaluation, told, refusedWhy: refusal?.remark ?? '' };
}

export async function listNotices(
  deps: KeyMaterialDeps,
  workspaceId: WorkspaceId,
  memberId: string,
): Promise<Listed[]> {
  const rows = await queries.findNotices(deps.db, workspaceId, memberId);
  if (rows.length === 0) return [];
  const now = await currentVersion(deps);
  return rows.map((row) => listedOf(deps, row, now));
}

export async function acknowledgeNotice(
  deps: KeyMaterialDeps,
  by: Proposer,
  id: number,
  record: Recorder,
): Promise<void> {
  await findRequest(deps, by.workspaceId, id);
  await inTransaction(deps.db, async (tx) => {
    if (await queries.acknowledge(tx, id, by.memberId))
      await record(tx, { workspaceId: by.workspaceId, object: `proposal:${id}` });
  });
}
