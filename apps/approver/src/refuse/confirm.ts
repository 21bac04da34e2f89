import { el } from '@holdfast/signer-ui';
import type { Screen } from '../texts.ts';
import { reasonField, remarkToSign, type TypedReason } from './reason-field.ts';
import { say } from './words.ts';

interface Asking {
  readonly screen: Screen;
  readonly place: HTMLElement;
  readonly said: TypedReason;
  keep(): void;
  /** @param remark why, as it is signed; '' for nothing */
  refuse(remark: string): void;
}

/** Asks whether one request is to be refused, and why, before the key is asked for. */
export function askToRefuse({ screen, place, said, keep, refuse }: Asking): void {
  const yes = (): void => {
    const remark = remarkToSign(screen, said, place);
    if (remark !== undefined) refuse(remark);
  };
  const no = el('button', { type: 'button', click: keep }, say(screen, 'keepIt'));
  const buttons = [no, el('button', { type: 'button', class: 'dangerous', click: yes }, say(screen, 'refuseIt'))];
  place.replaceChildren(
    el(
      'section',
      { class: 'card pad', role: 'alertdialog', 'aria-labelledby': 'refuse-title', 'aria-describedby': 'refuse-text' },
      el('h2', { id: 'refuse-title' }, say(screen, 'sure')),
      el('p', { id: 'refuse-text' }, say(screen, 'sureText')),
      reasonField(screen, said),
      el('div', { class: 'actions' }, ...buttons),
    ),
  );
  no.focus();
}
