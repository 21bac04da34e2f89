import type { ReactNode } from 'react';
import { cn } from './cn.ts';
import { RelativeTime } from './display.tsx';
import type { PillTone } from './feedback.tsx';

export interface TimelineItem {
  readonly key: string;
  readonly title: string;
  readonly when: Date;
  readonly by?: string;
  readonly text?: ReactNode;
  readonly tone: PillTone;
}

const dots: Record<PillTone, string> = {
  wait: 'bg-warn',
  active: 'bg-acc',
  done: 'bg-ok',
  bad: 'bg-bad',
  idle: 'bg-mut',
};

/** What happened, oldest first, with who and when. */
export function Timeline({ items }: { items: readonly TimelineItem[] }): ReactNode {
  return (
    <ol className="grid">
      {items.map((item, at) => (
        <li key={item.key} className="relative grid grid-cols-[14px_1fr_auto] items-start gap-x-2.5 pb-3">
          {at < items.length - 1 && (
            <span aria-hidden="true" className="absolute top-3 bottom-[-3px] left-[6px] w-px bg-line" />
          )}
          <span aria-hidden="true" className={cn('mt-1.5 ml-[3px] size-[7px] rounded-full', dots[item.tone])} />
          <span className="min-w-0">
            <span className="font-medium">{item.title}</span>
            {item.by && <bdi className="text-mut"> · {item.by}</bdi>}
            {item.text && <span className="block break-words text-mut text-xs">{item.text}</span>}
          </span>
          <span className="text-mut text-xs">
            <RelativeTime when={item.when} />
          </span>
        </li>
      ))}
    </ol>
  );
}
