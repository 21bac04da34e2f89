import { lazy, type ReactNode, Suspense } from 'react';
import { type Failed, FailedPage } from './failed-page.tsx';

/** Asks the server why. It is there since soon after the page was (notices.tsx); where it cannot be had, what can be said without it. */
const Failure = lazy(() => import('./failure.tsx').catch(() => ({ default: FailedPage })));

/**
 * Spec §2, error screen: something broke, or a part of the page could not be had; the way out is to load it, or to leave an address that breaks the page
 * for a sound one. It has its texts with it, since the files of texts may be what is missing.
 */
export function ErrorScreen(failed: Failed): ReactNode {
  return (
    <Suspense fallback={<FailedPage {...failed} />}>
      <Failure {...failed} />
    </Suspense>
  );
}
