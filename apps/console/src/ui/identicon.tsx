import type { ReactNode } from 'react';

function fnv(text: string): number {
  let hash = 2_166_136_261;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16_777_619) >>> 0;
  return hash;
}

/** Five by five mirrored blocks from a text; the same text always gives the same picture. Decoration: never the only way to tell two apart. */
export function Identicon({ seed, size = 16 }: { seed: string; size?: number }): ReactNode {
  const hash = fnv(seed);
  const hue = hash % 360;
  const cells: string[] = [];
  let bits = hash;
  for (let x = 0; x < 3; x++)
    for (let y = 0; y < 5; y++) {
      bits = Math.imul(bits ^ (bits >>> 15), 2_246_822_519) >>> 0;
      if (bits & 1) cells.push(`M${x} ${y}h1v1h-1z`, x < 2 ? `M${4 - x} ${y}h1v1h-1z` : '');
    }
  return (
    <svg viewBox="0 0 5 5" width={size} height={size} aria-hidden="true" className="shrink-0 rounded-[3px]">
      <rect width="5" height="5" fill={`hsl(${hue} 45% 88%)`} />
      <path d={cells.join('')} fill={`hsl(${hue} 55% 40%)`} />
    </svg>
  );
}
