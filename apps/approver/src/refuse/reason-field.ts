import { policyLimits } from '@holdfast/policy';
import { isTooLong, remarkOf } from '@holdfast/review/remark';
import { alertBox, el } from '@holdfast/signer-ui';
import type { Screen } from '../texts.ts';
import { say } from './words.ts';

/** Where what is typed is kept between two drawings. */
export interface TypedReason {
  remark: string;
}

/** Why somebody refuses: part of what they sign, and shown to everybody who sees the request. */
export function reasonField(screen: Screen, said: TypedReason): HTMLElement {
  const most = policyLimits.remark;
  const counter = el('p', { class: 'muted', id: 'why-count' });
  const input = el('input', {
    id: 'why',
    autocomplete: 'off',
    maxlength: most,
    'aria-describedby': 'why-count',
    input: () => {
      said.remark = input.value;
      count();
    },
  });
  const count = (): void => {
    counter.textContent = `${input.value.length} / ${most}`;
  };
  input.value = said.remark;
  count();
  return el('div', { class: 'field' }, el('label', { for: 'why' }, say(screen, 'why')), input, counter);
}

/** What is signed of what was typed. Where it is too long, or no page could show it safely, this one says so in `place` and nothing is signed: undefined. */
export function remarkToSign(screen: Screen, { remark }: TypedReason, place: HTMLElement): string | undefined {
  const signed = remarkOf(remark);
  place.querySelector('#why-bad')?.remove();
  const told = say(screen, isTooLong(remark) ? 'longWhy' : 'badWhy', { most: String(policyLimits.remark) });
  if (signed === undefined) place.prepend(el('div', { id: 'why-bad' }, alertBox(told)));
  return signed;
}
