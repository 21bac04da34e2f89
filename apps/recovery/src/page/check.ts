import { alertBox, el, faultBox, heading, icon } from '@holdfast/signer-ui';
import { type Kit, KitError, openKit } from '../kit.ts';
import { afterPaint, passwordField, revealButton } from './fields.ts';
import type { Key, Screen } from './texts.ts';

const largestKit = 1_048_576;

export interface KitCheck {
  readonly lead: Key;
  /** The ceremony whose kit it has to be, when it is known. */
  readonly ceremony?: string;
  /** Saves the file once more, when it is still here. */
  readonly saveAgain?: () => void;
  /** Takes the opened kit to the signers. */
  confirm(kit: Kit): Promise<void>;
}

function chooser(screen: Screen, onFile: (file: File) => void): HTMLElement {
  const input = el('input', {
    type: 'file',
    id: 'kit-file',
    class: 'unseen',
    accept: '.age',
    'aria-describedby': 'kit-chosen',
  });
  const chosen = el('p', { id: 'kit-chosen', class: 'muted', 'aria-live': 'polite' });
  const take = (file: File | undefined): void => {
    if (!file) return;
    chosen.replaceChildren(screen.say('checkChosen', { name: file.name }));
    onFile(file);
  };
  input.addEventListener('change', () => take(input.files?.[0]));
  const zone = el(
    'div',
    { class: 'drop' },
    icon('file'),
    el('p', {}, screen.say('checkDrop')),
    input,
    el('label', { for: 'kit-file', class: 'button' }, screen.say('checkChoose')),
    chosen,
  );
  const over = (on: boolean) => (event: Event) => {
    event.preventDefault();
    zone.classList.toggle('over', on);
  };
  zone.addEventListener('dragover', over(true));
  zone.addEventListener('dragleave', over(false));
  zone.addEventListener('drop', (event) => {
    over(false)(event);
    take(event.dataTransfer?.files[0]);
  });
  return zone;
}

/** Has the kit opened as on the day it is needed; only a kit that opens makes the keys count. */
export function drawCheck(screen: Screen, check: KitCheck): void {
  let file: File | undefined;
  const passphrase = passwordField(screen, 'kit-passphrase', 'passphrase', undefined, 'current');
  const status = el('div', { role: 'status' });
  const button = el('button', { type: 'submit', class: 'primary' }, screen.say('checkButton'));
  const complain = (key: Key): void => status.replaceChildren(alertBox(el('p', {}, screen.say(key))));
  const open = async (): Promise<void> => {
    if (!file) return complain('checkNoFile');
    if (file.size > largestKit) return complain('kit_notAKit');
    button.disabled = true;
    status.replaceChildren(el('p', { class: 'muted' }, screen.say('checkWorking')));
    await afterPaint();
    try {
      const kit = await openKit(new Uint8Array(await file.arrayBuffer()), passphrase.input.value);
      if (check.ceremony && kit.ceremony !== check.ceremony) complain('kitOther');
      else await check.confirm(kit);
    } catch (error) {
      if (error instanceof KitError && error.code === 'wrongPassphrase') {
        status.replaceChildren();
        passphrase.complain('kit_wrongPassphrase');
      } else if (error instanceof KitError) complain(`kit_${error.code}`);
      else status.replaceChildren(faultBox(screen, error));
    } finally {
      button.disabled = false;
    }
  };
  const again =
    check.saveAgain && el('button', { type: 'button', click: check.saveAgain }, screen.say('checkSaveAgain'));
  screen.show(
    heading(screen.say('checkTitle'), screen.say(check.lead)),
    el(
      'form',
      {
        class: 'card pad',
        novalidate: true,
        submit: (event) => {
          event.preventDefault();
          void open();
        },
      },
      chooser(screen, (chosen) => {
        file = chosen;
        status.replaceChildren();
      }),
      passphrase.view,
      status,
      el('div', { class: 'actions' }, button, again, revealButton(screen, [passphrase.input])),
    ),
  );
}
