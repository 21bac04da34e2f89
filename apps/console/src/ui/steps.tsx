import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { numbered } from '../lib/numbered.ts';
import { cn } from './cn.ts';

/** Where somebody is on a way of several steps. @param current place of the present step, from 0; all before it are done */
export function Steps({ names, current }: { names: readonly string[]; current: number }): ReactNode {
  return (
    // A phone has three beside each other, in columns: of five, none stands alone on its line.
    <ol className="mb-5 flex flex-wrap gap-x-4 gap-y-1.5 border-line border-b pb-4 max-md:grid max-md:grid-cols-[repeat(3,auto)] max-md:justify-start">
      {numbered(names).map(({ item: name, at }) => (
        <li
          key={at}
          aria-current={at === current ? 'step' : undefined}
          className={cn(
            'flex items-center gap-1.5',
            at > current ? 'text-mut' : at === current ? 'font-medium text-acc' : 'text-ok',
          )}
        >
          <span
            className={cn(
              'grid size-[18px] place-items-center rounded-full border text-[11px]',
              at < current ? 'border-ok' : 'border-current',
            )}
          >
            {at < current ? <Check size={11} aria-hidden /> : at + 1}
          </span>
          {name}
        </li>
      ))}
    </ol>
  );
}
