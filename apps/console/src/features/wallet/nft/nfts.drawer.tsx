import { type ReactNode, Suspense } from 'react';
import { lazyScreen } from '../../../lib/lazy.ts';
import type { DrawerProps } from '../../../ui/drawers.tsx';

/** By itself: the list of drawers, which each of them loads, names all that a drawer needs at once. */
const View = lazyScreen(() => import('./nfts.tsx'));

/** `nfts:<sub-wallet>[:<chain>:<contract>[:<number>]]` */
export default function NftsDrawer(props: DrawerProps): ReactNode {
  return (
    <Suspense>
      <View {...props} />
    </Suspense>
  );
}
