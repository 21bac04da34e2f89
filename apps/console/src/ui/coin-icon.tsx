import type { ReactNode } from 'react';
import { coins } from '../lib/coins.ts';
import { cn } from './cn.ts';

/** Drawings were extracted once by `scripts/icons.mjs`; a letter stands in for any other. */
export function CoinIcon({
  symbol,
  size = 20,
  className,
}: {
  symbol: string;
  size?: number;
  className?: string;
}): ReactNode {
  if (Object.hasOwn(coins, symbol))
    return (
      <img
        src={`/mpc/coins/${symbol.toLowerCase()}.svg`}
        width={size}
        height={size}
        alt=""
        className={cn('shrink-0 rounded-full', className)}
      />
    );
  return (
    <svg width={size} height={size} viewBox="0 0 20 20" aria-hidden="true" className={cn('shrink-0', className)}>
      <circle cx="10" cy="10" r="10" fill="var(--c6)" />
      <text x="10" y="14" fontSize="10" fontWeight="600" textAnchor="middle" fill="#fff">
        {symbol.charAt(0)}
      </text>
    </svg>
  );
}
