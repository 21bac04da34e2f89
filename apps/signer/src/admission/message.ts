import { ChainError } from '@holdfast/chains';
import { refuse } from '../errors.ts';
import { keyAtOf } from './transaction.ts';
import { need, type Step } from './types.ts';

/**
 * A message is hashed here, from the intent alone and in two ways: nothing that a server could choose is in it. What is hashed begins as no transaction of the chain
 * does (`messages` of its family), so nothing that is signed here could ever be one. It takes nothing of the chain, and binds nothing.
 */
export const message: Step = {
  name: 'message',
  check: ({ familyOf, childKey, request }, draft) => {
    const [chain, group, intent] = [need(draft, 'chain'), need(draft, 'group'), need(draft, 'intent')];
    const { messages, id } = familyOf(chain);
    if (!messages) throw refuse('badIntent', 'messages');
    if (request.plan !== undefined && request.plan !== null) throw refuse('badPlan', 'of a message');
    try {
      const unsigned = messages.build(chain, intent, keyAtOf(childKey, draft, group));
      draft.unsigned = unsigned;
      draft.conflict = { family: id, message: unsigned.conflict.message };
    } catch (error) {
      if (!(error instanceof ChainError)) throw error;
      throw refuse('txMismatch', error.message);
    }
  },
};
