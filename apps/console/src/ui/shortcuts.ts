import { useEffect } from 'react';
import { isTyping } from './keys.ts';

/** A key of the screen that is shown, and in words what it does. */
export interface Shortcut {
  /** As `KeyboardEvent.key` names it. */
  readonly key: string;
  readonly text: string;
  readonly run: () => void;
}

const active = new Set<readonly Shortcut[]>();

/** What the present screen answers to, for the list that `?` shows. */
export const activeShortcuts = (): readonly Shortcut[] => [...active].flat();

/** Enter belongs to what has the focus: it presses buttons and follows links. */
const pressed = (event: KeyboardEvent): boolean =>
  event.key === 'Enter' && event.target instanceof Element && event.target.closest('a, button, summary') !== null;

const modal = '[role="dialog"]:not([hidden]), [role="alertdialog"], [role="menu"]';

/** Binds keys for as long as the caller is on the page; they rest while somebody types, and behind drawers and dialogs. */
export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const shortcut = shortcuts.find(({ key }) => key === event.key);
      if (!shortcut || isTyping(event) || pressed(event) || document.querySelector(modal)) return;
      event.preventDefault();
      shortcut.run();
    };
    active.add(shortcuts);
    addEventListener('keydown', onKey);
    return () => {
      active.delete(shortcuts);
      removeEventListener('keydown', onKey);
    };
  });
}
