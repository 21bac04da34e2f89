import { type Child, el, icon } from './dom.ts';
import { asFault } from './fault.ts';
import type { Speech } from './language.ts';
import type { ShellKey } from './texts.en.ts';

/** An error that stays until it is dealt with; announced at once. */
export function alertBox(...children: Child[]): HTMLElement {
  return el('div', { class: 'notice bad', role: 'alert' }, icon('alert'), el('div', {}, ...children));
}

export function faultBox<K extends string>(
  speech: Speech<K | ShellKey>,
  error: unknown,
  retry?: () => void,
): HTMLElement {
  const fault = asFault(error);
  const again = retry && el('button', { type: 'button', click: retry }, speech.say('shellRetry'));
  return alertBox(
    el(
      'p',
      {},
      speech.say(fault.key, fault.params),
      fault.code !== '' && el('span', { class: 'muted' }, ` (${fault.code})`),
    ),
    again,
  );
}
