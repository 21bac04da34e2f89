import type { OrderId } from '@holdfast/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api.ts';
import type { TodoItem } from '../../lib/inbox-item.ts';
import { notify } from '../../lib/toasts.ts';
import { Button } from '../../ui/button.tsx';
import { confirm } from '../../ui/confirm.tsx';

/** Takes back one's own request. Nothing is signed for it: it only ends something. */
export function CancelButton({ item }: { item: TodoItem }): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  const cache = useQueryClient();
  const cancel = useMutation({
    mutationFn: async (remark: string): Promise<void> => {
      if (item.payment) await api.withdraw.cancel({ withdraw_id: item.item_id as OrderId, remark });
      else await api.strategy.cancel({ item_id: item.item_id });
    },
    onSuccess: () => notify(t('tools:todo.cancelled')),
    onSettled: () => cache.invalidateQueries(),
  });
  const ask = async (): Promise<void> => {
    const answer = await confirm({
      type: 'remove',
      title: t('tools:todo.cancelTitle'),
      content: t('tools:todo.cancelText'),
      confirmText: t('tools:todo.cancel'),
      ...(item.payment ? { remark: t('common.remark') } : {}),
    });
    if (answer.result === 'confirm') cancel.mutate(answer.remark.trim());
  };
  return (
    <Button className="shrink-0" busy={cancel.isPending} onClick={() => void ask()}>
      <Undo2 aria-hidden />
      {t('tools:todo.cancel')}
    </Button>
  );
}
