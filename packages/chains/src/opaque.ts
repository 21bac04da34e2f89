import type { Intent } from '@holdfast/policy';
import { ChainError } from './errors.ts';
import type { ChainFamily, FamilyOf, FamilyRules } from './family.ts';
import type { ChainConfig, FeePlan, FeeTier, KeyAt, Plan, UnsignedTx } from './types.ts';

/**
 * Forgets a family's own types. A plan or transaction that names this family was made by it (`readPlan`, `planAt`, `planWith`, `build`); what names
 * another is refused here, before any code of the family sees it. That makes the loss of the types safe: method parameters are compared in both
 * directions, so the compiler lets the narrower family stand for the wider one, and this check is what the compiler does not make.
 */
export function opaque<P extends Plan, U extends UnsignedTx>(typed: FamilyOf<P, U>): ChainFamily {
  const family: ChainFamily = typed;
  const own = <T extends { readonly family: string }>(value: T): T => {
    if (value.family !== family.id) throw new ChainError('wrongFamily', value.family);
    return value;
  };
  const { bids, stepAsPayment } = family;
  const guarded: FamilyRules<Plan, UnsignedTx> = {
    ...family,
    ...(bids ? { bids: { ...bids, of: (plan) => bids.of(own(plan)) } } : {}),
    changePathOf: (plan) => family.changePathOf(own(plan)),
    untilOf: (plan) => family.untilOf(own(plan)),
    ...(stepAsPayment
      ? {
          stepAsPayment: (chain: ChainConfig, intent: Intent, plan: Plan, keyAt: KeyAt) =>
            stepAsPayment(chain, intent, own(plan), keyAt),
        }
      : {}),
    build: (chain, intent, plan, keyAt) => family.build(chain, intent, own(plan), keyAt),
    decode: (chain, unsigned) => family.decode(chain, own(unsigned)),
    compare: (comparison, same) => family.compare({ ...comparison, plan: own(comparison.plan) }, same),
    attach: (chain, unsigned, signatures) => family.attach(chain, own(unsigned), signatures),
  };
  if (family.model === 'utxo') {
    const { inputsOf, replaceCoins, inspection, steps } = family;
    return {
      ...family,
      ...guarded,
      ...(inspection
        ? {
            inspection: {
              ...inspection,
              write: (unsigned, plan, keys) => inspection.write(own(unsigned), own(plan), keys),
              compare: (chain, unsigned, text) => inspection.compare(chain, own(unsigned), text),
            },
          }
        : {}),
      ...(steps
        ? { steps: { ...steps, sending: (plan: Plan, commit: string) => steps.sending(own(plan), commit) } }
        : {}),
      inputsOf: (plan) => inputsOf(own(plan)),
      replaceCoins: (chain, old, coins, request, terms) =>
        replaceCoins(chain, { ...old, plan: own(old.plan) }, coins, request, terms),
    };
  }
  if (family.model !== 'account' || !family.replaceFees) return { ...family, ...guarded };
  const { replaceFees, replaceOffer, replaceWithin } = family;
  const within = (old: Plan, wanted: FeePlan, most: bigint) => replaceWithin?.(own(old), wanted, most);
  return {
    ...family,
    ...guarded,
    replaceFees: (old, wanted) => replaceFees(own(old), wanted),
    ...(replaceOffer ? { replaceOffer: (old: Plan, tier: FeeTier) => replaceOffer(own(old), tier) } : {}),
    ...(replaceWithin ? { replaceWithin: within } : {}),
  };
}
