import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

interface AlertBarProps {
  readonly icon: LucideIcon;
  readonly children: ReactNode;
  /** At the end of the bar: where to look, what to answer. */
  readonly actions?: ReactNode;
}

/** On every screen, while something holds that nobody may overlook. */
export function AlertBar({ icon: Icon, children, actions }: AlertBarProps): ReactNode {
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-x-3 gap-y-1 border-line border-b bg-bads px-5 py-1.5 text-bad max-md:px-3"
    >
      <Icon size={14} aria-hidden className="shrink-0 max-md:hidden" />
      {children}
      {actions && <span className="ml-auto flex gap-2">{actions}</span>}
    </div>
  );
}
