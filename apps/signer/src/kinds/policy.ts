import { parsePolicy, policyHash } from '@holdfast/policy';
import { agreement } from '../admission/agreement.ts';
import { attachedDocument, ownerAsks, policyStep } from '../admission/rules.ts';
import type { AdmittedKind } from '../admission/types.ts';
import { refuse } from '../errors.ts';

/** A next version of the rules. It stays possible while nothing is signed, since the quorum lifts a freeze with one. */
export const policy: AdmittedKind = {
  peer: 'server',
  steps: [attachedDocument, policyStep, ownerAsks, agreement],
  change: {
    after: (standing, document) => ({ ...standing, policy: policyHash(parsePolicy(document)) }),
    isInForce: (state, document) => {
      if (!state.policy) throw refuse('notInitialised');
      return state.policy.text === document;
    },
    entry: (document, approved) => ({ type: 'policy', document, ...approved }),
    reply: (standing) => ({ policyHash: standing.policy }),
    told: (state) => ['a new policy is in force', { version: state.policy?.document.version ?? '' }],
  },
};
