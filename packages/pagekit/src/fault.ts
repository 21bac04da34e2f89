import { type Child, el, icon } from './dom.ts';
import type { Params, Speech } from './language.ts';
import type { ShellKey } from './texts.ts';

/** Something a person can be told about in words; everything else is a bug and is shown as unexpected. */
export class Fault extends Error {
  readonly key: ShellKey;
  readonly params: Params;
  /** The signer's own error code, when it refused. */
  readonly code: string;

  constructor(key: ShellKey, params: Params = {}, code = '') {
    super(code || key);
    this.key = key;
    this.params = params;
    this.code = code;
  }
}

export function asFault(error: unknown): Fault {
  if (error instanceof Fault) return error;
  return new Fault('faultUnexpected', { message: error instanceof Error ? error.message : String(error) });
}

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
