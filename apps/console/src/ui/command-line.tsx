import type { ReactNode } from 'react';
import { CopyButton } from './display.tsx';

/** Something to be typed into a terminal, to read and to copy. */
export function CommandLine({ command }: { command: string }): ReactNode {
  return (
    <div className="mt-2 flex items-start gap-2 rounded-lg border border-line bg-bg px-3 py-2">
      <code className="mono min-w-0 flex-1 whitespace-pre-wrap [overflow-wrap:anywhere] text-[13px] leading-5">
        {command}
      </code>
      <CopyButton text={command} />
    </div>
  );
}
