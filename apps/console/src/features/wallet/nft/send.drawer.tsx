import type { ReactNode } from 'react';
import type { DrawerProps } from '../../../ui/drawers.tsx';
import { SendForm } from './send-form.tsx';

/** `nftSend:<sub-wallet>:<chain>:<contract>:<number>`: asks for one to be sent. */
export default function SendDrawer({ args: [wallet, chain = '', contract = '', id = ''] }: DrawerProps): ReactNode {
  return <SendForm place={{ subWalletId: Number(wallet), chain, contract }} ids={[id]} />;
}
