import { type Approval, attachmentName } from '@holdfast/policy';
import type { Tx } from '../db/database.ts';
import { inTransaction } from '../db/transaction.ts';
import { startWorker, type Worker, type WorkerPlan } from '../jobs/worker.ts';
import { handOver } from '../orders/hand-over.ts';
import type { Signer } from '../signers/client.ts';
import { recordDivergence, recordEnd } from './audit.ts';
import type { BookReader, ProposalDeps } from './deps.ts';
import { carriedBy, proposalKinds } from './kinds/index.ts';
import type { ByAll, ByEach } from './kinds/kind.ts';
import * as queries from './queries.ts';
import { reissueIntent, underPresent } from './reissue.ts';
import { type ProposalStatus, proposalStatus } from './states.ts';
import { type Failure, failureOf, takeOver } from './take-over.ts';

const retrySeconds = 2;
/** The longest pause between two attempts to have a change taken over. */
const longestPauseSeconds = 30;
/** Twice as long after every attempt that got no further. */
const pauseSeconds = ({ tries }: queries.Proposal): number =>
  Math.min(longestPauseSeconds, retrySeconds * 2 ** Math.min(tries, 10));

function announce(signer: Signer, { kind, intent, document, remark }: queries.Proposal): Promise<unknown> {
  const name = attachmentName(kind);
  return signer.call('announce', {
    intent,
    attachments: name ? { [name]: document } : {},
    ...(remark === '' ? {} : { remark }),
  });
}

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
    // Another process has got further meanwhile.
    if (to !== proposalStatus.passed && now.taken_by.length > 0) return;
    await queries.moveProposal(tx, now.id, to, { last_error: error });
    await recordEnd(tx, deps.audit, now, to);
    await also?.(tx, now);
  });
  deps.notifier.changed(found.workspace_id, 'todo', found.id);
  if (to === proposalStatus.passed) deps.notifier.changed(found.workspace_id, 'setup', '');
}

/** Runs one call at every signer; says what could not be done, and whether repeating it helps. */
async function atEvery(
  signers: readonly Signer[],
  run: (signer: Signer) => Promise<unknown>,
): Promise<Failure | undefined> {
  let failure: Failure | undefined;
  for (const signer of signers)
    await run(signer).catch((error: unknown) => {
      const failed = failureOf(signer, error);
      if (!failure || failed.final) failure = failed;
    });
  return failure;
}

/** An open proposal: end it when its time is over, ask for it again when what it would change is no longer what it was, else show it to every signer. */
async function workOnOpen(deps: ProposalDeps & WorkHooks, found: queries.Proposal): Promise<void> {
  if (found.expires_at <= deps.clock()) return end(deps, found, proposalStatus.expired);
  const fresh = await underPresent(deps, found);
  if (fresh.state === 'overtaken') return end(deps, found, proposalStatus.superseded, fresh.reason);
  if (fresh.state === 'again') return reissueIntent(deps, found, fresh.document, fresh.policy);
  const failure = await atEvery(deps.signers, (signer) => announce(signer, found));
  if (failure?.final) return end(deps, found, proposalStatus.superseded, failure.error);
  if (failure) return void (await queries.postponeProposal(deps.db, found, retrySeconds, failure.error));
  await queries.markAnnounced(deps.db, found);
  // Some signer was away, and has missed what was decided meanwhile.
  if (found.last_error !== '') await handOver(deps, [found.intent_id]);
}

const approvalsOf = async ({ db }: ProposalDeps, { id }: queries.Proposal): Promise<readonly Approval[]> =>
  (await queries.findProposalApprovals(db, [id])).get(id) ?? [];

/** What is approved and begins at every signer by itself. One that has it already says so, so the step may be repeated. */
async function workOnEach(deps: ProposalDeps & WorkHooks, found: queries.Proposal, { begin }: ByEach): Promise<void> {
  const approvals = await approvalsOf(deps, found);
  const failure = await atEvery(deps.signers, (signer) => begin(signer, found, approvals));
  if (failure?.final) return end(deps, found, proposalStatus.superseded, failure.error);
  if (failure) return void (await queries.postponeProposal(deps.db, found, retrySeconds, failure.error));
  await end(deps, found, proposalStatus.passed, '', deps.onPassed);
}

