import {
  AuditError,
  checkpointNote,
  considerCheckpoint,
  cosignCheckpoint,
  logKey,
  type NoteKey,
  type NoteSignature,
  signatureLine,
  type WitnessAnswer,
  type WitnessRequest,
  witnessKey,
} from '@holdfast/audit';
import { hexToBytes } from '@noble/hashes/utils.js';
import type { SignerContext } from './context.ts';
import { refuse } from './errors.ts';
import { createRateLimit } from './http/rate.ts';

/** New checkpoints that are taken, per second and at once: each is an entry of the journal, which is kept for ever. */
const rate = { perSecond: 0.2, burst: 120 };

export interface Witness {
  /** Cosigns a checkpoint of the server's audit log, if the log contains all that was seen of it before. */
  sign(request: WitnessRequest): Promise<{ size: number; cosignature?: string }>;
  /** The last checkpoint that was cosigned, as a note of this signer's own; '' before the first. */
  last(): { log: string; size: number; checkpoint: string };
}

/** The log is the one of the server whose key is pinned here: under that key it cannot begin another. */
export function createWitness(ctx: SignerContext): Witness {
  const { store, identity, config } = ctx;
  const log = logKey(hexToBytes(config.server.identity));
  const own: NoteKey = witnessKey(ctx.me, identity.sign.public);
  const limit = createRateLimit(rate.perSecond, rate.burst, () => ctx.now());
  const cosign = (size: number, root: Uint8Array): NoteSignature =>
    cosignCheckpoint({ origin: log.name, size, root }, own, identity.sign.secret, Math.floor(ctx.now() / 1_000));

  function consider(request: WitnessRequest): WitnessAnswer {
    try {
      return considerCheckpoint(store.state.witnessed.get(log.name), request, log);
    } catch (error) {
      if (error instanceof AuditError) throw refuse('badCheckpoint', error.message);
      throw error;
    }
  }
  return {
    async sign(request) {
      const answer = consider(request);
      if (answer.state === 'elsewhere') return { size: answer.size };
      if (answer.state === 'forked') {
        ctx.log('the audit log offered is not the one seen before', { log: log.name });
        throw refuse('logForked');
      }
      const { size, root } = answer.seen;
      if (store.state.witnessed.get(log.name)?.size === size) await store.flushed();
      else {
        if (!limit.take(log.name)) throw refuse('rateLimited');
        await store.append({ type: 'witnessed', log: log.name, size, root });
      }
      return { size, cosignature: signatureLine(cosign(size, answer.checkpoint.root)) };
    },
    last() {
      const seen = store.state.witnessed.get(log.name);
      if (!seen) return { log: log.name, size: 0, checkpoint: '' };
      const root = hexToBytes(seen.root);
      const note = checkpointNote({ origin: log.name, size: seen.size, root }, [cosign(seen.size, root)]);
      return { log: log.name, size: seen.size, checkpoint: note };
    },
  };
}
