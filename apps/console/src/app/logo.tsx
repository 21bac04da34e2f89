import type { ReactNode } from 'react';

/** The mark is the one that the page shows before anything of it has come (`index.html`). */
export function Logo(): ReactNode {
  return (
    <span className="flex items-center gap-2 font-semibold">
      <svg viewBox="0 0 32 32" width="20" height="20" aria-hidden="true">
        <use href="#mark" />
      </svg>
      Holdfast
    </span>
  );
}
