import { isDisperse } from '@holdfast/policy';
import { refuse } from '../errors.ts';
import { need, type Step } from './types.ts';

/**
 * Coins that are sent where no contract stands are lost: the chain takes them without a word. So this signer's own node has to show it there before it pays many in
 * coins by it. Of a token nothing can leave, since nothing would take what was allowed; where this signer has a node, it is asked all the same.
 */
export const contractStands: Step = {
  name: 'contractStands',
  check: async ({ codeSeen, familyOf }, draft) => {
    const [intent, chain] = [need(draft, 'intent'), need(draft, 'chain')];
    const code = isDisperse(intent) ? familyOf(chain).disperse?.code : undefined;
    if (!code) return;
    const seen = await codeSeen(chain.id, code);
    if (seen === 'missing') throw refuse('contractMissing', chain.id);
    if (seen === 'unseen' && intent.asset.contract === '') throw refuse('contractUnseen', chain.id);
  },
};
