import { type RefObject, useEffect } from 'react';
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

/** Whether it is behind a drawer, a dialog or a menu; what stands in a drawer is behind the others, and behind the drawer's next page. */
const isBehind = (own: Element | null): boolean =>
  Boolean(own?.closest('[hidden]')) || [...document.querySelectorAll(modal)].some((over) => !over.contains(own));

/**
 * Binds keys for as long as the caller is on the page; they rest while somebody types, and behind drawers and dialogs.
 * @param inside of a drawer: something that stands in it
 */
export function useShortcuts(shortcuts: readonly Shortcut[], inside?: RefObject<Element | null>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const shortcut = shortcuts.find(({ key }) => key === event.key);
      if (!shortcut || event.defaultPrevented || isTyping(event) || pressed(event) || isBehind(inside?.current ?? null))
        return;
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