/** Another change came first, and this one was approved for what was in force before it: it has to be asked for again. */
async function reopen({ db, notifier }: ProposalDeps, { id, workspace_id }: queries.Proposal): Promise<void> {
  await inTransaction(db, async (tx) => {
    const now = await queries.lockProposal(tx, id);
    if (now?.status === proposalStatus.applying && now.taken_by.length === 0) await queries.reopenProposal(tx, id);
  });
  notifier.changed(workspace_id, 'todo', id);
}

/** Tried again after a while. When a signer has the change already, the first time is told: until then nothing is signed. */
async function repeatLater(deps: ProposalDeps, found: queries.Proposal, { error }: Failure): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const now = await queries.lockProposal(tx, found.id);
    const missing = deps.signers.find(({ id }) => now?.taken_by.includes(id) === false);
    if (now && missing && now.taken_by.length > 0 && now.tries === 0)
      await recordDivergence(tx, deps.audit, now, missing.id);
    await queries.postponeProposal(tx, found, pauseSeconds(found), error);
  });
  deps.notifier.changed(found.workspace_id, 'todo', found.id);
}

/** An approved change: repeated for as long as one of the signers is away; only when all have it, it has passed. */
async function workOnChange(deps: ProposalDeps & WorkHooks, found: queries.Proposal, how: ByAll): Promise<void> {
  if (found.taken_by.length === 0 && (await underPresent(deps, found)).state === 'again') return reopen(deps, found);
  const failure = await takeOver(deps, found, await approvalsOf(deps, found), how);
  if (failure?.final) return end(deps, found, proposalStatus.superseded, failure.error);
  if (failure) return repeatLater(deps, found, failure);
  if (!(await how.follows(deps, found)))
    return void (await queries.postponeProposal(deps.db, found, pauseSeconds(found), ''));
  await end(deps, found, proposalStatus.passed, '', deps.onPassed);
}

/** What members have approved, carried out as its kind is. */
function workOnApproved(deps: ProposalDeps & WorkHooks, found: queries.Proposal): Promise<void> {
  const { carried } = proposalKinds[found.kind];
  return carried.by === 'all' ? workOnChange(deps, found, carried) : workOnEach(deps, found, carried);
}

const idleMs = 500;

/** Moves proposals on, like orders: any number of processes may, and each step may be done again. */
export function startProposalWorkers(deps: ProposalDeps & WorkHooks): {
  wake(work?: string): void;
  stop(): Promise<void>;
} {
  type Plan = Pick<WorkerPlan<queries.Proposal>, 'name' | 'concurrency' | 'claim' | 'work'>;
  const start = (plan: Plan): Worker =>
    startWorker({
      ...plan,
      idleMs,
      onError: (error) => deps.log.error({ err: error, worker: plan.name }, 'proposal worker'),
    });
  const workers = [
    start({
      name: 'proposals announce',
      concurrency: 2,
      claim: (many) => queries.claimOpen(deps.db, many),
      work: (found) => workOnOpen(deps, found),
    }),
    start({
      name: 'proposals apply',
      concurrency: 1,
      claim: () => queries.claimChange(deps.db, carriedBy('all')),
      work: (found) => workOnApproved(deps, found),
    }),
    start({
      name: 'proposals grant',
      concurrency: 2,
      claim: (many) => queries.claimApproved(deps.db, carriedBy('each'), many),
      work: (found) => workOnApproved(deps, found),
    }),
  ];
  return {
    // What is meant for somebody is meant for a worker of orders.
    wake: (work) => {
      if (work === undefined) for (const worker of workers) worker.wake();
    },
    stop: async () => {
      await Promise.all(workers.map((worker) => worker.stop()));
    },
  };
}
