import type { AuditAction } from '@holdfast/contract';
import { inTransaction } from '../db/transaction.ts';
import { repeat } from '../jobs/repeat.ts';
import type { Signer } from '../signers/client.ts';
import { checkpoint, noteOf, witness } from './checkpoints.ts';
import type { LogDeps } from './deps.ts';
import { exportLog } from './export.ts';
import * as queries from './queries.ts';
import { type Acting, createRecorder, type Recorder, theSystem } from './record.ts';
import { settle } from './settling.ts';

const sequenceEveryMs = 200;

const witnessEveryMs = 15_000;

export const recorderOf = ({ clock }: LogDeps, action: AuditAction, acting: Acting = theSystem): Recorder =>
  createRecorder(action, acting, clock);

async function offer(deps: LogDeps, signer: Signer, row: queries.CheckpointRow): Promise<void> {
  const known = await queries.lastWitnessed(deps.db, signer.id);
  if (known && known.size >= row.size) return;
  const problem = await witness(deps.db, deps.own, signer, row);
  const news = await queries.noteProblem(deps.db, signer.id, problem);
  if (problem !== 'logForked' || !news) return;
  deps.log.error({ signer: signer.id, size: row.size }, 'a signer has seen another audit log');
  await recorderOf(deps, 'log.forked')(deps.db, { object: `signer:${signer.id}`, result: 'refused' });
}

/** A checkpoint when it is due, offered to every signer that has not seen it. */
export async function sign(deps: LogDeps, now = false): Promise<queries.CheckpointRow | undefined> {
  const row = await checkpoint(deps.db, deps.own, deps.clock(), now);
  if (row)
    await inTransaction(deps.db, async (tx) => {
      // One server at a time, so that no signer is shown an older checkpoint after a newer one.
      await queries.lockWitnessing(tx);
      await Promise.all(deps.signers.map((signer) => offer(deps, signer, row)));
    });
  if (row && deps.publish) {
    const note = noteOf(deps.own, row, await queries.findCosignatures(deps.db, [row.size]));
    // It is left again a moment later; a full disk keeps nobody from the log itself.
    await deps
      .publish(row.size, note)
      .catch((error: unknown) => deps.log.error({ err: error }, 'checkpoint not left as a file'));
  }
  return row;
}

/** The whole log up to now, ending with a checkpoint of its own; nothing is kept in memory. */
export async function* exportWhole(deps: LogDeps): AsyncGenerator<string> {
  await settle(deps);
  const row = await sign(deps, true);
  if (row) yield* exportLog({ db: deps.db, own: deps.own, signers: deps.signers }, row.size);
}

/** Starts chaining and signing; returns the call that chains what is left and ends both. */
export function startCarrying(deps: LogDeps): () => Promise<void> {
  const warn = (error: unknown): void => deps.log.warn({ err: error }, 'audit log not carried on');
  const stops = [
    repeat(() => settle(deps), sequenceEveryMs, warn),
    repeat(async () => void (await sign(deps)), witnessEveryMs, warn),
  ];
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
    await settle(deps).catch(warn);
  };
}
