import { type ReactNode, type RefObject, useEffect, useEffectEvent } from 'react';
import { useEscape } from './use-escape.ts';

/** A press of the mouse inside leaves the focus where it is: what closes with the focus is still there when the button is let go. */
function keepsFocus(place: HTMLElement | null): () => void {
  const keep = (event: Event): void => event.preventDefault();
  place?.addEventListener('mousedown', keep);
  return () => place?.removeEventListener('mousedown', keep);
}

interface OfferedProps {
  /** Around the field and this. */
  readonly frame: RefObject<HTMLElement | null>;
  /** Is anything shown that Escape would close? */
  readonly closable: boolean;
  /** The focus has gone to something else than the field or what is offered, or Escape was pressed, which leaves it in the field. */
  readonly onLeave: () => void;
  readonly children: ReactNode;
}

/** What is offered below a field that somebody is in, over what stands there, which stays where it is. */
export default function Offered({ frame, closable, onLeave, children }: OfferedProps): ReactNode {
  const look = useEffectEvent((to: EventTarget | null) => {
    const stays = to instanceof Element && to.closest('input, [data-offer]');
    if (!stays || !frame.current?.contains(stays)) onLeave();
  });
  useEffect(() => {
    const { current } = frame;
    const listen = ({ relatedTarget }: FocusEvent): void => look(relatedTarget);
    current?.addEventListener('focusout', listen);
    // It may have gone while this was fetched.
    look(document.activeElement);
    return () => current?.removeEventListener('focusout', listen);
  }, [frame]);
  useEscape(frame, closable, onLeave, 'input');
  return (
    <div className="relative -mt-3" data-offer ref={keepsFocus}>
      <div className="absolute inset-x-0 top-1 z-10 shadow-lg">{children}</div>
    </div>
  );
}
