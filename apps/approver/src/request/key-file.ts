import type { Credential } from '@holdfast/policy';
import { actorsOf, type Review } from '@holdfast/review';
import type { KeyFileFault } from '@holdfast/review/keyfile';
import { el, faultBox, notice } from '@holdfast/signer-ui';
import type { Screen } from '../texts.ts';
import { say } from './key-file-words.ts';
import { keyFiles, openInPage } from './sign.ts';

const messages = {
  notAKeyFile: 'keyFileNotOurs',
  keyMismatch: 'keyFileNotOurs',
  wrongPassphrase: 'keyFileWrong',
  passphraseNeeded: 'keyFilePassphrase',
} as const satisfies Record<KeyFileFault, string>;
const largestFile = 16_384;

type OnOpen = (id: string, secret: Uint8Array) => void;

export const noKeyNotice = (screen: Screen): HTMLElement => notice('info', say(screen, 'noKeyHere'));

/** Lets somebody without a passkey sign with a device key from a file. `onOpen` gets its credential id and secret. */
export const keyFilePanel = (screen: Screen, review: Review, onOpen: OnOpen): HTMLElement =>
  keyFilePanelFor(
    screen,
    actorsOf(review).map(({ credential }) => credential),
    onOpen,
  );

/** The same, for a key that is one of these. */
export function keyFilePanelFor(screen: Screen, known: readonly Credential[], onOpen: OnOpen): HTMLElement {
  const chosenName = el('span', { class: 'muted', 'aria-live': 'polite' });
  const chooser = el('input', {
    type: 'file',
    id: 'key-file',
    class: 'unseen',
    accept: '.json,.key,application/json',
    change: () => {
      const name = chooser.files?.[0]?.name;
      chosenName.replaceChildren(...(name ? [say(screen, 'fileChosen', { name })] : []));
    },
  });
  const passphrase = el('input', { type: 'password', id: 'key-passphrase', autocomplete: 'off' });
  const hint = el('p', { class: 'hint bad', role: 'alert' });
  const open = async (): Promise<void> => {
    hint.replaceChildren();
    const chosen = chooser.files?.[0];
    if (!chosen) return;
    const { KeyFileError, readKeyFile } = await keyFiles();
    try {
      if (chosen.size > largestFile) throw new KeyFileError('notAKeyFile');
      const file = readKeyFile(await chosen.text());
      if (!known.some(({ publicKey }) => publicKey === file.credential.publicKey))
        hint.append(say(screen, 'keyFileOther'));
      else onOpen(file.credential.id, await openInPage(file, passphrase.value));
    } catch (error) {
      if (!(error instanceof KeyFileError)) throw error;
      hint.append(say(screen, messages[error.code]));
      if (error.code === 'wrongPassphrase' || error.code === 'passphraseNeeded') passphrase.focus();
    }
  };
  return el(
    'details',
    {},
    el('summary', {}, say(screen, 'useKeyFile')),
    el(
      'form',
      {
        class: 'stack',
        submit: (event) => {
          event.preventDefault();
          open().catch((error: unknown) => hint.replaceChildren(faultBox(screen, error)));
        },
      },
      el(
        'div',
        { class: 'actions' },
        chooser,
        el('label', { for: 'key-file', class: 'button' }, say(screen, 'chooseFile')),
        chosenName,
      ),
      el(
        'div',
        { class: 'field' },
        el('label', { for: 'key-passphrase' }, say(screen, 'keyFilePassphrase')),
        passphrase,
      ),
      hint,
      el('div', { class: 'actions' }, el('button', { type: 'submit' }, say(screen, 'useKeyFile'))),
    ),
  );
}
