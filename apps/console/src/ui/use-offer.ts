import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { useEscape } from './use-escape.ts';

/**
 * Whether something is offered for a field that somebody is in. It ends when the focus goes to anything but the field and what is `Offered`, and at Escape, which leaves it in the field.
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
