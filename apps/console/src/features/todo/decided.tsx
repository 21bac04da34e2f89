import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { TodoItem } from '../../lib/inbox-item.ts';
import { ApprovalNodes } from '../../ui/approval-nodes.tsx';
import { DrawerBody } from '../../ui/drawers.tsx';
import { AskAgain } from './ask-again.tsx';
import { NextStep } from './next-step.tsx';
import { headline } from './title.ts';

/** In the drawer that leads to the signer's page, once there is nothing left to sign there: what the item waits for, or how it ended and why. */
export default function Decided({ item }: { item: TodoItem }): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  return (
    <DrawerBody>
      <h3 className="break-words font-semibold text-xl">{headline(t, item)}</h3>
      <NextStep item={item} withReason />
      <AskAgain item={item} inDrawer />
      {item.status === 0 && item.nodes.length > 0 && <ApprovalNodes nodes={item.nodes} />}
    </DrawerBody>
  );
}
