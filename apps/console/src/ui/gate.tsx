import type { ReactNode } from 'react';

interface GateProps {
  readonly title: string;
  readonly text?: string;
  readonly wide?: boolean;
  readonly children: ReactNode;
  readonly footer?: ReactNode;
}

/** The frame of pages before the shell: login and set-up. Its top stays where it is, however long a step is. */
export function Gate({ title, text, wide = false, children, footer }: GateProps): ReactNode {
  return (
    <main className="grid min-h-full content-start justify-items-center p-4 md:pt-[8vh]">
      <div className={`grid w-full gap-6 ${wide ? 'max-w-[560px]' : 'max-w-[380px]'}`}>
        <div className="grid gap-1">
          <svg viewBox="0 0 32 32" width="32" height="32" aria-hidden="true" className="mb-3">
            <rect width="32" height="32" rx="8" fill="var(--fg)" />
            <path
              d="M10 8v16M22 8v16M10 16h12"
              stroke="var(--bg)"
              strokeWidth="3.2"
              strokeLinecap="round"
              fill="none"
            />
            <circle cx="16" cy="16" r="3.4" fill="var(--c2)" />
          </svg>
          <h1 className="font-semibold text-xl tracking-tight">{title}</h1>
          {text && <p className="text-mut">{text}</p>}
        </div>
        <div className="rounded-lg border border-line bg-panel p-5">{children}</div>
        {footer && <div className="flex justify-center">{footer}</div>}
      </div>
    </main>
  );
}
