import { keyText } from '@holdfast/audit';
import type { Identity } from '@holdfast/channel';
import type { AuditAction } from '@holdfast/contract';
import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../clock.ts';
import type { Db } from '../db/database.ts';
import { inTransaction } from '../db/transaction.ts';
import { repeat } from '../jobs/repeat.ts';
import type { Signer } from '../signers/client.ts';
import { checkpoint, logIdentity, noteOf, witness, witnessOf } from './checkpoints.ts';
import { exportLog } from './export.ts';
import { createPublisher } from './publish.ts';
import * as queries from './queries.ts';
import { type Acting, createRecorder, type Recorder, theSystem } from './record.ts';
import { sequence } from './sequencer.ts';

export { type Acting, createRecorder, type Recorder, sessionKey, theSystem } from './record.ts';

export interface AuditDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly identity: Identity;
  readonly signers: readonly Signer[];
  readonly log: Pick<FastifyBaseLogger, 'warn' | 'error'>;
  /** Folder for the checkpoints (publish.ts). */
  readonly checkpointDir?: string | undefined;
}
export type AuditService = ReturnType<typeof createAudit>;

const sequenceEveryMs = 200;
const witnessEveryMs = 15_000;

/** The audit log: what happens is recorded with it, chained soon after, signed now and then, and witnessed by the signers. */
export function createAudit({ db, clock, identity, signers, log, checkpointDir }: AuditDeps) {
  const own = logIdentity(identity);
  const publish = checkpointDir === undefined ? undefined : createPublisher(checkpointDir);
  const recorder = (action: AuditAction, acting: Acting = theSystem): Recorder => createRecorder(action, acting, clock);

  /** Chains all that waits now. */
  async function settle(): Promise<void> {
    while ((await sequence(db, own.key.name)) > 0);
  }

  async function offer(signer: Signer, row: queries.CheckpointRow): Promise<void> {
    const known = await queries.lastWitnessed(db, signer.id);
    if (known && known.size >= row.size) return;
    const problem = await witness(db, own, signer, row);
    const news = await queries.noteProblem(db, signer.id, problem);
    if (problem !== 'logForked' || !news) return;
    log.error({ signer: signer.id, size: row.size }, 'a signer has seen another audit log');
    await recorder('log.forked')(db, { object: `signer:${signer.id}`, result: 'refused' });
  }
  /** A checkpoint when it is due, offered to every signer that has not seen it. */
  async function sign(now = false): Promise<queries.CheckpointRow | undefined> {
    const row = await checkpoint(db, own, clock(), now);
    if (row)
      await inTransaction(db, async (tx) => {
        // One server at a time, so that no signer is shown an older checkpoint after a newer one.
        await queries.lockWitnessing(tx);
        await Promise.all(signers.map((signer) => offer(signer, row)));
      });
    if (row && publish) {
      const note = noteOf(own, row, await queries.findCosignatures(db, [row.size]));
      // It is left again a moment later; a full disk keeps nobody from the log itself.
      await publish(row.size, note).catch((error: unknown) =>
        log.error({ err: error }, 'checkpoint not left as a file'),
      );
    }
    return row;
  }

  return {
    recorder,
    settle,
    sign,
    /** The whole log up to now, ending with a checkpoint of its own; nothing is kept in memory. */
    async *export(): AsyncGenerator<string> {
      await settle();
      const row = await sign(true);
      if (row) yield* exportLog({ db, own, signers }, row.size);
    },
    async status() {
      const [{ size }, row, problems] = await Promise.all([
        queries.readHead(db),
        queries.lastCheckpoint(db),
        queries.findProblems(db),
      ]);
      const cosigned = row ? await queries.findCosignatures(db, [row.size]) : [];
      const witnesses = await Promise.all(
        signers.map(async ({ id, name }) => {
          const last = await queries.lastWitnessed(db, id);
          const problem = problems.find(({ signer_id }) => signer_id === id)?.problem ?? '';
          return { signer: id, name, size: last?.size ?? 0, witnessed_at: last?.created_at ?? null, problem };
        }),
      );
      return {
        log: own.key.name,
        size,
        keys: [own.key, ...signers.map(witnessOf)].map(keyText),
        checkpoint: row ? noteOf(own, row, cosigned) : '',
        checkpoint_size: row?.size ?? 0,
        checkpoint_at: row?.created_at ?? null,
        witnesses,
      };
    },
    /** Starts chaining and signing; returns the call that chains what is left and ends both. */
    start(): () => Promise<void> {
      const warn = (error: unknown): void => log.warn({ err: error }, 'audit log not carried on');
      const stops = [
        repeat(settle, sequenceEveryMs, warn),
        repeat(async () => void (await sign()), witnessEveryMs, warn),
      ];
      return async () => {
        await Promise.all(stops.map((stop) => stop()));
        await settle().catch(warn);
      };
    },
  };
}
