import { transactionType } from '@holdfast/contract';
import { RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { againText, wayAgain } from '../../lib/again.ts';
import type { TodoItem } from '../../lib/inbox-item.ts';
import { usePermission } from '../../lib/permission.ts';
import { ownMember } from '../../lib/signer-link.ts';
import { ApprovalNodes } from '../../ui/approval-nodes.tsx';
import { Button } from '../../ui/button.tsx';
import { DrawerBody, useDrawers } from '../../ui/drawers.tsx';
import { NextStep } from './next-step.tsx';
import { headline } from './title.ts';

/** In the drawer that leads to the signer's page, once there is nothing left to sign there: what the item waits for, or how it ended and why. */
export default function Decided({ item }: { item: TodoItem }): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  return (
    <DrawerBody>
      <h3 className="break-words font-semibold text-xl">{headline(t, item)}</h3>
      <NextStep item={item} withReason />
      <AskAgain item={item} />
      {item.status === 0 && item.nodes.length > 0 && <ApprovalNodes nodes={item.nodes} />}
    </DrawerBody>
  );
}

/** Whoever asked goes on from what came to nothing. */
function AskAgain({ item: { item_id, payment, state, initiator } }: { item: TodoItem }): ReactNode {
  const { t } = useTranslation();
  const drawers = useDrawers();
  const mayAsk = usePermission('withdraw.create', 'anywhere') && initiator.id === ownMember();
  if (!payment || payment.drops !== null || !mayAsk) return null;
  const again = againText({ type: transactionType.withdraw, status: state, ...payment });
  if (again !== 'tx.sendAgain') return null;
  return (
    <Button variant="primary" onClick={() => drawers.replace('withdraw', ...wayAgain(item_id, payment))}>
      <RotateCw aria-hidden />
      {t(again)}
    </Button>
  );
}
