import { ed25519 } from '@holdfast/ed25519';
import { domainDigest, makesKeyWhole } from '@holdfast/policy';
import { bytesToHex, randomBytes } from '@noble/hashes/utils.js';
import { admit } from './admission/admit.ts';
import { callback } from './admission/limits.ts';
import { clock, clockToleranceMs } from './admission/rules.ts';
import { type AdmissionRequest, type Draft, need } from './admission/types.ts';
import { type Checked, object, patterns, text } from './check.ts';
import { keyMaterialDelayMs } from './config.ts';
import { factsOf, policyInForce, type SignerContext } from './context.ts';
import { deliver } from './delivery.ts';
import { refuse } from './errors.ts';
import { sharesOut, waitingExports } from './grants.ts';
import type { StoredGroup } from './state/entries.ts';
import { type Grant, isPending } from './state/grants.ts';
import { verifies } from './statements.ts';

/** How long key material may be taken once its time of waiting is over. */
const takeWindowMs = 72 * 3_600_000;
/**
 * How long a hand-over may last, from its nonce to the file. Clearances are over that nonce, so one made before somebody refused is worth nothing
 * once this time is over.
 */
const handOverMs = 15_000;
const maxPending = 20;

const said = { signer: text(patterns.party), nonce: text(patterns.hex32) };
/** What another signer says of a grant, signed by its identity: its own time of waiting is over, and nobody refused there; for one hand-over only. */
export const clearance = object({ ...said, signature: text(/^[0-9a-f]{128}$/) });
export type Clearance = Checked<{ [K in keyof typeof said]: (typeof said)[K] }> & { readonly signature: string };

export interface GrantReply {
  readonly readyAt: number;
  readonly until: number;
}

/**
 * Approved key material: it waits, can be refused meanwhile, and then leaves encrypted. Every signer is given the grant and counts the time by its own
 * clock; the one whose share it is gives it out only when all the others have cleared it. So no single clock shortens the time, and a refusal at any
 * signer counts.
 */
export interface KeyMaterial {
  grant(request: AdmissionRequest): Promise<GrantReply>;
  /** Begins a hand-over at the signer whose share it is: the nonce the others have to say their word over. A newer one takes its place. */
  open(id: string): { nonce: string };
  clear(id: string, nonce: string, peer: string): Promise<Clearance>;
  take(id: string, clearances: readonly Clearance[], peer: string): Promise<{ file: string }>;
}

const clearanceDigest = (ctx: SignerContext, { digest }: Grant, signer: string, nonce: string): Uint8Array =>
  domainDigest('holdfast/export-clearance/v2', {
    deployment: policyInForce(ctx).document.deployment,
    intent: digest,
    signer,
    nonce,
  });

interface HandOver {
  readonly nonce: string;
  readonly at: number;
}

/** Every other signer of the rules in force must have said so, for this very hand-over. @throws Refusal exportNotCleared */
function demandClearances(
  ctx: SignerContext,
  known: Grant,
  open: HandOver | undefined,
  said: readonly Clearance[],
): void {
  const age = ctx.now() - (open?.at ?? Number.NEGATIVE_INFINITY);
  if (!open || age < 0 || age > handOverMs) throw refuse('exportNotCleared', 'no hand-over');
  for (const { id, identity } of policyInForce(ctx).document.signers) {
    if (id === ctx.me) continue;
    const cleared = said.some(
      ({ signer, nonce, signature }) =>
        signer === id &&
        nonce === open.nonce &&
        verifies(signature, clearanceDigest(ctx, known, signer, nonce), identity),
    );
    if (!cleared) throw refuse('exportNotCleared', id);
  }
}

/** @throws Refusal when it never was granted, was refused, has run out, or has to wait */
function ripe(ctx: SignerContext, id: string): Grant {
  const { state } = ctx.store;
  const known = state.grants.get(id);
  if (!known) throw refuse('notFound');
  if (known.refusedBy !== undefined) throw refuse('refusedByMember');
  if (ctx.now() < state.lastAt - clockToleranceMs) throw refuse('clockBehind');
  if (ctx.now() < known.readyAt) throw refuse('exportWaits');
  if (!isPending(known, ctx.now())) throw refuse('exportEnded');
  return known;
}

/** All of admission once more, but for the validity of the request, since the grant has its own times, and the operator's hook, which was asked when it began. */
async function admitAgain<T>(
  ctx: SignerContext,
  id: string,
  peer: string,
  commit: (known: Grant, draft: Draft) => Promise<T>,
): Promise<T> {
  const steps = ctx.steps.filter((step) => step !== clock && step !== callback);
  const facts = () => {
    const { text: intent, requestText, approvals } = ripe(ctx, id);
    return factsOf(ctx, { peer, purpose: 'export', intent, attachments: { export: requestText }, approvals });
  };
  return await admit(steps, facts, (draft) => commit(ripe(ctx, id), draft));
}

