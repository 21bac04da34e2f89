import type { contract, Output } from '@holdfast/contract';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { api, isRefusal } from '../../lib/api.ts';
import { usePermission } from '../../lib/permission.ts';
import { queryClient } from '../../lib/query.ts';
import { notify } from '../../lib/toasts.ts';
import { Button } from '../../ui/button.tsx';
import { Banner, useErrorText } from '../../ui/feedback.tsx';
import { StepUp } from '../../ui/step-up.tsx';

type Stopped = Output<typeof contract.transaction.chains>['frozen'][number];

/** A coin whose books and chain differ: nothing of it is sent until they are compared again and agree, which whoever sees to the installation asks for. */
export function CoinStopped({ coin: { symbol, chain_id, contract_address, reason } }: { coin: Stopped }): ReactNode {
  const { t } = useTranslation();
  const mayLift = usePermission('setup.manage');
  const textOf = useErrorText();
  const lift = useMutation({
    meta: { quiet: true },
    mutationFn: () => api.transaction.unfreeze({ symbol, chain_id, contract_address }),
    onSuccess: () => {
      notify(t('tx.chain.lifted', { symbol }));
      void queryClient.invalidateQueries();
    },
  });
  const { error, isPending } = lift;
  const needsCode = isRefusal(error) && error.refusal === 'stepUpRequired';
  return (
    <Banner tone="bad" title={t('tx.chain.frozen', { symbol })}>
      <p>{reason}</p>
      {mayLift && (
        <div className="mt-2 grid justify-items-start gap-2">
          {needsCode ? (
            <StepUp onDone={() => lift.mutate()} />
          ) : (
            <Button size="sm" busy={isPending} onClick={() => lift.mutate()}>
              {t('tx.chain.lift')}
            </Button>
          )}
          {error && !needsCode && <p role="alert">{textOf(error)}</p>}
        </div>
      )}
    </Banner>
  );
}
