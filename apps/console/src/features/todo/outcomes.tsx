import { type ReactNode, Suspense, useEffect } from 'react';
import { useFollowed } from '../../lib/followed.ts';
import { keyOf } from '../../lib/inbox-item.ts';
import { lazyScreen } from '../../lib/lazy.ts';
import { useApi } from '../../lib/query.ts';

const most = 20;
/** Fetched when there is something to tell. */
const Outcome = lazyScreen(() => import('./outcome.tsx'), ['tools']);

/** Draws nothing: whoever asked, and whoever went to decide, is told in a toast what came of it. */
export default function Outcomes(): ReactNode {
  const { data } = useApi('todo', 'list', { scope: 'asked', status: 0, page_no: 1, page_size: most }, { quiet: true });
  const { states, follow } = useFollowed();
  useEffect(() => {
    for (const item of data?.list ?? []) follow(keyOf(item), item.state);
  }, [data, follow]);
  const open = new Set(data?.list.map(keyOf));
  const away = Object.keys(states).filter((key) => !open.has(key));
  return away.map((key) => (
    <Suspense key={key}>
      <Outcome name={key} />
    </Suspense>
  ));
}
