import { domainDigest } from '@holdfast/policy';
import { ed25519 } from '@noble/curves/ed25519.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { Encrypter } from 'age-encryption';
import { admit } from './admission/admit.ts';
import { clock, clockToleranceMs } from './admission/rules.ts';
import { type AdmissionRequest, type Draft, need } from './admission/types.ts';
import { type Checked, integer, object, patterns, text } from './check.ts';
import { keyMaterialDelayMs } from './config.ts';
import { type Core, factsOf, policyInForce } from './core.ts';
import { refuse } from './errors.ts';
import { kitText } from './export.ts';
import { type Grant, isPending } from './state/grants.ts';

/** How long key material may be taken once its time of waiting is over. */
const takeWindowMs = 72 * 3_600_000;
/** How far a clearance may be from the moment it is used: a refusal at the other signer is heard within that time. */
const clearanceMs = 2 * 60_000;
const maxPending = 20;

const said = { signer: text(patterns.party), at: integer(0, Number.MAX_SAFE_INTEGER) };
/** What another signer says of a grant, signed by its identity: its own time of waiting is over, and nobody refused there. */
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
  clear(id: string, peer: string): Promise<Clearance>;
  take(id: string, clearances: readonly Clearance[], peer: string): Promise<{ file: string }>;
}

const clearanceDigest = (core: Core, { digest }: Grant, signer: string, at: number): Uint8Array =>
  domainDigest('holdfast/export-clearance/v1', {
    deployment: policyInForce(core).document.deployment,
    intent: digest,
    signer,
    at: String(at),
  });

function verifies(signature: string, digest: Uint8Array, identity: string): boolean {
  try {
    return ed25519.verify(hexToBytes(signature), digest, hexToBytes(identity), { zip215: false });
  } catch {
    return false;
  }
}

/** Every other signer of the rules in force must have said so, just now. @throws Refusal exportNotCleared */
function demandClearances(core: Core, known: Grant, clearances: readonly Clearance[]): void {
  for (const { id, identity } of policyInForce(core).document.signers) {
    if (id === core.me) continue;
    const cleared = clearances.some(
      ({ signer, at, signature }) =>
        signer === id &&
        Math.abs(at - core.now()) <= clearanceMs &&
        verifies(signature, clearanceDigest(core, known, signer, at), identity),
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

/** All of admission once more, but for the validity of the request: the grant has its own times. */
async function admitAgain<T>(
  core: Core,
  id: string,
  peer: string,
  commit: (known: Grant, draft: Draft) => Promise<T>,
): Promise<T> {
  const steps = core.steps.filter((step) => step !== clock);
  const facts = () => {
    const { text: intent, requestText, approvals } = ripe(core, id);
    return factsOf(core, { peer, purpose: 'export', intent, attachments: { export: requestText }, approvals });
  };
  return await admit(steps, facts, (draft) => commit(ripe(core, id), draft));
}

async function encryptedTo(recipient: string, kit: string): Promise<string> {
  const encrypter = new Encrypter();
  encrypter.addRecipient(recipient);
  return bytesToHex(await encrypter.encrypt(kit));
}

/** Begins the time of waiting. Where members cannot look at the request, and so not refuse it, nothing is granted. */
async function begin(core: Core, { intent, attachments }: AdmissionRequest, draft: Draft): Promise<void> {
  const { announced, grants } = core.store.state;
  const { id } = need(draft, 'intent');
  if (grants.has(id)) return core.store.flushed();
  if (!announced.has(id)) throw refuse('notFound');
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

export const createKeyMaterial = (core: Core): KeyMaterial => ({
  grant: (request) => grant(core, request),
  clear: (id, peer) =>
    admitAgain(core, id, peer, async (known) => {
      await core.store.flushed();
      const at = core.now();
      const digest = clearanceDigest(core, known, core.me, at);
      return { signer: core.me, at, signature: bytesToHex(ed25519.sign(digest, core.identity.sign.secret)) };
    }),
  take: (id, clearances, peer) =>
    admitAgain(core, id, peer, async (known, draft) => {
      const { signer, recipient, keyGroup } = known.request;
      if (signer !== core.me) throw refuse('badExport', 'the share of another signer');
      demandClearances(core, known, clearances);
      const group = need(draft, 'group');
      await core.store.append({ type: 'exportTaken', id, keyGroup, epoch: group.public.epoch });
      core.log('key material left this signer', { keyGroup });
      return { file: await encryptedTo(recipient, kitText(core.store, group)) };
    }),
});
