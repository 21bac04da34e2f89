import type { Approval, Canonical } from '@holdfast/policy';
import type { Db } from '../../db/database.ts';
import type { CurrentPolicy } from '../../orders/deps.ts';
import type { Signer } from '../../signers/client.ts';
import type { Readiness, Statement } from '../../signers/types.ts';
import type { BookReader, ProposalDeps } from '../deps.ts';
import type { Proposal } from '../queries.ts';

/** What an open proposal is under what is in force now: as it should be, the same in other words, or overtaken. */
export type Present =
  | { readonly state: 'stands' }
  | { readonly state: 'again'; readonly document: Canonical; readonly policy: CurrentPolicy }
  | { readonly state: 'overtaken'; readonly reason: string };

export const stands: Present = { state: 'stands' };
export const overtaken = (reason: string): Present => ({ state: 'overtaken', reason });

type Words = Pick<Proposal, 'intent' | 'document'>;

/** Taken over by all signers or by none, one change at a time: first each says that it would, then each does, given the others' word. */
export interface ByAll {
  readonly by: 'all';
  readonly ready: (signer: Signer, found: Words, approvals: readonly Approval[]) => Promise<Readiness>;
  readonly apply: (
    signer: Signer,
    found: Words,
    approvals: readonly Approval[],
    standings: readonly Statement[],
  ) => Promise<{ readonly standing: Statement }>;
  /** Has the server learned from the signers that it is in force? */
  readonly follows: (deps: ProposalDeps, found: Words) => Promise<boolean>;
}

/** Begun at each signer by itself; one that has it already says so, and proposals do not touch one another. */
export interface ByEach {
  readonly by: 'each';
  readonly begin: (signer: Signer, found: Words, approvals: readonly Approval[]) => Promise<unknown>;
}

/** All that tells one kind of proposal from another. */
export interface ProposalKindRecord {
  readonly present: (deps: ProposalDeps & BookReader, found: Proposal, policy: CurrentPolicy) => Promise<Present>;
  /** Kinds that are made for what one of this kind replaces: those that are open lose their approvals once it has passed. */
  readonly outdates: readonly Proposal['kind'][];
  /** Once `passed` has: would this one end, rather than be asked for anew? Undefined where that shows only then. */
  readonly endsAfter: (db: Db, found: Proposal, passed: Proposal) => Promise<boolean | undefined>;
  readonly carried: ByAll | ByEach;
  /** What somebody is told who would decide on one that was refused. */
  readonly refusedAs: 'strategyRejected' | 'itemNotFound';
  /** The document that it takes the place of, for the log; undefined where there is none, or it is not known. */
  readonly replaces: (db: Db, found: Pick<Proposal, 'policy_version'>) => Promise<string | undefined>;
}
