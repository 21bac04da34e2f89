import type { ReactNode } from 'react';

export function Logo(): ReactNode {
  return (
    <span className="flex items-center gap-2 font-semibold">
      <svg viewBox="0 0 32 32" width="20" height="20" aria-hidden="true">
        <rect width="32" height="32" rx="8" fill="var(--fg)" />
        <path d="M10 8v16M22 8v16M10 16h12" stroke="var(--bg)" strokeWidth="3.2" strokeLinecap="round" fill="none" />
        <circle cx="16" cy="16" r="3.4" fill="var(--c2)" />
      </svg>
      Holdfast
    </span>
  );
}
