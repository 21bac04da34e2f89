import type { ReactNode } from 'react';
import { numbered } from '../lib/numbered.ts';

/**
 * Pieces of a line with a dot between two of them. One that has no room beside what stands before it begins a line, and no line begins or ends with a dot: each
 * brings its dot along in the room that the one before leaves behind it, which at the beginning of a line is out of sight.
 */
export function Pieces({ of }: { readonly of: readonly ReactNode[] }): ReactNode {
  return (
    <span className="block overflow-x-clip">
      {numbered(of).map(({ item, at }) => (
        <span key={at} className="-ml-[1em] inline-block max-w-[calc(100%+2em)] truncate pr-[1em] align-top">
          <span className="inline-block w-[1em] text-center">{at > 0 && '\u00a0·\u00a0'}</span>
          {item}
        </span>
      ))}
    </span>
  );
}
