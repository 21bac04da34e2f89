import { type Intent, liftsFreeze } from '@holdfast/policy';
import type { SignerState } from './state/state.ts';

/**
 * An unfreeze is for the freeze that stood when it was asked for: by its own word, which may be a minute ahead, and by the order in which this signer
 * first saw the two. Agreed on before and kept back, it is no answer to one that came later: the next version is taken, and the signer stays still.
 */
export function liftsPresent({ frozen, announced, stops }: Readonly<SignerState>, intent: Intent): boolean {
  const seenAfter = announced.get(intent.id)?.stops ?? stops;
  return frozen !== undefined && frozen.at <= Number(intent.created) && seenAfter === stops && liftsFreeze(intent);
}
