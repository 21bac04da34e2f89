import { type Approval, parsePolicy } from '@holdfast/policy';
import type { Tx } from '../db/database.ts';
import { inTransaction } from '../db/transaction.ts';
import { startWorker, type Worker } from '../jobs/worker.ts';
import { messageOf } from '../orders/announce.ts';
import type { Signer } from '../signers/client.ts';
import { SignerRefusal } from '../signers/client.ts';
import type { Attachments } from '../signers/types.ts';
import { askAgain, underPresent } from './ask-again.ts';
import type { BookReader, ProposalDeps } from './deps.ts';
import * as queries from './queries.ts';
import { type ProposalStatus, proposalStatus } from './states.ts';
import { tellEnd } from './told.ts';

const retrySeconds = 2;
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
  'badBookChange',
  'badExport',
  'unknownKey',
  'refusedByMember',
  'wholeKey',
]);

const attachmentNames = { policy: 'document', book: 'book', export: 'export' } as const;
const attachments = ({ kind, document }: queries.Proposal): Attachments => ({ [attachmentNames[kind]]: document });

/** Has one signer take an approved proposal over. */
function takeOver(
  signer: Signer,
  { intent, kind, document }: queries.Proposal,
  approvals: readonly Approval[],
): Promise<unknown> {
  if (kind === 'policy') return signer.call('policy.apply', { intent, document, approvals });
  if (kind === 'book') return signer.call('book.apply', { intent, book: document, approvals });
  return signer.call('export.grant', { intent, request: document, approvals });
}

const announce = (signer: Signer, found: queries.Proposal): Promise<unknown> =>
  signer.call('announce', {
    intent: found.intent,
    attachments: attachments(found),
    ...(found.remark === '' ? {} : { remark: found.remark }),
  });

export interface WorkHooks extends BookReader {
  /** What the server itself keeps of a change that every signer has taken over, in the transaction that says so; repeating it changes nothing. */
  readonly onPassed: (tx: Tx, found: queries.Proposal) => Promise<void>;
}

async function end(
  deps: ProposalDeps,
  found: queries.Proposal,
  to: ProposalStatus,
  error = '',
  also?: WorkHooks['onPassed'],
): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const now = await queries.lockProposal(tx, found.id);
    if (now?.status !== found.status) return;
    await queries.moveProposal(tx, now.id, to, { last_error: error });
    await tellEnd(tx, deps.audit, now, to);
    await also?.(tx, now);
  });
  deps.notifier.changed(found.workspace_id, 'todo', found.id);
}

/** Runs one call at every signer; says what could not be done, and whether repeating it helps. */
async function atEvery(
  signers: readonly Signer[],
  run: (signer: Signer) => Promise<unknown>,
): Promise<{ error: string; final: boolean } | undefined> {
  let failure: { error: string; final: boolean } | undefined;
  for (const signer of signers)
    await run(signer).catch((error: unknown) => {
      const final = error instanceof SignerRefusal && never.has(error.code);
      if (!failure || final) failure = { error: `${signer.name}: ${messageOf(error)}`, final };
    });
  return failure;
}

/** An open proposal: end it when its time is over, ask for it again when what it would change is no longer what it was, else show it to every signer. */
async function workOnOpen(deps: ProposalDeps & WorkHooks, found: queries.Proposal): Promise<void> {
  if (found.expires_at <= deps.clock()) return end(deps, found, proposalStatus.expired);
  const fresh = await underPresent(deps, found);
  if (fresh.state === 'overtaken') return end(deps, found, proposalStatus.superseded, fresh.reason);
  if (fresh.state === 'again') return askAgain(deps, found, fresh.document, fresh.policy);
  const failure = await atEvery(deps.signers, (signer) => announce(signer, found));
  if (failure?.final) return end(deps, found, proposalStatus.superseded, failure.error);
  if (failure) await queries.postponeProposal(deps.db, found, retrySeconds, failure.error);
  else await queries.markAnnounced(deps.db, found);
}

/**
 * An approved proposal: every signer takes it over. A signer that has it already says so, so the step may be repeated for as long as one of them is
 * away; only when all have it, it has passed.
 */
async function workOnApplying(deps: ProposalDeps & WorkHooks, found: queries.Proposal): Promise<void> {
  const approvals = (await queries.findProposalApprovals(deps.db, [found.id])).get(found.id) ?? [];
  const { kind, document } = found;
  const failure = await atEvery(deps.signers, (signer) => takeOver(signer, found, approvals));
  if (failure?.final) return end(deps, found, proposalStatus.superseded, failure.error);
  if (failure) return void (await queries.postponeProposal(deps.db, found, retrySeconds, failure.error));
  if (kind === 'policy' && !(await follows(deps, document)))
    return void (await queries.postponeProposal(deps.db, found, retrySeconds, ''));
  await end(deps, found, proposalStatus.passed, '', deps.onPassed);
}

/** Has the server learned from the signers that these rules, or later ones, are in force? */
async function follows(deps: ProposalDeps, document: string): Promise<boolean> {
  await deps.refreshPolicy();
  return BigInt((await deps.policy()).document.version) >= BigInt(parsePolicy(document).version);
}

const idleMs = 500;

/** Moves proposals on, like orders: any number of processes may, and each step may be done again. */
export function startProposalWorkers(deps: ProposalDeps & WorkHooks): { wake(): void; stop(): Promise<void> } {
  const start = (name: string, status: ProposalStatus, work: (found: queries.Proposal) => Promise<void>): Worker =>
    startWorker({
      name,
      concurrency: 2,
      idleMs,
      claim: (many) => queries.claimProposals(deps.db, status, many),
      work,
      onError: (error) => deps.log.error({ err: error, worker: name }, 'proposal worker'),
    });
  const workers = [
    start('proposals announce', proposalStatus.open, (found) => workOnOpen(deps, found)),
    start('proposals apply', proposalStatus.applying, (found) => workOnApplying(deps, found)),
  ];
  return {
    wake: () => {
      for (const worker of workers) worker.wake();
    },
    stop: async () => {
      await Promise.all(workers.map((worker) => worker.stop()));
    },
  };
}
