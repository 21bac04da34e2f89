import {
  canonicalText,
  draftPolicy,
  type PolicyDocument,
  PolicyError,
  parseIntent,
  parsePolicy,
  policyHash,
  unfreezeRequest,
  writtenPolicy,
} from '@holdfast/policy';
import { lookAlikeProblems } from '@holdfast/policy/look-alikes';
import { checkNewPolicy } from '@holdfast/policy/spelling';
import type { Db } from '../../db/database.ts';
import type { CurrentPolicy } from '../../orders/deps.ts';
import * as queries from '../queries.ts';
import { rebase } from '../rebase.ts';
import { overtaken, type ProposalKindRecord, stands } from './kind.ts';

type InForce = Pick<CurrentPolicy, 'document' | 'hash'>;

/** The document that follows these rules and takes the same step; or why there is none. */
function nextRules(base: PolicyDocument, found: queries.Proposal, { document: now, hash }: InForce) {
  const rebased = rebase(base, parsePolicy(found.document), now);
  if (!rebased) return 'sameChanged';
  const isNothing = canonicalText(rebased) === canonicalText(now);
  if (isNothing && parseIntent(found.intent).request !== unfreezeRequest) return 'nothingChanges';
  const next = draftPolicy({ ...rebased, version: String(BigInt(now.version) + 1n), prev: hash });
  const [problem] = [...checkNewPolicy(now, next), ...lookAlikeProblems(now, next)];
  return problem ?? next;
}

/** The same of rules that this server has to have seen in force. */
async function stepUnder(db: Db, found: queries.Proposal, rules: InForce): Promise<PolicyDocument | string> {
  const base = await queries.findRules(db, found.policy_version);
  if (base === undefined) return 'policyStale';
  try {
    return nextRules(parsePolicy(base), found, rules);
  } catch (error) {
    if (error instanceof PolicyError) return error.message;
    throw error;
  }
}

/** A next version of the rules. */
export const policy: ProposalKindRecord = {
  present: async ({ db }, found, current) => {
    if (found.policy_version === current.document.version) return stands;
    const next = await stepUnder(db, found, current);
    return typeof next === 'string'
      ? overtaken(next)
      : { state: 'again', document: writtenPolicy(next), policy: current };
  },
  outdates: ['policy', 'book', 'export'],
  endsAfter: async (db, found, { kind, document: text }) => {
    if (kind !== found.kind) return undefined;
    const document = parsePolicy(text);
    return typeof (await stepUnder(db, found, { document, hash: policyHash(document) })) === 'string';
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
