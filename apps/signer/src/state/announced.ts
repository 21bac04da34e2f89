import { intentDigestHex, isAttempt, parseIntent, readAttached } from '@holdfast/policy';
import type { Attachments, Entry } from './entries.ts';
import { isPending } from './grants.ts';
import { remember, sweep } from './names.ts';
import { besideOf, replacedBy } from './open.ts';
import type { Announced, SignerState } from './state.ts';

/** What this signer was asked to look at: bounded, and forgotten only when it is over. */

const maxAnnounced = 20_000;
const maxAnnouncedSize = 67_108_864;

const sizeOf = (entry: { readonly attachments: Attachments; readonly remark: string }, intent: string): number =>
  intent.length + entry.remark.length + Object.values(entry.attachments).reduce((sum, text) => sum + text.length, 0);

/** The payment that an announced intent makes once more; undefined where it makes none. */
export const firstOf = ({ intent, attachments }: Announced): string | undefined =>
  isAttempt(intent) ? readAttached(intent.kind, attachments.payment ?? '').payment?.id : undefined;

/** Must something be forgotten before one more is announced? */
export const isFull = (state: Readonly<SignerState>): boolean =>
  state.announced.size >= maxAnnounced || state.announcedSize >= maxAnnouncedSize;

function drop(state: SignerState, id: string): void {
  const entry = state.announced.get(id);
  if (!entry) return;
  state.announced.delete(id);
  state.taken.delete(id);
  state.digests.delete(entry.digest);
  state.announcedSize -= sizeOf(entry, entry.text);
}

/** Key material that is on its way must stay there for members to look at and to refuse. */
function isKept({ grants }: SignerState, id: string, at: number): boolean {
  const known = grants.get(id);
  return known !== undefined && isPending(known, at);
}

/** Announced, and over: it may be forgotten. */
export const isOver = (state: SignerState, { intent }: Announced, at: number): boolean =>
  state.signed.has(intent.id) || (Number(intent.expires) < at && !isKept(state, intent.id, at));

export function forgetOld(state: SignerState, at: number): void {
  for (const id of sweep(state.names, at)) {
    if (!isKept(state, id, at)) drop(state, id);
    // It has ended long ago, so it is not admitted for that.
    state.closed.delete(id);
  }
  if (!isFull(state)) return;
  for (const [id, entry] of state.announced) if (isOver(state, entry, at)) drop(state, id);
}

export function announce(state: SignerState, entry: Extract<Entry, { type: 'announced' }>): void {
  forgetOld(state, entry.at);
  const intent = parseIntent(entry.intent);
  const { attachments, remark, intent: source, quotes = [], at } = entry;
  const digest = intentDigestHex(intent);
  const { stops } = state;
  const replaces = replacedBy(state, intent, at);
  state.announced.set(intent.id, {
    intent,
    text: source,
    digest,
    attachments,
    remark,
    approvals: [],
    at,
    stops,
    quotes,
    replaces,
    beside: besideOf(state, intent, replaces, at),
  });
  state.digests.set(digest, intent.id);
  if (!state.decided.has(intent.id))
    remember(state.names, intent.id, { digest, expires: Number(intent.expires) }, entry.at);
  state.announcedSize += sizeOf(entry, source);
}
