import { attempted, intentDigestHex, PolicyError } from '@holdfast/policy';
import { refuse } from '../errors.ts';
import { type Draft, type Facts, need, type Step } from './types.ts';

/** @throws Refusal for another payment than the one that it names, or no higher fee than that may cost */
function paymentOf(draft: Draft) {
  try {
    return attempted(need(draft, 'intent'), draft.attached ?? {});
  } catch (error) {
    if (!(error instanceof PolicyError)) throw error;
    throw refuse('notSamePayment', error.message);
  }
}

/** The most that any attempt at it so far may cost. */
const highestOf = ({ state }: Facts, payment: string, fee: string): bigint =>
  BigInt(state.attempts.get(payment)?.fee ?? fee);

/**
 * A payment is made once more only where this signer took part in it itself, in what will always keep the two apart on the chain, and for more than any attempt
 * before. Which nonce or inputs those are `conflict` says. So what members are told, "the same payment, for a higher fee", does not hang on the server's word.
 */
export const samePayment: Step = {
  name: 'samePayment',
  check: (facts, draft) => {
    const { state } = facts;
    const intent = need(draft, 'intent');
    const first = paymentOf(draft);
    const decision = state.decided.get(first.id);
    if (decision?.digest !== intentDigestHex(first) || !state.exposed.has(first.id))
      throw refuse('notSamePayment', 'no payment that this signer took part in');
    // What dies by itself is asked for anew.
    if ('until' in decision.conflict && decision.conflict.until !== undefined) throw refuse('notReplaceable');
    if (state.decided.has(intent.id)) return;
    if (BigInt(intent.maxFee) <= highestOf(facts, first.id, first.maxFee)) throw refuse('feeNotRaised');
  },
};
