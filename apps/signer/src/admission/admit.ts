import { refuse } from '../errors.ts';
import { admittedKinds } from '../kinds/index.ts';
import { agreement } from './agreement.ts';
import { conflict } from './conflict.ts';
import { contractStands } from './contract.ts';
import { earlierPayments } from './earlier.ts';
import * as identity from './identity.ts';
import { keyMaterial } from './key-material.ts';
import * as limits from './limits.ts';
import { message } from './message.ts';
import { byRows, rowOfBatch } from './row-of-batch.ts';
import * as rules from './rules.ts';
import { samePayment } from './same-payment.ts';
import * as transaction from './transaction.ts';
import type { AdmissionFacts, Draft, Facts, Step } from './types.ts';

/**
 * Admission, in order (docs/security.md, "Admission"). The first step that fails refuses; what follows it is not looked at. After the last one the
 * decision is written and synced, and only then does the signer join a session.
 */
export const admissionSteps: readonly Step[] = [
  identity.authenticatedPeer,
  identity.sizeAndSchema,
  identity.canonicalBytes,
  identity.deployment,
  identity.keyGroup,
  identity.walletOwnsAddress,
  rules.notFrozen,
  rules.notQuarantined,
  rules.clock,
  identity.notClosed,
  identity.idUnseen,
  rules.policyInForce,
  rules.kindAllowed,
  rules.attachedDocument,
  samePayment,
  byRows,
  rowOfBatch,
  rules.addressBook,
  rules.initiatorSignature,
  rules.approvalSignatures,
  rules.thresholds,
  rules.policyStep,
  rules.ownerAsks,
  rules.bookStep,
  rules.tokenStep,
  agreement,
  keyMaterial,
  message,
  transaction.rebuild,
  transaction.decodeAndCompare,
  transaction.feeCaps,
  transaction.lifetime,
  transaction.inTime,
  conflict,
  earlierPayments,
  limits.velocity,
  limits.feeBudget,
  limits.bid,
  limits.quorum,
  contractStands,
  limits.callback,
];

/** Steps of some kinds only; every other is for all of them. */
const ofKinds: ReadonlySet<Step> = new Set(Object.values(admittedKinds).flatMap(({ steps }) => steps));

const applies = (step: Step, { kind }: AdmissionFacts): boolean => !ofKinds.has(step) || kind.steps.includes(step);

/** Runs the steps that need not wait. @throws Refusal */
function runNow(steps: readonly Step[], facts: AdmissionFacts): Draft {
  const draft: Draft = {};
  for (const step of steps) {
    if (!applies(step, facts)) continue;
    const waiting = step.check(facts, draft);
    if (waiting) throw refuse('internal', `step ${step.name} waits`);
  }
  return draft;
}

/** Steps that ask somebody else: the operator's own node, and the operator's hook. */
const waitingSteps: ReadonlySet<Step> = new Set([contractStands, limits.callback]);

/**
 * Runs all steps, then `commit` in the same turn of the event loop: nothing can be decided between the checks and the writing of the decision.
 * While a step waits another intent may take the nonce or the limit, so all others are checked again after it.
 * @throws Refusal
 */
export async function admit<T>(steps: readonly Step[], read: () => Facts, commit: (draft: Draft) => T): Promise<T> {
  const factsNow = (): AdmissionFacts => {
    const known = read();
    return { ...known, kind: admittedKinds[known.request.purpose] };
  };
  const facts = factsNow();
  const atOnce = steps.filter((step) => !waitingSteps.has(step));
  const waiting = steps.filter(
    (step) => waitingSteps.has(step) && applies(step, facts) && (step !== limits.callback || facts.callback),
  );
  const draft = runNow(atOnce, facts);
  if (waiting.length === 0) return commit(draft);
  for (const step of waiting) await step.check(facts, draft);
  return commit(runNow(atOnce, factsNow()));
}
