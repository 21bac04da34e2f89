import { refuse } from '../errors.ts';
import { othersOf, standingAfter, standingMs, standingOf, stands } from './standing.ts';
import { clockToleranceMs, type Facts, need, type Step } from './types.ts';

/** After this time nobody goes any more by what this signer has said of itself. */
const holdMs = standingMs + clockToleranceMs;

/** While another signer may go by my word that I am ready for one change, I am ready for no other. */
function demandFree({ state: { ready }, now }: Facts, body: string): void {
  if (ready && ready.body !== body && now < ready.at + holdMs) throw refuse('changeWaits');
}

/**
 * Rules and address book change at every signer or at none: every other signer must have said, just now, that it stands where this one does and is ready
 * for this very change, or that it has taken it over already. So no two signers can be led to different changes.
 */
export const agreement: Step = {
  name: 'agreement',
  check: (facts, draft) => {
    const { body } = need(draft, 'intent');
    demandFree(facts, body);
    if (facts.request.onlyReady) return;
    const after = standingAfter(facts);
    for (const other of othersOf(facts)) {
      const ready = stands(facts, other, standingOf(facts.state, body));
      if (!ready && !(after && stands(facts, other, after))) throw refuse('notAgreed', other.id);
    }
  },
};
