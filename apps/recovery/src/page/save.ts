import { el, faultBox, heading } from '@holdfast/signer-ui';
import { type Kit, kitFileName, minPassphraseLength, sealKit } from '../kit.ts';
import { afterPaint, passwordField, revealButton, strengthMeter } from './fields.ts';
import type { Screen } from './texts.ts';

/** Hands a file to the browser's downloads. */
export function download(name: string, bytes: Uint8Array): void {
  const url = URL.createObjectURL(new Blob([new Uint8Array(bytes)], { type: 'application/octet-stream' }));
  const link = el('a', { href: url, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** Asks for the passphrase and saves the kit; `onSaved` gets the encrypted file, for saving it again. */
export function drawSave(screen: Screen, kit: Kit, onSaved: (file: Uint8Array) => void): void {
  const first = passwordField(screen, 'passphrase', 'passphrase', 'passphraseHint', 'new');
  const second = passwordField(screen, 'passphrase-again', 'passphraseAgain', undefined, 'new');
  const status = el('div', { role: 'status' });
  const button = el('button', { type: 'submit', class: 'primary' }, screen.say('saveButton'));
  const save = async (): Promise<void> => {
    if ([...first.input.value].length < minPassphraseLength) return first.complain('passphraseShort');
    if (first.input.value !== second.input.value) return second.complain('passphraseDiffers');
    button.disabled = true;
    status.replaceChildren(el('p', { class: 'muted' }, screen.say('saveWorking')));
    await afterPaint();
    try {
      const file = await sealKit(kit, first.input.value);
      download(kitFileName(kit), file);
      onSaved(file);
    } catch (error) {
      button.disabled = false;
      status.replaceChildren(faultBox(screen, error));
    }
  };
  screen.show(
    heading(screen.say('saveTitle'), screen.say('saveLead')),
    el(
      'form',
      {
        class: 'card pad',
        novalidate: true,
        submit: (event) => {
          event.preventDefault();
          void save();
        },
      },
      first.view,
      strengthMeter(screen, first.input),
      second.view,
      status,
      el('div', { class: 'actions' }, button, revealButton(screen, [first.input, second.input])),
    ),
  );
  first.input.focus();
}
