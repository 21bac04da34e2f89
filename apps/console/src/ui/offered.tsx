import type { ReactNode } from 'react';

/** A press of the mouse inside leaves the focus where it is: what closes with the focus is still there when the button is let go. */
function keepsFocus(place: HTMLElement | null): () => void {
  const keep = (event: Event): void => event.preventDefault();
  place?.addEventListener('mousedown', keep);
  return () => place?.removeEventListener('mousedown', keep);
}

/** What `useOffer` opens below a field, over what stands there, which stays where it is. */
export function Offered({ children }: { children: ReactNode }): ReactNode {
  return (
    <div className="relative -mt-3" data-offer ref={keepsFocus}>
      <div className="absolute inset-x-0 top-1 z-10 shadow-lg">{children}</div>
    </div>
  );
}
