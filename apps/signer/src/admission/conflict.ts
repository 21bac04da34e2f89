import { type ChainFamily, type ConflictKey, familyOf, isOfFamily } from '@holdfast/chains';
import { inscriptionOf, rowIntent, stepOf } from '@holdfast/policy';
import { refuse } from '../errors.ts';
import { boundBy, type ConflictClass, paymentOf } from '../state/entries.ts';
import { isDead } from '../state/open.ts';
import { type Draft, type Facts, need, type Step } from './types.ts';

/** What a transaction takes of its chain, and until when it can. */
interface Taken {
  readonly key: ConflictKey;
  readonly until: number | undefined;
}

/** What this signer knows of the intent's earlier transactions. */
interface Earlier {
  readonly before: ConflictClass | undefined;
  /** A part of a signature of one has left this signer. */
  readonly exposed: boolean;
  /** Epoch milliseconds. */
  readonly now: number;
}

/**
 * Account chains: the one lane that the intent is bound to. Where transactions die, one that may be signed has no other after it is dead: pages say by then
 * that it was made or never will be, and members ask for the payment again.
 */
function laneClass(
  family: Extract<ChainFamily, { model: 'account' }>,
  { key, until }: Taken,
  { before, exposed, now }: Earlier,
): ConflictClass | undefined {
  if (!('nonce' in key)) return undefined;
  const lane = family.laneOf(key);
  if (!before) return { family: family.id, lane, ...(until === undefined ? {} : { until }) };
  if (!('lane' in before) || before.lane !== lane || (exposed && isDead(before, now))) return undefined;
  // As long as any of its transactions lives.
  const last = until === undefined || before.until === undefined ? {} : { until: Math.max(until, before.until) };
  return { family: family.id, lane, ...last };
}

/**
 * Timed chains: the one transaction. Nothing there keeps two of them apart, so the intent has another only as long as no part of a signature of the first has
 * left this signer, and no signature is without that.
 */
function placeClass(
  family: ChainFamily,
  { key, until }: Taken,
  { before, exposed }: Earlier,
): ConflictClass | undefined {
  if (!('place' in key) || until === undefined) return undefined;
  const place = `${key.chain}|${key.account}|${key.place}`;
  if (before && (!('place' in before) || (exposed && before.place !== place))) return undefined;
  return { family: family.id, place, until };
}

/** UTXO chains: the inputs common to all its transactions so far. */
function inputsClass(family: ChainFamily, { key }: Taken, { before }: Earlier): ConflictClass | undefined {
  if (!('outpoints' in key) || (before && !('inputs' in before))) return undefined;
  const inputs = key.outpoints.map((outpoint) => `${key.chain}|${outpoint}`);
  const fixed = before ? before.fixed.filter((outpoint) => inputs.includes(outpoint)) : inputs;
  const kept = before?.kept ?? [];
  if (fixed.length === 0 || kept.some((outpoint) => !inputs.includes(outpoint))) return undefined;
  return { family: family.id, fixed, inputs, ...(kept.length > 0 ? { kept } : {}) };
}

/**
 * The class of a transaction, given what the intent was bound to before. A UTXO chain keeps the inputs common to *all* its transactions so far: a mere
 * overlap with the first would let a second and a third share nothing, and both be mined.
 */
export function conflictClass(taken: Taken, earlier: Earlier): ConflictClass | undefined {
  const family = familyOf(taken.key);
  if (earlier.before && !isOfFamily(family, earlier.before)) return undefined;
  if (family.model === 'account') return laneClass(family, taken, earlier);
  return family.model === 'timed' ? placeClass(family, taken, earlier) : inputsClass(family, taken, earlier);
}

/** How long after its end an intent still holds its nonce or inputs: longer than any clock is off. */
const releaseAfterMs = 120_000;

/**
 * A nonce or input belongs to the intent it was decided for until that intent has ended, with a margin. Then another approved intent may use it, also
 * when a signature of the ended one may exist: otherwise one tiny payment that was begun and never finished would lock a wallet for ever. Where transactions
 * die, with the same margin after the last of the intent's is dead, though the intent itself may have days left. At once, when the intent was given up here: no
 * signature of it is without this signer's part, and that never left (`closing.ts`). Attempts at one payment end with the last of them.
 * What a step has made is free after the end of its payment alone, and only for whom members let have that very output: it holds more than its coins.
 */
function isFree({ state, now }: Facts, key: string, mine: readonly string[], named: string | undefined): boolean {
  const owner = state.bound.get(key);
  if (owner === undefined || mine.includes(owner)) return true;
  const madeUntil = state.made.get(key);
  if (madeUntil !== undefined && (key !== named || now < madeUntil + releaseAfterMs)) return false;
  const decision = state.decided.get(owner);
  const attempts = decision && state.attempts.get(paymentOf(decision));
  // One attempt that was given up frees nothing: a signature of the others may exist.
  if (!attempts && state.closed.has(owner)) return true;
  if (!decision) return madeUntil !== undefined;
  // It can do without that (3).
  if ('fixed' in decision.conflict && !decision.conflict.fixed.includes(key)) return true;
  return now >= (attempts ?? decision).expires + releaseAfterMs || isDead(decision.conflict, now);
}

/**
 * The newest attempt at the payment of an intent, which is that payment as long as there is no other, or the intent itself. A new attempt has the place of that
 * one, and from then on no earlier attempt is signed again.
 */
