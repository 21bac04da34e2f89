import type { ReactNode } from 'react';
import { cn } from './cn.ts';

interface ChangeLineProps {
  readonly sign: 'plus' | 'minus' | '';
  readonly text: string;
  readonly children?: ReactNode;
}

const signs = { plus: '+', minus: '−', '': '·' } as const;
const tones = { plus: 'text-ok', minus: 'text-bad', '': 'text-mut' } as const;

/** One thing that would be different: what comes, what goes, or what is otherwise, marked as such. */
export function ChangeLine({ sign, text, children }: ChangeLineProps): ReactNode {
  return (
    <li className="grid grid-cols-[14px_1fr] gap-x-1.5">
      <span aria-hidden className={cn('font-semibold', tones[sign])}>
        {signs[sign]}
      </span>
      <span className="grid min-w-0 gap-1 break-words">
        <bdi>{text}</bdi>
        {children}
      </span>
    </li>
  );
}
