import { type Approval, evaluate, type Intent, intentText, writtenPolicy } from '../../src/index.ts';
import { approve, drop, keys, refOf, transfer } from '../fixtures.ts';
import { allowances } from './allowances.ts';
import { argumentRulings } from './arguments.ts';
import { contractCalls } from './calls.ts';
import { type Case, factsFrom, now } from './crew.ts';
import { deployments } from './deployments.ts';
import { destinations } from './destinations.ts';
import { drops } from './drops.ts';
import { governing } from './governing.ts';
import { inscriptionRulings } from './inscriptions.ts';
import { messages } from './messages.ts';
import { nftMessageRulings } from './nft-messages.ts';
import { nftRulings } from './nfts.ts';
import { payments } from './payments.ts';
import { tradeRulings } from './trades.ts';
import { windows } from './windows.ts';

/** The payment that a case drops. */
const droppedIn = ({ policy, drops }: Case): Intent | undefined =>
  drops && transfer({ policy: refOf(policy), ...drops });

function made(name: string, wanted: Case) {
  const { policy, facts = {}, next, book } = wanted;
  const payment = droppedIn(wanted);
  const changes = {
    policy: refOf(policy),
    ...wanted.intent,
    ...(wanted.intent?.kind ? { policy: refOf(policy) } : {}),
  };
  const intent = payment ? drop(payment, { initiator: 'cem', ...changes }) : transfer(changes);
  const approvals: Approval[] = (wanted.votes ?? []).map(([who, decision]) =>
    approve(keys[who], who === 'ann2' ? 'ann' : who, intent, decision),
  );
  const attached = { ...(next ? { next } : {}), ...(book ? { book } : {}) };
  const named = payment ? { payment: { id: payment.id, text: intentText(payment) } } : {};
  const result = evaluate(policy, intent, approvals, factsFrom(facts), { ...attached, ...named });
  const got = [result.state, `${result.rule?.level} ${result.rule?.id}`, ...(result.problem ? [result.problem] : [])];
  if (JSON.stringify(got) !== JSON.stringify(wanted.is)) throw new Error(`${name}: expected ${wanted.is}, got ${got}`);
  const given = { ...attached, ...(payment ? { payment } : {}) };
  return {
    name,
    policy: writtenPolicy(policy),
    intent,
    approvals,
    facts: { ...facts, now: facts.now ?? now },
    ...given,
    result,
  };
}

export const rulingVectors = () =>
  Object.entries({
    ...payments,
    ...windows,
    ...destinations,
    ...governing,
    ...allowances,
    ...drops,
    ...contractCalls,
    ...messages,
    ...tradeRulings,
    ...deployments,
    ...inscriptionRulings,
    ...argumentRulings,
    ...nftRulings,
    ...nftMessageRulings,
  }).map(([name, wanted]) => made(name, wanted));
