import { assetKey, besideOf, feeOf, type Intent, isBatch, unitsOf } from '@holdfast/policy';
import { anyToken, type VelocityLimit } from '../config.ts';
import { refuse } from '../errors.ts';
import { budgetOf, feesBeside } from '../rules/fee-budget.ts';
import { velocityWindowMs } from '../state/state.ts';
import { type Draft, decidedOn, type Facts, need, type Step } from './types.ts';

/** Base units that leave by asset; its own first. What a call says of tokens is of others. */
const leavingBy = (intent: Intent): ReadonlyMap<string, bigint> =>
  new Map([
    [assetKey(intent.chain, intent.asset.contract), unitsOf(intent)],
    ...besideOf(intent).map(({ asset, units }) => [asset, units] as const),
  ]);

/** The payment that is asked for, by its first intent: what was let through of it before counts as a part of it. Of a row its whole batch, from the first on. */
const paymentIn = (draft: Draft): string => draft.attached?.payment?.id ?? decidedOn(draft).id;

/** Each row of a batch is one; many payees of one transaction are one. */
const paymentsOf = (intent: Intent): number => (isBatch(intent) ? intent.outputs.length : 1);

/** What has left within the day, this payment included: the highest fee of a payment is a part of what leaves in the chain's coin. */
function checkLimit(facts: Facts, draft: Draft, limit: VelocityLimit, amount: bigint): void {
  const [intent, payment] = [decidedOn(draft), paymentIn(draft)];
  const since = facts.now - velocityWindowMs;
  const counter = `${intent.wallet}|${assetKey(limit.chain, limit.contract)}`;
  const recent = (facts.state.spent.get(counter) ?? []).filter(({ id, at }) => at > since && id !== payment);
  const sum = recent.reduce((before, spending) => before + spending.amount, amount);
  const isPayment = leavingBy(intent).has(assetKey(limit.chain, limit.contract));
  const payments = recent
    .filter(({ feeOnly }) => !feeOnly)
    .reduce((sum, { payments = 1 }) => sum + payments, paymentsOf(intent));
  const over =
    (isPayment && limit.maxCount !== undefined && payments > limit.maxCount) ||
    (limit.maxAmount !== undefined && sum > BigInt(limit.maxAmount));
  if (over) throw refuse('velocity');
}

/** One of all tokens is one of each that leaves: whom members approve later, too. */
function limitsBy(limit: VelocityLimit, leaving: ReadonlyMap<string, bigint>): readonly VelocityLimit[] {
  if (limit.contract !== anyToken) return [limit];
  const coin = assetKey(limit.chain, '');
  const tokens = [...leaving.keys()].filter((asset) => asset.startsWith(coin) && asset !== coin);
  return tokens.map((asset) => ({ ...limit, contract: asset.slice(coin.length) }));
}

/** Counted from this signer's own log. An intent counts once, however often it is signed within its class. */
export const velocity: Step = {
  name: 'velocity',
  check: (facts, draft) => {
    if (facts.state.decided.has(need(draft, 'intent').id)) return;
    const intent = decidedOn(draft);
    const [fee, leaving] = [feeOf(intent), leavingBy(intent)];
    for (const said of facts.velocity) {
      if (said.wallet !== '*' && said.wallet !== intent.wallet) continue;
      for (const limit of limitsBy(said, leaving)) {
        const asset = assetKey(limit.chain, limit.contract);
        const amount = (leaving.get(asset) ?? 0n) + (asset === fee.asset ? fee.units : 0n);
        if (leaving.has(asset) || asset === fee.asset) checkLimit(facts, draft, limit, amount);
      }
    }
  },
};

/** Fees go to miners, whom no rule about payees and amounts speaks of: many small payments could burn a wallet. */
export const feeBudget: Step = {
  name: 'feeBudget',
  check: (facts, draft) => {
    const { state, now } = facts;
    if (state.decided.has(need(draft, 'intent').id)) return;
    const [intent, chain] = [decidedOn(draft), need(draft, 'chain')];
    const sum = feesBeside(state, { ...intent, id: paymentIn(draft) }, now) + BigInt(intent.maxFee);
    if (sum > budgetOf(facts.feeBudget, intent, chain)) throw refuse('feeBudget', String(sum));
  },
};

/** Payments that a chain's record has to have before it says anything, and how far above their middle one may be. */
const [fewest, far] = [10, 10n];

/** The most that a transaction may offer to whoever mines it: as the operator says, or what is usual, or not far above what was signed here lately. */
function bidLimitOf({ maxBid, state }: Facts, chain: string, usual: bigint): bigint {
  const said = maxBid.find((one) => one.chain === chain);
  if (said) return BigInt(said.max);
  const signed = (state.bids.get(chain) ?? []).map(({ bid }) => bid).sort((a, b) => (a < b ? -1 : Number(a > b)));
  const middle = signed.length < fewest ? 0n : (signed[(signed.length - 1) >> 1] ?? 0n);
  return middle * far > usual ? middle * far : usual;
}

/** What is offered beyond need is lost to a miner, who may be a friend of whoever wrote the plan. The middle of many payments is moved by no few of them. */
export const bid: Step = {
  name: 'bid',
  check: (facts, draft) => {
    const [chain, plan] = [need(draft, 'chain'), need(draft, 'plan')];
    const { bids } = facts.familyOf(chain);
    if (!bids) return;
    draft.bid = bids.of(plan);
    if (draft.bid > bidLimitOf(facts, chain.id, bids.usual)) throw refuse('bidTooHigh', `${draft.bid} ${bids.unit}`);
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
