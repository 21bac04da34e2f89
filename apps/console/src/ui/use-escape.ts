import { type RefObject, useEffect, useEffectEvent } from 'react';

/** What is open closes at Escape, wherever in the frame one is, and the focus goes back to what has opened it. @param opener a selector within the frame */
export function useEscape(
  frame: RefObject<HTMLElement | null>,
  isOpen: boolean,
  close: () => void,
  opener = '[aria-expanded]',
): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.isComposing) return;
    // The drawer would ask whether it may be left.
    event.stopPropagation();
    event.preventDefault();
    // First: what opens at the focus would open again.
    frame.current?.querySelector<HTMLElement>(opener)?.focus();
    close();
  });
  useEffect(() => {
    const element = frame.current;
    if (!isOpen || !element) return undefined;
    const listen = (event: KeyboardEvent): void => onKey(event);
    element.addEventListener('keydown', listen);
    return () => element.removeEventListener('keydown', listen);
  }, [isOpen, frame]);
}
