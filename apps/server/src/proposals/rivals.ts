import type { ProposalDeps } from './deps.ts';
import { kindsOutdating, proposalKinds } from './kinds/index.ts';
import * as queries from './queries.ts';
import { proposalStatus } from './states.ts';

/** Another open change, and what becomes of it once the one that is looked at has passed. */
export interface Rival {
  readonly found: queries.Proposal;
  /** It ends, else it is asked for anew; undefined where that shows only then. */
  readonly ends: boolean | undefined;
}

/** Open changes that were made for what this open one replaces, oldest first: approvals given to them count no more once it has passed. */
export async function rivalsOf({ db }: Pick<ProposalDeps, 'db'>, found: queries.Proposal): Promise<Rival[]> {
  if (found.status !== proposalStatus.open && found.status !== proposalStatus.applying) return [];
  const others = await queries.findOpenOthers(db, found, proposalKinds[found.kind].outdates);
  return Promise.all(
    others.map(async (other) => ({ found: other, ends: await proposalKinds[other.kind].endsAfter(db, other, found) })),
  );
}

/** The change that came into force before this one, which was overtaken by it; undefined where none is known to have. */
export async function overtakerOf(
  { db }: Pick<ProposalDeps, 'db'>,
  found: queries.Proposal,
): Promise<queries.Proposal | undefined> {
  if (found.status !== proposalStatus.superseded) return undefined;
  return queries.findPassedBefore(db, found, kindsOutdating(found.kind));
}
