import { toldNodes } from '@holdfast/policy';
import { honestText, isInForce, memberName, type Review, whoRefused } from '@holdfast/review';
import { stepName } from '@holdfast/review/step-names';
import { card, el, icon } from '@holdfast/signer-ui';
import type { Key, Screen } from '../texts.ts';

const iconOf = { '': 'clock', ok: 'check', bad: 'cross', idle: 'dash' } as const;

/** @param tone `idle`: nothing is waited for any more */
function person(screen: Screen, name: string, state: Key, tone: '' | 'ok' | 'bad' | 'idle'): HTMLElement {
  return el(
    'li',
    {},
    icon(iconOf[tone]),
    el('span', {}, name),
    el('span', { class: `pill ${tone}` }, screen.say(state)),
  );
}

function initiatorLine(screen: Screen, review: Review): HTMLElement {
  const signed = review.evaluation.initiatorSigned;
  const name = memberName(review, review.intent.initiator);
  return el(
    'ul',
    { class: 'people' },
    person(screen, name, signed ? 'personAsked' : 'personAskedNot', signed ? 'ok' : ''),
  );
}

/** Who has approved rules that are in force: whom the rules before them asked, nobody can read from these. */
function approvedCard(screen: Screen, review: Review): HTMLElement {
  const approved = review.approvals.filter(({ decision }) => decision === 'approve').map(({ member }) => member);
  const people = [...new Set(approved)].map((id) => person(screen, memberName(review, id), 'personApproved', 'ok'));
  return card(screen.say('approvalsTitle'), undefined, el('ul', { class: 'people' }, ...people));
}

const isDone = ({ approved, threshold }: Review['evaluation']['nodes'][number]): boolean =>
  approved.length >= threshold;

/** Which rule asks whom, who has decided and who is left. */
export function peopleCard(screen: Screen, review: Review): HTMLElement {
  if (isInForce(review)) return approvedCard(screen, review);
  const { evaluation } = review;
  const refused = whoRefused(review);
  const hasEnded = evaluation.state === 'refused' || review.givenUp;
  const said = review.approvals.filter(({ decision }) => decision === 'approve').map(({ member }) => member);
  const nodes = toldNodes(evaluation.nodes).map((node) => {
    // It is one of the approvals above: nobody is asked for another.
    if (node.kind === 'page')
      return el('p', { class: 'muted' }, screen.say(isDone(node) ? 'nodePageDone' : 'nodePage'));
    // Whoever may approve can still give the approval that is missing through another page.
    const isOver = hasEnded || [node, ...evaluation.nodes.filter(({ kind }) => kind === 'page')].every(isDone);
    const people = node.eligible.map((id) => {
      const name = memberName(review, id);
      if (refused.includes(id)) return person(screen, name, 'personRefused', 'bad');
      if (said.includes(id)) return person(screen, name, 'personApproved', 'ok');
      return isOver ? person(screen, name, 'personNotAsked', 'idle') : person(screen, name, 'personWaiting', '');
    });
    // The rules name no such step, so that none of theirs is mistaken for it.
    const own = { accept: 'nodeAccept', approve: undefined, sign: undefined } as const;
    const unnamed = own[node.kind];
    const named = {
      name: () => honestText(stepName(node.name, screen.language())),
      threshold: String(node.threshold),
    };
    const any = people.length > node.threshold ? 'Any' : '';
    const title = unnamed
      ? screen.say(unnamed)
      : screen.say(`node${any}${node.threshold === 1 ? 'One' : 'Many'}`, named);
    return el('div', { class: 'stack' }, el('p', { class: 'muted' }, title), el('ul', { class: 'people' }, ...people));
  });
  return card(
    screen.say('approvalsTitle'),
    evaluation.solo && screen.say('approvalsSolo'),
    !evaluation.solo &&
      el(
        'div',
        { class: 'stack' },
        el('p', { class: 'muted' }, screen.say('initiatorLabel')),
        initiatorLine(screen, review),
      ),
    ...nodes,
  );
}
