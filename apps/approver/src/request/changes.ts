import { digestWords, liftsFreeze } from '@holdfast/policy';
import {
  type ChangeText,
  changeText,
  credentialFingerprint,
  isInForce,
  memberName,
  type PolicyChange,
  policyChanges,
  policyHeadline,
  type Review,
  viewsOf,
} from '@holdfast/review';
import { type Child, card, digestView, el, notice } from '@holdfast/signer-ui';
import { bytesToHex } from '@noble/hashes/utils.js';
import type { Screen } from '../texts.ts';
import {
  aloneNotice,
  effectNotice,
  goneNotice,
  looserNotice,
  ownNotice,
  sayChange,
  secondNotice,
  whileOpen,
} from './effect.ts';

/** What becomes different, in a line. */
export function changesHeadline(screen: Screen, review: Review): Text {
  if (isInForce(review)) return sayChange(screen, 'inForce');
  const views = viewsOf(review, review.policy, review.nextPolicy ?? review.policy);
  return screen.say('passThrough', { text: () => policyHeadline(screen.text, views, liftsFreeze(review.intent)) });
}

/** Whose key it is cannot be read from its id; the person it is said to belong to reads these words where the key was made. */
function newKey(screen: Screen, change: PolicyChange, name: string): HTMLElement[] {
  if (change.what !== 'credentialAdded') return [];
  const { credential } = change;
  const print = credentialFingerprint(credential);
  const where =
    credential.type === 'passkey'
      ? [el('p', { class: 'mono' }, `${credential.rpId}: ${credential.origins.join(', ')}`)]
      : [];
  return [
    digestView(digestWords(print), bytesToHex(print)),
    ...where,
    el('p', { class: 'muted' }, sayChange(screen, 'credentialCompare', { name })),
  ];
}

function changeItem(screen: Screen, described: () => ChangeText, ...more: Child[]): HTMLElement {
  const { sign, before, after, id } = described();
  const line = (key: 'ruleBefore' | 'ruleAfter', part: 'before' | 'after'): Text =>
    screen.say(key, { rule: () => described()[part] ?? '' });
  return el(
    'li',
    { class: sign },
    screen.say('passThrough', { text: () => described().text }),
    id !== undefined && el('p', { class: 'muted' }, screen.say('change_id', { id })),
    ...more,
    before !== undefined && el('p', { class: 'muted' }, line('ruleBefore', 'before')),
    after !== undefined && el('p', {}, line('ruleAfter', 'after')),
  );
}

/** A proposed policy as sentences about what becomes different. */
export function changesCard(screen: Screen, review: Review): HTMLElement | null {
  const next = review.nextPolicy;
  if (!next) return null;
  if (isInForce(review)) return card(sayChange(screen, 'changesTitle'), undefined, sayChange(screen, 'inForceTold'));
  const views = viewsOf(review, review.policy, next);
  const items = policyChanges(review.policy, next).map((change) => {
    const name = 'member' in change ? memberName(views.after, change.member.id) : '';
    return changeItem(screen, () => changeText(screen.text, views, change), ...newKey(screen, change, name));
  });
  if (liftsFreeze(review.intent)) items.unshift(el('li', { class: 'plus' }, screen.say('head_unfreeze')));
  const list: Child = items.length > 0 ? el('ul', { class: 'changes' }, ...items) : screen.say('head_none');
  return card(
    sayChange(screen, 'changesTitle'),
    undefined,
    list,
    secondNotice(screen, review),
    aloneNotice(screen, review),
    ownNotice(screen, review),
    looserNotice(screen, review),
    goneNotice(screen, review),
    effectNotice(screen, review),
    whileOpen(notice('info', sayChange(screen, 'effectOthers'))),
  );
}
