import { type ReactNode, Suspense } from 'react';
import { lazyScreen } from '../../lib/lazy.ts';

const Page = lazyScreen(() => import('./account.page.tsx'), ['tools']);

/** What the page is made of is named here, and not in the first file of the console. */
export default function AccountScreen(): ReactNode {
  return (
    <Suspense>
      <Page />
    </Suspense>
  );
}
