import {
  canonicalText,
  draftPolicy,
  type PolicyDocument,
  PolicyError,
  parseIntent,
  parsePolicy,
  unfreezeRequest,
  writtenPolicy,
} from '@holdfast/policy';
import { lookAlikeProblems } from '@holdfast/policy/look-alikes';
import { checkNewPolicy } from '@holdfast/policy/spelling';
import type { CurrentPolicy } from '../../orders/deps.ts';
import * as queries from '../queries.ts';
import { rebase } from '../rebase.ts';
import { overtaken, type ProposalKindRecord, stands } from './kind.ts';

/** The document that follows the rules in force and takes the same step; or why there is none. */
function nextRules(base: PolicyDocument, found: queries.Proposal, current: CurrentPolicy): PolicyDocument | string {
  const { document: now, hash } = current;
  const rebased = rebase(base, parsePolicy(found.document), now);
  if (!rebased) return 'sameChanged';
  const isNothing = canonicalText(rebased) === canonicalText(now);
  if (isNothing && parseIntent(found.intent).request !== unfreezeRequest) return 'nothingChanges';
  const next = draftPolicy({ ...rebased, version: String(BigInt(now.version) + 1n), prev: hash });
  const [problem] = [...checkNewPolicy(now, next), ...lookAlikeProblems(now, next)];
  return problem ?? next;
}

/** A next version of the rules. */
export const policy: ProposalKindRecord = {
  present: async (deps, found, current) => {
    if (found.policy_version === current.document.version) return stands;
    const base = await queries.findRules(deps.db, found.policy_version);
    if (base === undefined) return overtaken('policyStale');
    try {
      const next = nextRules(parsePolicy(base), found, current);
      return typeof next === 'string'
        ? overtaken(next)
        : { state: 'again', document: writtenPolicy(next), policy: current };
    } catch (error) {
      if (error instanceof PolicyError) return overtaken(error.message);
      throw error;
    }
  },
  carried: {
    by: 'all',
    ready: (signer, { intent, document }, approvals) => signer.call('policy.ready', { intent, document, approvals }),
    apply: (signer, { intent, document }, approvals, standings) =>
      signer.call('policy.apply', { intent, document, approvals, standings }),
    follows: async (deps, { document }) => {
      await deps.refreshPolicy();
      return BigInt((await deps.policy()).document.version) >= BigInt(parsePolicy(document).version);
    },
  },
  refusedAs: 'strategyRejected',
  replaces: (db, { policy_version: version }) => queries.findRules(db, version),
};
