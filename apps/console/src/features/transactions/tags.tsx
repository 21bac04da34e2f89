import type { ReactNode } from 'react';

/** Each in a small box. */
export function Tags({ tags }: { tags: readonly string[] }): ReactNode {
  return tags.map((tag) => (
    <bdi key={tag} className="rounded bg-hov px-1.5 py-0.5 text-xs">
      {tag}
    </bdi>
  ));
}
