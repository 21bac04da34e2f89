import type { WorkspaceId } from '@holdfast/contract';
import type { Recorder } from '../../audit/service.ts';
import type { Tx } from '../../db/database.ts';
import type { Proposal, Proposer } from '../../proposals/service.ts';
import { type Asked, applyForShare } from './apply.ts';
import { freshMs, type KeyMaterialDeps } from './deps.ts';
import { grantRequest } from './grant.ts';
import type * as queries from './queries.ts';
import { acknowledgeNotice, type Filter, findDetail, listNotices, listRequests } from './requests.ts';
import { takeFile } from './take.ts';

export type { Listed } from './requests.ts';

export type KeyMaterialService = ReturnType<typeof createKeyMaterial>;

/** Requests for a signer's share. The signers decide, wait and encrypt; here they are asked for, told of, and carried. */
export function createKeyMaterial(deps: KeyMaterialDeps) {
  return {
    apply: (by: Proposer, asked: Asked, record: Recorder) => applyForShare(deps, by, asked, record),
    take: (by: Proposer, id: number, record: Recorder) => takeFile(deps, by, id, record),
    states: () => deps.monitor.look(freshMs),
    policy: deps.policy,
    approvalUrl: deps.proposals.approvalUrl,
    refuseAt: (row: queries.Row) =>
      deps.signers.map(({ name }, i) => ({ name, url: deps.proposals.approvalUrl(row, i) })),
    list: (workspaceId: WorkspaceId, filter: Filter) => listRequests(deps, workspaceId, filter),
    detail: (workspaceId: WorkspaceId, id: number) => findDetail(deps, workspaceId, id),
    notices: (workspaceId: WorkspaceId, memberId: string) => listNotices(deps, workspaceId, memberId),
    acknowledge: (by: Proposer, id: number, record: Recorder) => acknowledgeNotice(deps, by, id, record),
    passed: (tx: Tx, found: Proposal) => grantRequest(deps, tx, found),
  };
}
