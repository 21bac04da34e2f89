import type { ReactNode } from 'react';
import { cn } from './cn.ts';

export function Card({
  title,
  aside,
  children,
  className,
  flush = false,
}: {
  title?: string;
  aside?: ReactNode;
  children: ReactNode;
  className?: string;
  flush?: boolean;
}): ReactNode {
  return (
    <section className={cn('min-w-0 rounded-lg border border-line bg-panel', !flush && 'p-4', className)}>
      {title && (
        <div className={cn('flex items-center justify-between gap-2', flush ? 'px-4 pt-3 pb-1' : 'mb-2')}>
          <h2 className="font-semibold">{title}</h2>
          {aside}
        </div>
      )}
      {children}
    </section>
  );
}

export function PageHeader({
  title,
  text,
  actions,
  ownLine = false,
}: {
  title: string;
  text?: ReactNode;
  actions?: ReactNode;
  /** On a phone the actions have a line of their own from the start, so that one that comes later moves nothing below. */
  ownLine?: boolean;
}): ReactNode {
  return (
    <div className="flex flex-wrap items-end gap-2">
      <div className="min-w-[min(100%,15rem)] flex-1">
        <h1 className="truncate font-semibold text-xl tracking-tight">{title}</h1>
        {text && <p className="text-mut">{text}</p>}
      </div>
      {actions && <div className={cn('flex flex-wrap gap-2', ownLine && 'max-md:w-full')}>{actions}</div>}
    </div>
  );
}

export const Page = ({ children }: { children: ReactNode }): ReactNode => (
  <div className="mx-auto grid max-w-[1280px] grid-cols-[minmax(0,1fr)] content-start gap-3 p-5 max-md:p-3">
    {children}
  </div>
);

/** Name and value, one under the other on a phone. */
export function Detail({ name, children }: { name: string; children: ReactNode }): ReactNode {
  return (
    <div className="grid grid-cols-[130px_1fr] gap-3 py-1.5 max-md:grid-cols-1 max-md:gap-0.5">
      <dt className="text-mut">{name}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </div>
  );
}

export const Kbd = ({ children }: { children: string }): ReactNode => (
  <kbd className="rounded border border-line bg-bg px-1 font-sans text-[11px] text-mut leading-4">{children}</kbd>
);
