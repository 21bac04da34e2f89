import { type ReactNode, Suspense } from 'react';
import { lazyScreen } from '../../lib/lazy.ts';
import { usePermission } from '../../lib/permission.ts';
import { useApi } from '../../lib/query.ts';
import '../../lib/same-session.ts';

const everyMs = 60_000;
/** Loaded, with its texts, only when there is something to say. */
const AlertBars = lazyScreen(() => import('./alert-bars.tsx'), ['tools']);

/** What the audit log has to say on every page: a login from somewhere new, or that the log itself was changed. */
export default function Alerts(): ReactNode {
  const enabled = usePermission('audit.read');
  const logins = useApi('loginHistory', 'alerts', {}, { quiet: true, refetchInterval: everyMs }).data?.list ?? [];
  const status = useApi('audit', 'status', {}, { quiet: true, enabled, refetchInterval: everyMs }).data;
  const forked = status?.witnesses.some(({ problem }) => problem === 'logForked') ?? false;
  if (logins.length === 0 && !forked) return null;
  return (
    <Suspense>
      <AlertBars logins={logins} forked={forked} />
    </Suspense>
  );
}
