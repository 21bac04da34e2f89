import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { useEscape } from '../../ui/use-escape.ts';

/** A `ref`: a press of the mouse inside leaves the focus where it is, so that what closes with the focus is still there when the button is let go. */
export function keepsFocus(place: HTMLElement | null): () => void {
  const keep = (event: Event): void => event.preventDefault();
  place?.addEventListener('mousedown', keep);
  return () => place?.removeEventListener('mousedown', keep);
}

/**
 * Whether something is offered for a field that somebody is in. It ends when the focus goes to anything but the field and what is offered (`data-offer`), and at Escape, which leaves it in the field.
 * @param can is there nothing written yet?
 * @param closable is anything shown that Escape would close?
 */
export function useOffer(frame: RefObject<HTMLElement | null>, can: boolean, closable: boolean) {
  const [isThere, setThere] = useState(false);
  const isOpen = isThere && can;
  const leave = useEffectEvent(({ relatedTarget }: FocusEvent) => {
    const stays = relatedTarget instanceof Element && relatedTarget.closest('input, [data-offer]');
    if (!stays || !frame.current?.contains(stays)) setThere(false);
  });
  useEffect(() => {
    const { current } = frame;
    const listen = (event: FocusEvent): void => leave(event);
    current?.addEventListener('focusout', listen);
    return () => current?.removeEventListener('focusout', listen);
  }, [frame]);
  useEscape(frame, isOpen && closable, () => setThere(false), 'input');
  return { isOpen, onFocus: () => setThere(true) };
}
