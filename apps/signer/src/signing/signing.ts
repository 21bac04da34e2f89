import { hash } from 'node:crypto';
import { familyOf, type SigHash, signedBytes } from '@holdfast/chains';
import type { Hello } from '@holdfast/channel';
import { MpcAbort } from '@holdfast/mpc';
import { bytesToHex } from '@noble/hashes/utils.js';
import { admit } from '../admission/admit.ts';
import { type AdmissionRequest, type Draft, need } from '../admission/types.ts';
import { factsOf, type SignerContext } from '../context.ts';
import { demandRoom } from '../disk.ts';
import { Refusal, refuse } from '../errors.ts';
import { boundKeys } from '../state/apply.ts';
import { isRecorded, isSpent } from '../state/openings.ts';
import type { RelayInput } from './relay.ts';
import { checkStillAllowed, firstStep, nextStep } from './rounds.ts';
import { decisionOf, type SignSession, type SignStepReply, startSession } from './session.ts';

export interface Signing {
  open(session: string, request: AdmissionRequest): Promise<{ hello: Hello }>;
  step(session: string, input: RelayInput): Promise<SignStepReply>;
  /** Ends all sessions of an intent, and of a batch those of its rows. */
  drop(intent: string): void;
  /** Sessions now open. */
  count(): number;
}

/** Sessions under way at once; finished ones are kept a while to repeat their last answer. */
const maxSessions = 512;

/** A cheating party ends the key group's use, durably, on every honest party; anything else only ends the session. */
async function fail(ctx: SignerContext, session: SignSession, error: unknown): Promise<never> {
  if (error instanceof MpcAbort && error.kind === 'cheat') {
    ctx.log('a party deviated from the protocol', { keyGroup: session.keyGroup, reason: error.message });
    await ctx.store.append({ type: 'quarantined', keyGroup: session.keyGroup, reason: error.message });
    throw refuse('quarantined');
  }
  if (error instanceof Refusal) throw error;
  ctx.log('a signing session failed', {
    session: session.id,
    reason: error instanceof Error ? error.message : 'unknown',
  });
  throw refuse('sessionFailed');
}

/** A message has no plan, and nothing comes back of it. */
function changeOf(draft: Draft): { changePath?: string } {
  if (!draft.plan) return {};
  const changePath = familyOf(need(draft, 'chain')).changePathOf(draft.plan);
  return changePath === '' ? {} : { changePath };
}

/** What is signed, as the journal has it: digests alone are ECDSA's. */
const signedOf = (asked: readonly SigHash[]) => ({
  sighashes: asked.map((one) => bytesToHex(signedBytes(one))),
  ...(asked.every(({ scheme }) => scheme === 'ecdsa') ? {} : { schemes: asked.map(({ scheme }) => scheme) }),
});

/** Writes the decision down, unless this very one is on record: then this waits for the same disk. */
function record({ store, now }: SignerContext, draft: Draft, { unsigned }: SignSession): Promise<void> {
  const decided = { decision: decisionOf(draft), ...signedOf(unsigned.sighashes), ...changeOf(draft) };
  const { openings, bound } = store.state;
  const held = boundKeys(decided.decision).every((key) => bound.get(key) === decided.decision.id);
  if (held && isRecorded(openings, decided, now())) return store.flushed();
  return store.append({ type: 'decided', approvals: need(draft, 'approvals'), ...decided });
}

export function createSigning(ctx: SignerContext): Signing {
  const sessions = new Map<string, SignSession>();
  const end = (id: string): void => {
    clearTimeout(sessions.get(id)?.timer);
    sessions.delete(id);
  };
  const count = (): number => [...sessions.values()].filter((session) => !session.done).length;

  const open: Signing['open'] = async (id, request) => {
    const input = hash('sha256', JSON.stringify(request));
    const known = sessions.get(id);
    if (known) {
      if (known.input !== input || known.channel) throw refuse('sessionFailed', 'the session id was used');
      await known.opened;
      return { hello: known.relay.hello };
    }
    if (count() >= maxSessions) throw refuse('tooMany');
    demandRoom(ctx);
    const parties = request.parties ?? [];
    const session = await admit(
      ctx.steps,
      () => factsOf(ctx, request),
      (draft) => {
        if (isSpent(ctx.store.state.openings, need(draft, 'intent').id, ctx.now())) throw refuse('openedTooOften');
        const started = startSession(ctx, id, input, draft, parties, () => end(id));
        sessions.set(id, started);
        started.opened = record(ctx, draft, started);
        return started;
      },
    );
    // The decision is on disk before the first word of the session leaves.
    await session.opened;
    return { hello: session.relay.hello };
  };

  const act = async (session: SignSession, input: RelayInput): Promise<SignStepReply> => {
    try {
      // Nothing waits between this and `expose`: what is not to leave is not written down as left either, since nobody could give it up any more.
      checkStillAllowed(ctx, session);
      return await (input.hellos ? firstStep(ctx, session, input.hellos) : nextStep(ctx, session, input));
    } catch (error) {
      delete session.batch;
      end(session.id);
      return fail(ctx, session, error);
    }
  };

  return {
    open,
    step: async (id, input) => {
      const session = sessions.get(id);
      if (!session) throw refuse('unknownSession');
      await session.opened;
      return session.repeat(input, () => act(session, input));
    },
    drop: (intent) => {
      for (const session of sessions.values()) {
        if (session.intent !== intent && session.batchOf !== intent) continue;
        delete session.batch;
        end(session.id);
      }
    },
    count,
  };
}
