import type { ReactNode } from 'react';
import { encode } from 'uqr';

/** A QR code as one SVG path, dark on white in both themes: scanners want it so. */
export function QrCode({ text, size = 168, label }: { text: string; size?: number; label: string }): ReactNode {
  const { data, size: cells } = encode(text, { border: 2, ecc: 'M' });
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return (
    <svg
      viewBox={`0 0 ${cells} ${cells}`}
      width={size}
      height={size}
      role="img"
      aria-label={label}
      className="rounded-lg border border-line"
      shapeRendering="crispEdges"
    >
      <rect width={cells} height={cells} fill="#fff" />
      <path d={path} fill="#12161c" />
    </svg>
  );
}
