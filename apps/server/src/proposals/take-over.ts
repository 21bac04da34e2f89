import type { Approval } from '@holdfast/policy';
import { inTransaction } from '../db/transaction.ts';
import { messageOf } from '../orders/announce.ts';
import { type Signer, SignerRefusal } from '../signers/client.ts';
import type { Statement } from '../signers/types.ts';
import type { ProposalDeps } from './deps.ts';
import type { ByAll } from './kinds/kind.ts';
import * as queries from './queries.ts';

/** Answers that no repetition changes: other rules are in force, or this is not what signers take. */
const never = new Set([
  'policyStale',
  'expired',
  'badIntent',
  'notCanonical',
  'otherDeployment',
  'intentReused',
  'bodyMismatch',
  'badPolicyChange',
  'ownerMissing',
  'badBookChange',
  'badExport',
  'unknownKey',
  'refusedByMember',
  'wholeKey',
]);

/** What could not be done, and whether no repetition changes that. */
export interface Failure {
  readonly error: string;
  readonly final: boolean;
}

export const failureOf = ({ name }: Signer, error: unknown): Failure => ({
  error: `${name}: ${messageOf(error)}`,
  final: error instanceof SignerRefusal && never.has(error.code),
});

/** What the signers have said so far in one attempt. */
interface Round {
  /** By signer. */
  readonly standings: Map<string, Statement>;
  readonly inForce: Set<string>;
}

const taken = (deps: ProposalDeps, { id }: queries.Proposal, signer: Signer): Promise<boolean> =>
  inTransaction(deps.db, (tx) => queries.markTaken(tx, id, signer.id));

/** Asks every signer in turn whether it would take the change over; the first that would not ends the round, unless some signer has it already. */
async function askAll(
  deps: ProposalDeps,
  found: queries.Proposal,
  approvals: readonly Approval[],
  how: ByAll,
  round: Round,
): Promise<Failure | undefined> {
  let failure: Failure | undefined;
  for (const signer of deps.signers)
    try {
      const { inForce, standing } = await how.ready(signer, found, approvals);
      round.standings.set(signer.id, standing);
      if (!inForce) continue;
      await taken(deps, found, signer);
      round.inForce.add(signer.id);
    } catch (error) {
      failure ??= failureOf(signer, error);
      if (round.inForce.size === 0 && found.taken_by.length === 0) return failure;
    }
  return round.inForce.size > 0 ? undefined : failure;
}

/**
 * Has every signer take a change over, in two steps, so that it is taken over by all or by none: first each says that it would, then each does, given
 * the others' word. Once one has it the others cannot refuse any more, so it is only a matter of repeating. Any process may do this at any time, and
 * again after a crash at any point.
 * @returns what stands in the way; it is final only as long as no signer has the change
 */
export async function takeOver(
  deps: ProposalDeps,
  found: queries.Proposal,
  approvals: readonly Approval[],
  how: ByAll,
): Promise<Failure | undefined> {
  const round: Round = { standings: new Map(), inForce: new Set() };
  const unready = await askAll(deps, found, approvals, how, round);
  const begun = (): boolean => round.inForce.size > 0 || found.taken_by.length > 0;
  if (unready) return { ...unready, final: unready.final && !begun() };
  for (const signer of deps.signers) {
    if (round.inForce.has(signer.id)) continue;
    const others = [...round.standings.values()].filter((one) => one.signer !== signer.id);
    try {
      const { standing } = await how.apply(signer, found, approvals, others);
      round.standings.set(signer.id, standing);
      await taken(deps, found, signer);
      round.inForce.add(signer.id);
    } catch (error) {
      const { final, ...failure } = failureOf(signer, error);
      return { ...failure, final: final && !begun() };
    }
  }
  return undefined;
}
