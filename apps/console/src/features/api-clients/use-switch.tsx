import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { api, isRefusal } from '../../lib/api.ts';
import { queryClient } from '../../lib/query.ts';
import { confirm } from '../../ui/confirm.tsx';
import { ProposalFault } from '../../ui/proposal.tsx';
import { StepUp } from '../../ui/step-up.tsx';
import type { ApiClient } from './view.ts';

interface Switch {
  readonly ask: (on: boolean) => void;
  readonly busy: boolean;
  /** A fresh code where the last is too old, or what was wrong. */
  readonly panel: ReactNode;
}

/** Switching an API client off holds at once; switching it on again is a proposal. Both are asked once more. */
export function useSwitch({ app_id, name }: ApiClient): Switch {
  const { t } = useTranslation(['translation', 'apiPage']);
  const change = useMutation({
    mutationFn: ({ on, remark }: { on: boolean; remark: string }) =>
      api.apiClient.saveStatus({ app_id, status: on ? 1 : 0, remark }),
    onSuccess: () => void queryClient.invalidateQueries(),
    meta: { quiet: true },
  });
  const { error, variables } = change;
  const ask = async (on: boolean): Promise<void> => {
    const kind = on ? 'on' : 'off';
    const { result, remark } = await confirm({
      type: on ? 'info' : 'remove',
      title: t(`apiPage:switch.${kind}`, { name }),
      content: t(`apiPage:switch.${kind}Text`),
      remark: t('common.remark'),
      confirmText: t(on ? 'apiPage:propose' : 'apiPage:turnOff'),
    });
    if (result === 'confirm') change.mutate({ on, remark });
  };
  const panel =
    isRefusal(error) && error.refusal === 'stepUpRequired' ? (
      <StepUp onDone={() => variables && change.mutate(variables)} />
    ) : (
      <ProposalFault error={error} />
    );
  return { ask: (on) => void ask(on), busy: change.isPending, panel };
}
