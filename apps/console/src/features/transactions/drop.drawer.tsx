import type { ReactNode } from 'react';
import type { DrawerProps } from '../../ui/drawers.tsx';
import { AttemptForm } from './attempt-form.tsx';

/** `dropPayment:<order>`: asks that nothing is made in the place of a payment under way. */
export default function DropDrawer(props: DrawerProps): ReactNode {
  return <AttemptForm {...props} action="drop" />;
}
