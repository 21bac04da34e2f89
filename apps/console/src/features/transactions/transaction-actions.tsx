import { type DepositId, isOrderType, type OrderId, todoType, transactionType } from '@holdfast/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Ban, ListChecks, PencilLine, Printer, RotateCw, ShieldCheck, Signature, Undo2, Zap } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { againText, wayAgain } from '../../lib/again.ts';
import { api } from '../../lib/api.ts';
import { isDecided, myAction } from '../../lib/inbox-item.ts';
import { usePermission } from '../../lib/permission.ts';
import { useApi } from '../../lib/query.ts';
import { ownMember } from '../../lib/signer-link.ts';
import { isSigned } from '../../lib/stake-text.ts';
import { notify } from '../../lib/toasts.ts';
import { Button } from '../../ui/button.tsx';
import { confirm } from '../../ui/confirm.tsx';
import { useDrawers } from '../../ui/drawers.tsx';
import { useBatch } from './use-batch.ts';
import type { Transaction } from './view.ts';

/** What may be done with it now. */
export function TransactionActions({ transaction }: { transaction: Transaction }): ReactNode {
  const { t } = useTranslation();
  const drawers = useDrawers();
  const { can, id, type } = transaction;
  const isOrder = isOrderType(type);
  const again = againText(transaction);
  const mayAsk = usePermission('withdraw.create', 'anywhere') && again !== undefined;
  return (
    <>
      <Button onClick={() => drawers.push('receipt', String(type), String(id))}>
        <Printer aria-hidden />
        {t('tx.receipt')}
      </Button>
      {isSigned(transaction.stake) && (
        <Button onClick={() => drawers.push('signature', String(id))}>
          <Signature aria-hidden />
          {t('message.signature')}
        </Button>
      )}
      {mayAsk && (
        <Button
          onClick={() =>
            drawers.push('withdraw', ...wayAgain(id, { ...transaction, chain_id: transaction.evidence.chain_id }))
          }
        >
          <RotateCw aria-hidden />
          {t(again)}
        </Button>
      )}
      <BatchButton transaction={transaction} />
      {can.remark && !isOrder && <RemarkButton transaction={transaction} />}
      {can.speed_up && (
        <Button onClick={() => drawers.push('speedUp', String(id))}>
          <Zap aria-hidden />
          {t('tx.speedUp.button')}
        </Button>
      )}
      {can.drop && (
        <Button variant="danger" onClick={() => drawers.push('dropPayment', String(id))}>
          <Ban aria-hidden />
          {t('tx.drop.button')}
        </Button>
      )}
      {can.refund && (
        <Button onClick={() => drawers.push('refund', String(id))}>
          <Undo2 aria-hidden />
          {t('tx.refund.button')}
        </Button>
      )}
      {can.cancel && <CancelButton transaction={transaction} />}
      {can.audit && isOrder && <ApproveButton transaction={transaction} />}
    </>
  );
}

/** What became of each row of a batch, and the way to ask anew for those that were not paid. */
function BatchButton({ transaction }: { transaction: Transaction }): ReactNode {
  const { t } = useTranslation();
  const drawers = useDrawers();
  const { id } = useBatch(transaction);
  if (!id) return null;
  return (
    <Button onClick={() => drawers.push('batch', String(id))}>
      <ListChecks aria-hidden />
      {t('batch.title')}
    </Button>
  );
}

/** The main thing to do for whose turn it is; who has decided has no way left there, and others may look where it leads. */
function ApproveButton({ transaction }: { transaction: Transaction }): ReactNode {
  const { t } = useTranslation();
  const { id, awaits_initiator, initiator } = transaction;
  const drawers = useDrawers();
  const { data } = useApi('todo', 'info', { item_type: todoType.withdraw, item_id: id }, { quiet: true });
  if (data && isDecided(data)) return null;
  return (
    <Button
      variant={data?.my_action === myAction.decide ? 'primary' : 'ghost'}
      onClick={() => drawers.push('approve', String(id))}
    >
      <ShieldCheck aria-hidden />
      {t(awaits_initiator && initiator === ownMember() ? 'tx.unsigned.sign' : 'tx.approve')}
    </Button>
  );
}

function CancelButton({ transaction }: { transaction: Transaction }): ReactNode {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const cancel = useMutation({
    mutationFn: (remark: string): Promise<unknown> =>
      transaction.type === transactionType.web3
        ? api.web3.cancel({ trans_id: transaction.id as OrderId, remark })
        : api.withdraw.cancel({ withdraw_id: transaction.id as OrderId, remark }),
    onSuccess: () => notify(t('tx.cancelled')),
    onSettled: () => cache.invalidateQueries(),
  });
  const ask = async (): Promise<void> => {
    const answer = await confirm({
      type: 'remove',
      title: t('tx.cancelTitle'),
      content: t('tx.cancelText'),
      remark: t('common.remark'),
      confirmText: t('tx.cancelConfirm'),
    });
    if (answer.result === 'confirm') cancel.mutate(answer.remark.trim());
  };
  return (
    <Button busy={cancel.isPending} onClick={() => void ask()}>
      <Undo2 aria-hidden />
      {t('tx.cancel')}
    </Button>
  );
}

function RemarkButton({ transaction }: { transaction: Transaction }): ReactNode {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const save = useMutation({
    mutationFn: (remark: string) => api.deposit.addRemark({ deposit_id: transaction.id as DepositId, remark }),
    onSuccess: async () => {
      notify(t('tx.remarkSaved'));
      await cache.invalidateQueries({ queryKey: ['transaction'] });
    },
  });
  const ask = async (): Promise<void> => {
    const answer = await confirm({
      type: 'info',
      title: t('tx.remarkTitle'),
      content: t('tx.remarkText'),
      remark: t('common.remark'),
    });
    if (answer.result === 'confirm') save.mutate(answer.remark.trim());
  };
  return (
    <Button busy={save.isPending} onClick={() => void ask()}>
      <PencilLine aria-hidden />
      {t('tx.addRemark')}
    </Button>
  );
}