/** With two shares the key is whole. Members who approve the second must have had that before them: it is in what they sign. @throws Refusal wholeKey */
function demandWord(ctx: SignerContext, draft: Draft): void {
  const { keyGroup, epoch, signer } = need(draft, 'keyExport');
  const others = [...sharesOut(ctx), ...waitingExports(ctx)].filter((out) => out.signer !== signer);
  const whole = others.some((out) => out.keyGroup === keyGroup && String(out.epoch) === epoch);
  if (whole && !makesKeyWhole(need(draft, 'intent'))) throw refuse('wholeKey');
}

/** Begins the time of waiting. Where members cannot look at the request, and so not refuse it, nothing is granted. */
async function begin(ctx: SignerContext, { intent, attachments }: AdmissionRequest, draft: Draft): Promise<void> {
  const { announced, grants } = ctx.store.state;
  const { id } = need(draft, 'intent');
  if (grants.has(id)) return ctx.store.flushed();
  if (announced.get(id)?.attachments.export !== attachments.export) throw refuse('notFound');
  demandWord(ctx, draft);
  if ([...grants.values()].filter((known) => isPending(known, ctx.now())).length >= maxPending)
    throw refuse('tooMany', 'grants');
  const readyAt = ctx.now() + keyMaterialDelayMs(ctx.config);
  const entry = { intent, request: attachments.export ?? '', approvals: need(draft, 'approvals'), readyAt };
  await ctx.store.append({ type: 'exportGranted', ...entry, until: readyAt + takeWindowMs });
  ctx.log('key material was granted', { signer: need(draft, 'keyExport').signer });
}

async function grant(ctx: SignerContext, request: AdmissionRequest): Promise<GrantReply> {
  const id = await admit(
    ctx.steps,
    () => factsOf(ctx, request),
    async (draft) => {
      await begin(ctx, request, draft);
      return need(draft, 'intent').id;
    },
  );
  const known = ctx.store.state.grants.get(id);
  if (!known) throw refuse('internal', 'the grant is not there');
  return { readyAt: known.readyAt, until: known.until };
}

/** Says, for one hand-over, that nothing holds another's share back here. That it may be out from now on is on record first. */
async function clear(ctx: SignerContext, known: Grant, nonce: string): Promise<Clearance> {
  const { id } = known.intent;
  if (known.clearedAt === undefined && known.request.signer !== ctx.me)
    await ctx.store.append({ type: 'exportCleared', id });
  else await ctx.store.flushed();
  // A refusal may have come in while that was written.
  const digest = clearanceDigest(ctx, ripe(ctx, id), ctx.me, nonce);
  return { signer: ctx.me, nonce, signature: bytesToHex(ed25519.sign(digest, ctx.identity.sign.secret)) };
}

/** Gives this signer's share out, encrypted and signed; it is on record before the first byte leaves. */
async function handOut(ctx: SignerContext, known: Grant, group: StoredGroup): Promise<{ file: string }> {
  const { keyGroup } = known.request;
  await ctx.store.append({ type: 'exportTaken', id: known.intent.id, keyGroup, epoch: group.public.epoch });
  ctx.log('key material left this signer', { keyGroup });
  return { file: await deliver(ctx, known, group) };
}

function mine(ctx: SignerContext, known: Grant): Grant {
  if (known.request.signer !== ctx.me) throw refuse('badExport', 'the share of another signer');
  return known;
}

export function createKeyMaterial(ctx: SignerContext): KeyMaterial {
  /** Not in the journal: a signer that was started again knows of none, and its server asks anew. */
  const handOvers = new Map<string, HandOver>();
  return {
    grant: (request) => grant(ctx, request),
    open: (id) => {
      mine(ctx, ripe(ctx, id));
      const nonce = bytesToHex(randomBytes(32));
      handOvers.set(id, { nonce, at: ctx.now() });
      return { nonce };
    },
    clear: (id, nonce, peer) => admitAgain(ctx, id, peer, (known) => clear(ctx, known, nonce)),
    take: (id, clearances, peer) =>
      admitAgain(ctx, id, peer, (known, draft) => {
        const open = handOvers.get(id);
        demandClearances(ctx, mine(ctx, known), open, clearances);
        handOvers.delete(id);
        return handOut(ctx, known, need(draft, 'group'));
      }),
  };
}
