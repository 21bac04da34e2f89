import { type ReactNode, Suspense } from 'react';
import { lazyScreen } from '../../lib/lazy.ts';
import { useApi } from '../../lib/query.ts';

/** What reads the rules is fetched only where there are several members. */
const PaysAlone = lazyScreen(() => import('./pays-alone.tsx'), ['strategyEngine']);

/** Says that somebody pays alone though there are others, for as long as that is so. */
export default function AloneBar(): ReactNode {
  const user = useApi('user', 'info', {}, { quiet: true }).data;
  const together = user !== undefined && !user.solo_mode && user.wallets.length > 0;
  if (!together) return null;
  return (
    <Suspense>
      <PaysAlone />
    </Suspense>
  );
}
