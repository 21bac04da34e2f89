import type { WorkspaceId } from '@holdfast/contract';
import { type Approval, type Evaluation, evaluate, nothingKnown, parseIntent, readAttached } from '@holdfast/policy';
import type { CurrentPolicy } from '../orders/deps.ts';
import type { ProposalDeps } from './deps.ts';
import * as queries from './queries.ts';
import { proposalStatus } from './states.ts';

/** What the rules in force say of a proposal and its decisions: what the signers will find. */
export function createJudge(deps: Pick<ProposalDeps, 'db' | 'policy' | 'frozen'>) {
  /** What the signers will say. Only of what may take effect at once they have to be asked whether somebody has stopped them. */
  async function judged(
    found: Pick<queries.Proposal, 'kind' | 'document' | 'intent'>,
    { document }: Pick<CurrentPolicy, 'document'>,
    approvals: readonly Approval[],
  ): Promise<Evaluation> {
    const [intent, attached] = [parseIntent(found.intent), readAttached(found.kind, found.document)];
    const knowing = (frozen: boolean): Evaluation =>
      evaluate(document, intent, approvals, { ...nothingKnown, frozen }, attached);
    const moving = knowing(false);
    return moving.rule?.level === 'tightening' && (await deps.frozen()) ? knowing(true) : moving;
  }

  const evaluation = async (found: queries.Proposal, approvals: readonly Approval[]): Promise<Evaluation> =>
    judged(found, await deps.policy(), approvals);

  /** What is under way and can still pass: one that never will must not stand in the way of another. */
  async function underWay(
    workspaceId: WorkspaceId,
    which: Omit<queries.Which, 'statuses'>,
  ): Promise<queries.Proposal[]> {
    const statuses = [proposalStatus.open, proposalStatus.applying];
    const all = await queries.listProposals(deps.db, workspaceId, { ...which, statuses });
    const can = await Promise.all(
      all.map(async (found) =>
        found.status === proposalStatus.applying || (await evaluation(found, [])).state !== 'unsatisfiable'
          ? [found]
          : [],
      ),
    );
    return can.flat();
  }

  return { judged, evaluation, underWay };
}
