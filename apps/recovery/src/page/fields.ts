import { el } from '@holdfast/signer-ui';
import { minPassphraseLength } from '../kit.ts';
import { passphraseLevel } from '../strength.ts';
import type { Key, Screen } from './texts.ts';

/** Lets the page draw what was just shown before work that blocks it. */
export const afterPaint = (): Promise<void> => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 30)));

export interface Field {
  readonly view: HTMLElement;
  readonly input: HTMLInputElement;
  /** Says what is wrong and goes there. */
  complain(key: Key): void;
}

export function passwordField(
  screen: Screen,
  id: string,
  label: Key,
  hint: Key | undefined,
  kind: 'new' | 'current',
): Field {
  const autocomplete = kind === 'new' ? 'new-password' : 'off';
  const input = el('input', {
    id,
    type: 'password',
    autocomplete,
    'aria-describedby': `${id}-hint`,
    spellcheck: 'false',
  });
  const help = el('p', { class: 'hint', id: `${id}-hint` }, hint ? screen.say(hint) : null);
  const complain = (key: Key): void => {
    help.className = 'hint bad';
    help.replaceChildren(screen.say(key));
    input.setAttribute('aria-invalid', 'true');
    input.dispatchEvent(new Event('invalid'));
    input.focus();
  };
  input.addEventListener('input', () => {
    input.removeAttribute('aria-invalid');
    help.className = 'hint';
    help.replaceChildren(...(hint ? [screen.say(hint)] : []));
  });
  return {
    view: el('div', { class: 'field' }, el('label', { for: id }, screen.say(label)), input, help),
    input,
    complain,
  };
}

/** Four bars and a word about the passphrase, as it is typed; no word while the field itself says what is wrong. */
export function strengthMeter(screen: Screen, input: HTMLInputElement): HTMLElement {
  const bars = el('div', { class: 'meter', 'aria-hidden': 'true' }, ...Array.from({ length: 4 }, () => el('i', {})));
  const word = el('p', { class: 'hint muted', 'aria-live': 'polite' });
  const draw = (): void => {
    const level = passphraseLevel(input.value);
    bars.dataset.level = String(level);
    const count = String(Math.min([...input.value].length, minPassphraseLength));
    const isTold = input.value === '' || input.hasAttribute('aria-invalid');
    word.replaceChildren(...(isTold ? [] : [screen.say(`level_${level}`, { count })]));
  };
  for (const event of ['input', 'invalid']) input.addEventListener(event, draw);
  draw();
  return el('div', { class: 'stack' }, bars, word);
}

/** Shows or hides what is typed into these fields. */
export function revealButton(screen: Screen, inputs: readonly HTMLInputElement[]): HTMLElement {
  const shown = (): boolean => inputs[0]?.type === 'text';
  const button = el('button', {
    type: 'button',
    class: 'link',
    click: () => {
      const type = shown() ? 'password' : 'text';
      for (const input of inputs) input.type = type;
      button.replaceChildren(screen.say(shown() ? 'hidePassphrase' : 'showPassphrase'));
    },
  });
  button.append(screen.say('showPassphrase'));
  return button;
}
