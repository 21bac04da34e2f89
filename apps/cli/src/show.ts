import type { PolicyDocument, Rule } from '@holdfast/policy';
import {
  honestText,
  memberName,
  type Review,
  refusalsOf,
  type SharesFacts,
  timeLeft,
  timeText,
  whoRefused,
} from '@holdfast/review';
import { kindInTerminal } from './kinds.ts';
import { line } from './line.ts';

const people = (policy: PolicyDocument, ids: readonly string[]): string =>
  ids.map((id) => memberName({ policy }, id)).join(', ');

/** The one sentence that says what happens. */
export const headlineOf = (review: Review): string => kindInTerminal(review.intent.kind).headline(review);

function ruleOf(rule: Rule | undefined): string {
  if (!rule) return 'none';
  if (rule.level === 'senior') return honestText(rule.name);
  if (rule.level === 'basic') return rule.id === '*' ? 'default rule' : `rule of wallet ${rule.id}`;
  if (rule.level === 'tightening') return 'only takes rights away: takes effect at once';
  return `rules of the workspace for changes of ${rule.id}; every step below is needed`;
}

/** Everybody who refused it, each with what they said of why. */
function refusalLines(review: Review): string[] {
  const said = refusalsOf(review);
  return whoRefused(review).map((id) => {
    const why = said.flatMap(({ member, remark }) =>
      member === id && remark ? JSON.stringify(honestText(remark)) : [],
    );
    return line('refused by', [memberName(review, id), ...why].join(': '));
  });
}

function decisionLines(review: Review): string[] {
  const { evaluation } = review;
  const nodes = evaluation.nodes.map((node) => {
    const left = node.eligible.filter((id) => !node.approved.includes(id));
    const approved = node.approved.length === 0 ? 'nobody yet' : people(review.policy, node.approved);
    return line(
      honestText(node.name).slice(0, 15),
      `${node.threshold} of ${node.eligible.length}; approved: ${approved}; left: ${people(review.policy, left) || 'nobody'}`,
    );
  });
  const signed = review.signed ? [line('signed', 'by this signer: no decision changes that any more')] : [];
  return [line('rule', ruleOf(evaluation.rule)), ...nodes, ...refusalLines(review), ...signed];
}

/** Everything about a request, line by line. */
export function requestLines(review: Review, now: number, facts: SharesFacts): string[] {
  const { intent, nextPolicy } = review;
  const left = timeLeft(Number(intent.expires), now);
  return [
    ...kindInTerminal(intent.kind).lines(review, now, facts),
    line('asked by', `${memberName(review, intent.initiator)}, ${timeText(intent.created)}`),
    line('remark', review.remark === '' ? 'none' : JSON.stringify(honestText(review.remark))),
    ...decisionLines(review),
    ...(review.evaluation.solo ? [line('', 'solo mode: the owner decides alone')] : []),
    line('rules in force', `version ${intent.policy.version}${nextPolicy ? `, then ${nextPolicy.version}` : ''}`),
    line(
      'valid until',
      `${timeText(intent.expires)} (${left.unit === 'none' ? 'expired' : `${left.amount} ${left.unit} left`})`,
    ),
    line('words', review.words.slice(0, 4).join(' ')),
    line('', review.words.slice(4).join(' ')),
    line('digest', review.digest),
  ];
}
