import { type Credential, digestWords, liftsFreeze, type PolicyDocument } from '@holdfast/policy';
import {
  changeText,
  credentialFingerprint,
  loosened,
  loosenedWords,
  policyChanges,
  policyHeadline,
  type Review,
  sayEn,
  viewsOf,
} from '@holdfast/review';
import type { KindInTerminal } from './kind.ts';

const signs = { plus: '+ ', minus: '- ', '': '  ' } as const;

/** What becomes different, in the same words as on the approving page. */
function changeLines(review: Review, next: PolicyDocument): string[] {
  const views = viewsOf(review, review.policy, next);
  return policyChanges(review.policy, next).flatMap((change) => {
    const { sign, text, before, after, id, credential } = changeText(sayEn, views, change);
    return [
      `${signs[sign]}${text}`,
      ...(id === undefined ? [] : [`    ${sayEn('change_id', { id })}`]),
      ...(before === undefined ? [] : [`-   ${sayEn('ruleBefore', { rule: before })}`]),
      ...(after === undefined ? [] : [`+   ${sayEn('ruleAfter', { rule: after })}`]),
      ...(credential ? keyLines(credential) : []),
    ];
  });
}

function keyLines(credential: Credential): string[] {
  const where = credential.type === 'passkey' ? [`    at ${credential.rpId}: ${credential.origins.join(', ')}`] : [];
  const print = credentialFingerprint(credential);
  return [`    known to its holder as ${digestWords(print).join(' ')}`, ...where];
}

export const terminal: KindInTerminal = {
  headline: (review) => {
    const { intent, nextPolicy, policy: current } = review;
    return policyHeadline(sayEn, viewsOf(review, current, nextPolicy ?? current), liftsFreeze(intent));
  },
  lines: (review, now) => [
    ...(review.nextPolicy ? changeLines(review, review.nextPolicy) : []).map((text) => `  ${text}`),
    ...loosened(review, now).map(({ word, hours }) => `  ! ${loosenedWords['en-US'][word].replace('{hours}', hours)}`),
  ],
};
