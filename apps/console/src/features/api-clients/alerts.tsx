import { type ReactNode, Suspense } from 'react';
import { lazyScreen } from '../../lib/lazy.ts';
import { usePermission } from '../../lib/permission.ts';
import { useApi } from '../../lib/query.ts';

const everyMs = 60_000;
/** Loaded, with its texts, only when there is something to say. */
const AlertBars = lazyScreen(() => import('./alert-bars.tsx'), ['apiPage']);

/** Bad signatures in the names of API clients, on every page of whoever may look into it. */
export default function ApiClientAlerts(): ReactNode {
  const enabled = usePermission('apiClient.read');
  const { data } = useApi('apiClient', 'alerts', {}, { quiet: true, enabled, refetchInterval: everyMs });
  if (!data?.list.length) return null;
  return (
    <Suspense>
      <AlertBars alerts={data.list} />
    </Suspense>
  );
}