function newestOf({ state }: Facts, id: string, draft: Draft): string {
  const payment = draft.attached?.payment?.id ?? id;
  const newest = state.attempts.get(payment)?.id ?? payment;
  if (newest !== id && state.decided.has(id)) throw refuse('conflict', 'another attempt has taken its place');
  return newest;
}

/** An attempt spends everything that all transactions of its predecessor spend, in every transaction of its own. */
const followed = (before: ConflictClass | undefined, follows: boolean): ConflictClass | undefined =>
  follows && before && 'inputs' in before ? { ...before, kept: before.fixed } : before;

/**
 * The inputs that stand in every transaction an ended intent may have a signature of; also where another took them over from it since, and was itself
 * never signed.
 */
const replacedInputs = ({ state }: Facts, inputs: readonly string[], mine: readonly string[]): string[] =>
  inputs.filter((input) => {
    const owner = state.bound.get(input);
    const conflict = owner === undefined || mine.includes(owner) ? undefined : state.decided.get(owner)?.conflict;
    if (owner === undefined || !conflict || !('fixed' in conflict)) return false;
    return (state.exposed.has(owner) && conflict.fixed.includes(input)) || (conflict.kept ?? []).includes(input);
  });

/** What the transaction makes for the next step of its payment: nobody may have been let spend that before it is there. */
function madeFor({ state }: Facts, draft: Draft): { readonly outpoint: string; readonly for: string } | undefined {
  const [intent, { conflict: key }] = [need(draft, 'intent'), need(draft, 'decoded')];
  if (!('outpoints' in key) || key.makes === undefined) return undefined;
  const step = stepOf(intent);
  if (step === undefined || !draft.batch) throw refuse('conflict', 'it makes what is for a step');
  const made = { outpoint: `${key.chain}|${key.makes}`, for: rowIntent(draft.batch.intent, step + 1).id };
  const owner = state.bound.get(made.outpoint);
  if (owner !== undefined && owner !== made.for) throw refuse('conflict', `${made.outpoint} was promised before`);
  return made;
}

/** The output that members let have, where they did. */
function namedBy(draft: Draft): string | undefined {
  const intent = need(draft, 'intent');
  const named = inscriptionOf(intent);
  return named && `${intent.chain}|${named.outpoint}`;
}

/**
 * Why a new intent B may take what an ended intent A was bound to, though a signature of A may exist and be broadcast at any time later:
 *
 * 1. Each intent by itself is paid at most once, whoever holds what: on an account chain all its transactions have one (account, nonce), on a UTXO chain
 *    all share an input, on a timed chain there is one alone once a part of a signature has left, and no chain takes any of these twice. This is `conflictClass` alone; taking over changes nothing in it.
 * 2. At most one of A and B is paid when B takes what A cannot do without. Accounts: B has the nonce of A. Coins: an input of A's `fixed` is in every
 *    transaction of A that this signer took part in, and no signature is without this signer; B keeps it (`kept`) in every transaction of its own, so
 *    each of B's shares an input with each of A's. Hence B may take such an input only in its first transaction: an earlier one would lack it.
 *    By induction the same holds for whoever takes it from B.
 *    On a timed chain B takes nothing of A's and nothing of A's binds it: `earlier.ts` holds B back until A is dead, and pages tell of A.
 * 3. An input that is not in A's `fixed` was in some transactions of A and not in others. B may spend it: with A they are then two approved payments
 *    like any two, each by (1) paid at most once.
 *
 * 4. Attempts at one payment are intents of their own, of which one is paid at most: each has what its predecessor's transactions all have, the nonce or
 *    all of `fixed`, and keeps that (`kept`) in every transaction of its own. No earlier attempt is signed once more, so each two transactions of all attempts
 *    share something. All of it: where some B has taken a part of that from the payment, nobody follows the payment any more.
 *
 * What a step makes for the next one (`makes`) is that one's from the decision on, before the chain has it: its coins are few, and what lies on them is the payment.
 *
 * On an account chain A that is dead, but has not ended, may come back if no part of a signature of it has left: only on its own nonce, and only once B is
 * dead or has ended.
 *
 * No clock is part of this. The clock only says when the second may begin to compete; one that runs ahead can do so early and never pays twice. An ended A is not
 * admitted again after that, also by a clock put back: the decision for B is in the journal with its time, and the signer refuses to run behind that.
 * What a hostile server gains is that of two approved payments it chooses the one to be paid: which of them was is for the ledger to watch.
 */
export const conflict: Step = {
  name: 'conflict',
  check: (facts, draft) => {
    const { id } = need(draft, 'intent');
    const newest = newestOf(facts, id, draft);
    const before = followed(facts.state.decided.get(newest)?.conflict, newest !== id);
    const { conflict: key, until } = need(draft, 'decoded');
    const made = conflictClass({ key, until }, { before, exposed: facts.state.exposed.has(id), now: facts.now });
    if (!made) throw refuse('conflict', 'outside the class of this intent');
    const mine = [id, newest];
    const taken = boundBy(made).find((key) => !isFree(facts, key, mine, namedBy(draft)));
    if (taken !== undefined) throw refuse('conflict', `${taken} belongs to another intent`);
    draft.conflict = made;
    if (!('inputs' in made)) return;
    const makes = madeFor(facts, draft);
    const replaced = replacedInputs(facts, made.inputs, mine);
    if (before && replaced.length > 0) throw refuse('conflict', `${replaced[0]} is of an ended intent`);
    draft.conflict = { ...made, ...(replaced.length > 0 ? { kept: replaced } : {}), ...(makes ? { makes } : {}) };
  },
};
