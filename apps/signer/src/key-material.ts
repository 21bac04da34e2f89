import { domainDigest, makesKeyWhole } from '@holdfast/policy';
import { ed25519 } from '@noble/curves/ed25519.js';
import { bytesToHex, randomBytes } from '@noble/hashes/utils.js';
import { admit } from './admission/admit.ts';
import { callback } from './admission/limits.ts';
import { clock, clockToleranceMs } from './admission/rules.ts';
import { type AdmissionRequest, type Draft, need } from './admission/types.ts';
import { type Checked, object, patterns, text } from './check.ts';
import { keyMaterialDelayMs } from './config.ts';
import { type Core, factsOf, policyInForce } from './core.ts';
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

const clearanceDigest = (core: Core, { digest }: Grant, signer: string, nonce: string): Uint8Array =>
  domainDigest('holdfast/export-clearance/v2', {
    deployment: policyInForce(core).document.deployment,
    intent: digest,
    signer,
    nonce,
  });

interface HandOver {
  readonly nonce: string;
  readonly at: number;
}

/** Every other signer of the rules in force must have said so, for this very hand-over. @throws Refusal exportNotCleared */
function demandClearances(core: Core, known: Grant, open: HandOver | undefined, said: readonly Clearance[]): void {
  const age = core.now() - (open?.at ?? Number.NEGATIVE_INFINITY);
  if (!open || age < 0 || age > handOverMs) throw refuse('exportNotCleared', 'no hand-over');
  for (const { id, identity } of policyInForce(core).document.signers) {
    if (id === core.me) continue;
    const cleared = said.some(
      ({ signer, nonce, signature }) =>
        signer === id &&
        nonce === open.nonce &&
        verifies(signature, clearanceDigest(core, known, signer, nonce), identity),
    );
    if (!cleared) throw refuse('exportNotCleared', id);
  }
}

/** @throws Refusal when it never was granted, was refused, has run out, or has to wait */
function ripe(core: Core, id: string): Grant {
  const { state } = core.store;
  const known = state.grants.get(id);
  if (!known) throw refuse('notFound');
  if (known.refusedBy !== undefined) throw refuse('refusedByMember');
  if (core.now() < state.lastAt - clockToleranceMs) throw refuse('clockBehind');
  if (core.now() < known.readyAt) throw refuse('exportWaits');
  if (!isPending(known, core.now())) throw refuse('exportEnded');
  return known;
}

/** All of admission once more, but for the validity of the request, since the grant has its own times, and the operator's hook, which was asked when it began. */
async function admitAgain<T>(
  core: Core,
  id: string,
  peer: string,
  commit: (known: Grant, draft: Draft) => Promise<T>,
): Promise<T> {
  const steps = core.steps.filter((step) => step !== clock && step !== callback);
  const facts = () => {
    const { text: intent, requestText, approvals } = ripe(core, id);
    return factsOf(core, { peer, purpose: 'export', intent, attachments: { export: requestText }, approvals });
  };
  return await admit(steps, facts, (draft) => commit(ripe(core, id), draft));
}

/** With two shares the key is whole. Members who approve the second must have had that before them: it is in what they sign. @throws Refusal wholeKey */
function demandWord(core: Core, draft: Draft): void {
  const { keyGroup, epoch, signer } = need(draft, 'keyExport');
  const others = [...sharesOut(core), ...waitingExports(core)].filter((out) => out.signer !== signer);
  const whole = others.some((out) => out.keyGroup === keyGroup && String(out.epoch) === epoch);
  if (whole && !makesKeyWhole(need(draft, 'intent'))) throw refuse('wholeKey');
}

/** Begins the time of waiting. Where members cannot look at the request, and so not refuse it, nothing is granted. */
async function begin(core: Core, { intent, attachments }: AdmissionRequest, draft: Draft): Promise<void> {
  const { announced, grants } = core.store.state;
  const { id } = need(draft, 'intent');
  if (grants.has(id)) return core.store.flushed();
  if (announced.get(id)?.attachments.export !== attachments.export) throw refuse('notFound');
  demandWord(core, draft);
  if ([...grants.values()].filter((known) => isPending(known, core.now())).length >= maxPending)
    throw refuse('tooMany', 'grants');
  const readyAt = core.now() + keyMaterialDelayMs(core.config);
  const entry = { intent, request: attachments.export ?? '', approvals: need(draft, 'approvals'), readyAt };
  await core.store.append({ type: 'exportGranted', ...entry, until: readyAt + takeWindowMs });
  core.log('key material was granted', { signer: need(draft, 'keyExport').signer });
}

async function grant(core: Core, request: AdmissionRequest): Promise<GrantReply> {
  const id = await admit(
    core.steps,
    () => factsOf(core, request),
    async (draft) => {
      await begin(core, request, draft);
      return need(draft, 'intent').id;
    },
  );
  const known = core.store.state.grants.get(id);
  if (!known) throw refuse('internal', 'the grant is not there');
  return { readyAt: known.readyAt, until: known.until };
}

/** Says, for one hand-over, that nothing holds another's share back here. That it may be out from now on is on record first. */
async function clear(core: Core, known: Grant, nonce: string): Promise<Clearance> {
  const { id } = known.intent;
  if (known.clearedAt === undefined && known.request.signer !== core.me)
    await core.store.append({ type: 'exportCleared', id });
  else await core.store.flushed();
  // A refusal may have come in while that was written.
  const digest = clearanceDigest(core, ripe(core, id), core.me, nonce);
  return { signer: core.me, nonce, signature: bytesToHex(ed25519.sign(digest, core.identity.sign.secret)) };
}

/** Gives this signer's share out, encrypted and signed; it is on record before the first byte leaves. */
async function handOut(core: Core, known: Grant, group: StoredGroup): Promise<{ file: string }> {
  const { keyGroup } = known.request;
  await core.store.append({ type: 'exportTaken', id: known.intent.id, keyGroup, epoch: group.public.epoch });
  core.log('key material left this signer', { keyGroup });
  return { file: await deliver(core, known, group) };
}

function mine(core: Core, known: Grant): Grant {
  if (known.request.signer !== core.me) throw refuse('badExport', 'the share of another signer');
  return known;
}

export function createKeyMaterial(core: Core): KeyMaterial {
  /** Not in the journal: a signer that was started again knows of none, and its server asks anew. */
  const handOvers = new Map<string, HandOver>();
  return {
    grant: (request) => grant(core, request),
    open: (id) => {
      mine(core, ripe(core, id));
      const nonce = bytesToHex(randomBytes(32));
      handOvers.set(id, { nonce, at: core.now() });
      return { nonce };
    },
    clear: (id, nonce, peer) => admitAgain(core, id, peer, (known) => clear(core, known, nonce)),
    take: (id, clearances, peer) =>
      admitAgain(core, id, peer, (known, draft) => {
        const open = handOvers.get(id);
        demandClearances(core, mine(core, known), open, clearances);
        handOvers.delete(id);
        return handOut(core, known, need(draft, 'group'));
      }),
  };
}
