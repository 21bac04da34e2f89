import { type RefObject, useEffect, useEffectEvent } from 'react';

/** While `open`, calls `close` as soon as somebody presses or focuses anything outside of `frame`. */
export function useOutside(frame: RefObject<HTMLElement | null>, open: boolean, close: () => void): void {
  const onOutside = useEffectEvent((event: Event) => {
    if (event.target instanceof Node && !frame.current?.contains(event.target)) close();
  });
  useEffect(() => {
    if (!open) return;
    const listen = (event: Event): void => onOutside(event);
    addEventListener('pointerdown', listen);
    addEventListener('focusin', listen);
    return () => {
      removeEventListener('pointerdown', listen);
      removeEventListener('focusin', listen);
    };
  }, [open]);
}
