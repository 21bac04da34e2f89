import { transactionType } from '@holdfast/contract';
import { RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { againText, wayAgain } from '../../lib/again.ts';
import type { TodoItem } from '../../lib/inbox-item.ts';
import { usePermission } from '../../lib/permission.ts';
import { ownMember } from '../../lib/signer-link.ts';
import { Button } from '../../ui/button.tsx';
import { useDrawers } from '../../ui/drawers.tsx';

interface AskAgainProps {
  readonly item: TodoItem;
  /** The form takes the place of the drawer that it stands in; from the inbox it opens over it. */
  readonly inDrawer?: boolean;
}

/** Whoever asked goes on from what came to nothing. */
export function AskAgain({ item, inDrawer = false }: AskAgainProps): ReactNode {
  const { item_id, payment, state, initiator } = item;
  const { t } = useTranslation();
  const drawers = useDrawers();
  const mayAsk = usePermission('withdraw.create', 'anywhere') && initiator.id === ownMember();
  if (!payment || payment.drops !== null || !mayAsk) return null;
  const again = againText({ type: transactionType.withdraw, status: state, ...payment });
  if (again !== 'tx.sendAgain') return null;
  const open = inDrawer ? drawers.replace : drawers.push;
  return (
    <Button
      variant="primary"
      size={inDrawer ? 'md' : 'sm'}
      onClick={() => open('withdraw', ...wayAgain(item_id, payment))}
    >
      <RotateCw aria-hidden />
      {t(again)}
    </Button>
  );
}
