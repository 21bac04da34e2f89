import type { ReactNode } from 'react';
import type { DrawerProps } from '../../ui/drawers.tsx';
import { AttemptForm } from './attempt-form.tsx';

/** `speedUp:<order>`: asks for a payment under way once more, for a higher fee. */
export default function SpeedUpDrawer(props: DrawerProps): ReactNode {
  return <AttemptForm {...props} action="speed_up" />;
}
