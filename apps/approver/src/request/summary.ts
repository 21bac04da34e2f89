import { type Rule, workspaceOps } from '@holdfast/policy';
import { honestText, isInForce, memberName, type Review, timeLeft, timeText } from '@holdfast/review';
import { type Child, card, digestView, el, heading, row, rows } from '@holdfast/signer-ui';
import { kindsOnPage } from '../kinds/index.ts';
import type { Screen } from '../texts.ts';
import { shareable } from './shareable.ts';

/** The one plain sentence that says what happens if this is approved. */
export const headline = (screen: Screen, review: Review): Text =>
  kindsOnPage[review.intent.kind].headline(screen, review);

export function requestHeading(screen: Screen, review: Review): HTMLElement {
  const { intent } = review;
  const meta = el(
    'p',
    { class: 'meta' },
    el('span', { class: 'pill' }, kindsOnPage[intent.kind].name(screen)),
    el('span', {}, screen.say('askedBy', { name: memberName(review, intent.initiator) })),
    el('span', {}, timeText(intent.created)),
  );
  return heading(headline(screen, review), undefined, meta);
}

/** The rest of the validity, counted down while the screen is there. */
function countdown(screen: Screen, expires: number): Text {
  const left = (): string => {
    const { unit, amount } = timeLeft(expires, Date.now());
    return screen.text(`left_${unit}`, { amount });
  };
  const node = screen.say('passThrough', { text: left });
  const timer = setInterval(() => {
    node.data = left();
  }, 1_000);
  screen.left.addEventListener('abort', () => clearInterval(timer));
  return node;
}

function ruleName(screen: Screen, rule: Rule | undefined): Text {
  if (!rule) return screen.say('ruleNone');
  if (rule.level === 'senior') return screen.say('passThrough', { text: honestText(rule.name) });
  if (rule.level === 'basic')
    return rule.id === '*' ? screen.say('ruleDefault') : screen.say('ruleWallet', { wallet: rule.id });
  if (rule.level === 'tightening') return screen.say('ruleTightening');
  const ops = workspaceOps.filter((op) => rule.id.split(',').includes(op));
  return screen.say('ruleWorkspace', {
    scope: () => ops.map((op) => screen.text(`op_${op}`)).join(screen.text('listJoin')),
  });
}

function ruleText(screen: Screen, review: Review): Child[] {
  const { evaluation, intent } = review;
  const name = ruleName(screen, evaluation.rule);
  // Whether whoever asks may approve stands in the sentence of a rule; these have none.
  const untold = evaluation.rule === undefined || evaluation.rule.level === 'tightening';
  const guarded =
    untold &&
    evaluation.nodes.length > 0 &&
    evaluation.nodes.every(({ eligible }) => !eligible.includes(intent.initiator));
  return guarded ? [name, ' · ', screen.say('ruleProtection')] : [name];
}

/** What makes sentences of rules and values of amounts, fetched beside the request. */
type Told = typeof import('./told.ts');

/** Under which rule, and of which version of the rules. */
function ruleRows(screen: Screen, review: Review, told?: Told): Child[] {
  const { intent, nextPolicy } = review;
  const version = nextPolicy ? `${intent.policy.version} → ${nextPolicy.version}` : intent.policy.version;
  return [
    // Rules that are in force do not say who had to approve that they are.
    !isInForce(review) &&
      shareable('rule', row(screen.say('rowRule'), ...ruleText(screen, review), told?.ruleSentence(screen, review))),
    shareable('policy', row(screen.say('rowPolicy'), screen.say('policyVersion', { version }))),
  ];
}

/** Who asked, why, under which rule and until when: the same for every kind of request. */
export function contextRows(screen: Screen, review: Review, told?: Told): HTMLElement {
  const { intent, remark } = review;
  const remarkText =
    remark === ''
      ? el('span', { class: 'muted' }, screen.say('remarkNone'))
      : el('span', { class: 'pre' }, honestText(remark));
  return rows(
    ...(kindsOnPage[intent.kind].rows?.(screen, review) ?? []),
    told?.worthRow(screen, review),
    told?.feeRow(screen, review),
    shareable('initiator', row(screen.say('rowInitiator'), memberName(review, intent.initiator))),
    row(screen.say('rowRemark'), remarkText),
    ...ruleRows(screen, review, told),
    row(
      screen.say('rowExpires'),
      timeText(intent.expires),
      el('span', { class: 'muted' }, ' · ', countdown(screen, Number(intent.expires))),
    ),
  );
}

export const digestCard = (screen: Screen, review: Review): HTMLElement =>
  card(
    screen.say('digestTitle'),
    undefined,
    digestView(review.words, review.digest),
    el('p', { class: 'muted' }, screen.say('digestHint')),
  );
