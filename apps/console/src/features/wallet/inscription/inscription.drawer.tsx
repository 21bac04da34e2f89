import { type ReactNode, Suspense } from 'react';
import { lazyScreen } from '../../../lib/lazy.ts';
import type { DrawerProps } from '../../../ui/drawers.tsx';

/** By itself: the list of drawers, which each of them loads, names all that a drawer needs at once. */
const View = lazyScreen(() => import('./sending.tsx'));

/** `inscription:<sub-wallet>:one:<inscription>:<chain>` or `inscription:<sub-wallet>:tick:<tick>:<chain>` */
export default function InscriptionDrawer(props: DrawerProps): ReactNode {
  return (
    <Suspense>
      <View {...props} />
    </Suspense>
  );
}
