import { Fragment, type ReactNode } from 'react';
import { numbered } from '../lib/numbered.ts';
import { CopyButton } from './display.tsx';

/** Something to be typed into a terminal, to read and to copy. A word that fits a line stays whole: of a hyphen at a line's end nobody knows whose it is. */
export function CommandLine({ command }: { command: string }): ReactNode {
  return (
    <div className="mt-2 flex items-start gap-2 rounded-lg border border-line bg-bg px-3 py-2">
      <code className="mono min-w-0 flex-1 whitespace-pre-wrap [overflow-wrap:anywhere] text-[13px] leading-5">
        {numbered(command.split(/(\s+)/)).map(({ item: part, at }) =>
          /\S/.test(part) ? (
            <span key={at} className="inline-block max-w-full">
              {part}
            </span>
          ) : (
            <Fragment key={at}>{part}</Fragment>
          ),
        )}
      </code>
      <CopyButton text={command} />
    </div>
  );
}
