import type { ReactNode } from 'react';
import { avatarLetters, avatarStyle } from '../lib/avatar.ts';
import { cn } from './cn.ts';

/** A person, as in the header. Decoration: the name stands beside it. */
export function Avatar({ name, large = false }: { name: string; large?: boolean }): ReactNode {
  return (
    <span aria-hidden className={cn(avatarStyle(name), large ? 'size-9 text-sm' : 'size-6 text-[10px]')}>
      <span data-letters={avatarLetters(name)} />
    </span>
  );
}
