import { type RefObject, useEffect, useEffectEvent } from 'react';

/** What is open closes at Escape, wherever in the frame one is, and the focus goes back to what has opened it. */
export function useEscape(frame: RefObject<HTMLElement | null>, isOpen: boolean, close: () => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.isComposing) return;
    // The drawer would ask whether it may be left.
    event.stopPropagation();
    event.preventDefault();
    close();
    frame.current?.querySelector<HTMLElement>('[aria-expanded]')?.focus();
  });
  useEffect(() => {
    const element = frame.current;
    if (!isOpen || !element) return undefined;
    const listen = (event: KeyboardEvent): void => onKey(event);
    element.addEventListener('keydown', listen);
    return () => element.removeEventListener('keydown', listen);
  }, [isOpen, frame]);
}
