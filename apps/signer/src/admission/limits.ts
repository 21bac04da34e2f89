import { assetKey, type Intent, unitsOf } from '@holdfast/policy';
import type { VelocityLimit } from '../config.ts';
import { refuse } from '../errors.ts';
import { velocityWindowMs } from '../state/state.ts';
import { type Facts, need, type Step } from './types.ts';

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
  check: (facts, draft) => {
    const intent = need(draft, 'intent');
    if (facts.state.decided.has(intent.id)) return;
    for (const limit of facts.velocity) {
      const wallet = limit.wallet === '*' || limit.wallet === intent.wallet;
      if (wallet && `${limit.chain}|${limit.contract}` === assetOf(intent)) checkLimit(facts, intent, limit);
    }
  },
};

/** The operator's own program hears of every payment, and of key material before it begins to wait, and can say no. */
export const callback: Step = {
  name: 'callback',
  check: async ({ callback: ask, request, kind: { shown } }, draft) => {
    if (!ask || !shown) return;
    const question = { intent: request.intent, digest: need(draft, 'digest'), ...shown(request, draft) };
    if (!(await ask(question))) throw refuse('callbackDenied');
  },
};

/** Both online signers, me among them: the threshold is two. */
export const quorum: Step = {
  name: 'quorum',
  check: ({ request, me }, draft) => {
    const parties = request.parties ?? [];
    const known = need(draft, 'group').public.parties;
    const sound = parties.length === 2 && new Set(parties).size === 2 && parties.includes(me);
    if (!sound || !parties.every((party) => known.includes(party))) throw refuse('badParties');
  },
};
