import type { ConflictKey } from '@holdfast/chains';
import { assetKey, type Intent, unitsOf } from '@holdfast/policy';
import type { VelocityLimit } from '../config.ts';
import { refuse } from '../errors.ts';
import type { ConflictClass } from '../state/entries.ts';
import { velocityWindowMs } from '../state/state.ts';
import { type Facts, need, type Step } from './types.ts';

const laneOf = (key: Extract<ConflictKey, { family: 'evm' }>): string =>
  `${key.chain}|${key.account.toLowerCase()}|${BigInt(key.nonce)}`;

/**
 * The class of a transaction, given what the intent was bound to before. Bitcoin keeps the inputs common to *all* its transactions so far: a mere
 * overlap with the first would let a second and a third share nothing, and both be mined.
 */
export function conflictClass(key: ConflictKey, before: ConflictClass | undefined): ConflictClass | undefined {
  if (key.family === 'evm') {
    const lane = laneOf(key);
    return before && (before.family !== 'evm' || before.lane !== lane) ? undefined : { family: 'evm', lane };
  }
  const inputs = key.outpoints.map((outpoint) => `${key.chain}|${outpoint}`);
  const fixed = before?.family === 'bitcoin' ? before.fixed.filter((outpoint) => inputs.includes(outpoint)) : inputs;
  return before?.family === 'evm' || fixed.length === 0 ? undefined : { family: 'bitcoin', fixed, inputs };
}

/** How long after its end an intent that never came to a session still holds its nonce or inputs: longer than any clock is off. */
const releaseAfterMs = 120_000;

/**
 * A nonce or input belongs to the intent it was decided for. It is given back only when that intent has expired without a session ever having begun
 * here: without my part no signature of it exists, and none can be asked for any more.
 */
function isFree({ state, now }: Facts, key: string, intent: string): boolean {
  const owner = state.bound.get(key);
  if (owner === undefined || owner === intent) return true;
  const decision = state.decided.get(owner);
  return decision !== undefined && !state.exposed.has(owner) && now >= decision.expires + releaseAfterMs;
}

export const conflict: Step = {
  name: 'conflict',
  purposes: ['transfer'],
  check: (facts, draft) => {
    const intent = need(draft, 'intent');
    const made = conflictClass(need(draft, 'decoded').conflict, facts.state.decided.get(intent.id)?.conflict);
    if (!made) throw refuse('conflict', 'outside the class of this intent');
    const keys = made.family === 'evm' ? [made.lane] : made.inputs;
    const taken = keys.find((key) => !isFree(facts, key, intent.id));
    if (taken !== undefined) throw refuse('conflict', `${taken} belongs to another intent`);
    draft.conflict = made;
  },
};

const assetOf = (intent: Intent): string => assetKey(intent.chain, intent.asset.contract);

function checkLimit(facts: Facts, intent: Intent, limit: VelocityLimit): void {
  const since = facts.now - velocityWindowMs;
  const recent = (facts.state.spent.get(`${intent.wallet}|${assetOf(intent)}`) ?? []).filter(({ at }) => at > since);
  const amount = recent.reduce((sum, spending) => sum + spending.amount, unitsOf(intent));
  const over =
    (limit.maxCount !== undefined && recent.length + 1 > limit.maxCount) ||
    (limit.maxAmount !== undefined && amount > BigInt(limit.maxAmount));
  if (over) throw refuse('velocity');
}

/** Counted from this signer's own log. An intent counts once, however often it is signed within its class. */
export const velocity: Step = {
  name: 'velocity',
  purposes: ['transfer'],
  check: (facts, draft) => {
    const intent = need(draft, 'intent');
    if (facts.state.decided.has(intent.id)) return;
    for (const limit of facts.velocity) {
      const wallet = limit.wallet === '*' || limit.wallet === intent.wallet;
      if (wallet && `${limit.chain}|${limit.contract}` === assetOf(intent)) checkLimit(facts, intent, limit);
    }
  },
};

export const callback: Step = {
  name: 'callback',
  purposes: ['transfer'],
  check: async ({ callback: ask, request }, draft) => {
    if (!ask) return;
    const question = { intent: request.intent, digest: need(draft, 'digest'), tx: need(draft, 'unsigned').bytes };
    if (!(await ask(question))) throw refuse('callbackDenied');
  },
};

/** Both online signers, me among them: the threshold is two. */
export const quorum: Step = {
  name: 'quorum',
  purposes: ['transfer'],
  check: ({ request, me }, draft) => {
    const parties = request.parties ?? [];
    const known = need(draft, 'group').public.parties;
    const sound = parties.length === 2 && new Set(parties).size === 2 && parties.includes(me);
    if (!sound || !parties.every((party) => known.includes(party))) throw refuse('badParties');
  },
};
