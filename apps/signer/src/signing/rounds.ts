import { type Signature, signatureToWire } from '@holdfast/chains';
import type { Hello, Session } from '@holdfast/channel';
import { policyInForce, type SignerContext } from '../context.ts';
import { refuse } from '../errors.ts';
import { createBatch } from './batch.ts';
import { packFrames, unpackFrames } from './frames.ts';
import { checkPeerNote, knownLog, peerNote } from './peers.ts';
import type { RelayInput } from './relay.ts';
import type { SignSession, SignStepReply } from './session.ts';
import { keysOf } from './shares.ts';

/** Where nothing keeps two transactions of an intent apart, it is the one that was admitted last, and no session of an earlier one goes on. */
function checkPlace({ store: { state } }: SignerContext, { intent, unsigned: { conflict } }: SignSession): void {
  if (!('place' in conflict)) return;
  const bound = state.decided.get(intent)?.conflict;
  const place = `${conflict.chain}|${conflict.account}|${conflict.place}`;
  if (!bound || !('place' in bound) || bound.place !== place)
    throw refuse('conflict', 'another transaction of the intent');
}

/** What has changed since admission and must stop a session that is under way: a freeze wins every race. */
export function checkStillAllowed(ctx: SignerContext, session: SignSession): void {
  const { frozen, quarantined, closed } = ctx.store.state;
  if (frozen) throw refuse('frozen');
  if (closed.has(session.intent) || closed.has(session.batchOf ?? '')) throw refuse('intentClosed');
  if (quarantined.has(session.keyGroup)) throw refuse('quarantined');
  if (policyInForce(ctx).hash !== session.policyHash) throw refuse('policyStale');
  checkPlace(ctx, session);
}

function startBatch(ctx: SignerContext, session: SignSession, channel: Session): ReadonlyMap<number, Uint8Array> {
  const group = ctx.store.state.groups.get(session.keyGroup);
  if (!group) throw refuse('unknownKey');
  const { epoch } = group.public;
  const { deployment } = policyInForce(ctx).document;
  const scope = { deployment, group: group.public.id, party: ctx.me, epoch };
  const keys = keysOf(ctx.store.vault, scope, group);
  const parties = session.parties.map(Number).sort((a, b) => a - b);
  session.batch = createBatch({
    me: Number(ctx.me),
    keys,
    parties,
    session: channel.id,
    asked: session.unsigned.sighashes,
  });
  return session.batch.start();
}

/** Completes the transaction or message itself and so verifies each signature against its own key and digest, before anything is released. */
async function release(
  ctx: SignerContext,
  session: SignSession,
  signatures: readonly Signature[],
): Promise<SignStepReply> {
  const txid = session.complete(signatures);
  const entry = { type: 'signed', id: session.intent, session: session.id, txid, peers: session.peerLogs } as const;
  session.done = true;
  delete session.batch;
  await ctx.store.append(entry);
  return { outbound: [], done: true, signatures: signatures.map(signatureToWire) };
}

function send(
  session: SignSession,
  channel: Session,
  out: ReadonlyMap<number, Uint8Array>,
  wrap: (to: string, bytes: Uint8Array) => Uint8Array,
): SignStepReply {
  session.round += 1;
  const payloads = new Map([...out].map(([party, bytes]) => [String(party), wrap(String(party), bytes)]));
  return { outbound: session.relay.send(channel, session.round, payloads), done: false };
}

/** What the journal has seen counts even if my clock went back: another intent may have taken the nonce meanwhile. */
function checkNotEnded({ store, now }: SignerContext, { expires }: SignSession): void {
  if (Math.max(now(), store.state.lastAt) >= expires) throw refuse('expired');
}

/** Everybody's hellos → my first messages. */
export async function firstStep(
  ctx: SignerContext,
  session: SignSession,
  hellos: readonly Hello[],
): Promise<SignStepReply> {
  if (session.channel) throw refuse('sessionFailed', 'hellos again');
  checkNotEnded(ctx, session);
  session.channel = session.relay.open(hellos);
  const out = startBatch(ctx, session, session.channel);
  return send(session, session.channel, out, (to, bytes) => packFrames([peerNote(ctx.store, to), bytes]));
}

/**
 * My part of the signature is about to leave, and with it one may come to exist. That is on disk before: from then on the intent cannot be given up
 * (`closing.ts`), and whoever takes its nonce or inputs after its end shares them with it (`admission/conflict.ts`).
 */
function expose(ctx: SignerContext, session: SignSession): Promise<void> {
  checkNotEnded(ctx, session);
  const { store } = ctx;
  // Another session of the intent may have written it a moment ago: then this one waits for the same disk.
  if (store.state.exposed.has(session.intent)) return store.flushed();
  return store.append({ type: 'exposed', id: session.intent });
}

/** The others' messages of a round → mine of the next, or the signatures. */
export async function nextStep(ctx: SignerContext, session: SignSession, input: RelayInput): Promise<SignStepReply> {
  const { channel, batch, round } = session;
  // Round 0 lasts until my first messages have left: nothing is answered before them.
  if (!channel || !batch || round === 0) throw refuse('sessionFailed', 'no hellos yet');
  const others = session.parties.filter((party) => party !== ctx.me);
  const received = session.relay.receive(channel, round, input, others);
  const inbox = new Map<number, Uint8Array>();
  for (const [party, payload] of received) {
    const [note, body] = round === 1 ? unpackFrames(payload, 2) : [undefined, payload];
    if (note)
      session.peerLogs[party] = checkPeerNote(
        ctx.store,
        party,
        session.known[party] ?? knownLog(ctx.store, party),
        note,
      );
    inbox.set(Number(party), body ?? new Uint8Array());
  }
  const step = batch.step(inbox);
  if (batch.hasPart(round + 1)) await expose(ctx, session);
  checkStillAllowed(ctx, session);
  return step.done ? release(ctx, session, step.signatures) : send(session, channel, step.out, (_, bytes) => bytes);
}
