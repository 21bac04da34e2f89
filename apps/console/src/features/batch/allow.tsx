import { ApiError } from '@holdfast/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { exactAmount } from '../../lib/amount.ts';
import { api } from '../../lib/api.ts';
import { newRequestId } from '../../lib/request-id.ts';
import { Button } from '../../ui/button.tsx';
import { AddressChip } from '../../ui/display.tsx';
import { useDrawers } from '../../ui/drawers.tsx';
import { Banner, useErrorText } from '../../ui/feedback.tsx';
import { Card, Detail as Fact } from '../../ui/layout.tsx';
import { StepUp } from '../../ui/step-up.tsx';
import { batchIdOf } from './use-batch.ts';
import type { Detail, Findings } from './view.ts';

interface AllowProps {
  readonly draft: Detail;
  readonly need: Findings['need_approve'];
  /** Something is to be mended first: the sum may change. */
  readonly waits: boolean;
}

/** Before a token is paid by the contract, members let it take exactly the sum, and what was left of before is taken back first. */
export function Allow({ draft, need, waits }: AllowProps): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  const [request_id, renew] = useState(newRequestId);
  const { push } = useDrawers();
  const cache = useQueryClient();
  const textOf = useErrorText();
  const { batch_id, version, symbol, total_amount } = draft;
  const ask = useMutation({
    meta: { quiet: true },
    mutationFn: () => api.batch.approve({ batch_id: batchIdOf(batch_id), version, request_id }),
    onSuccess: async ({ withdraw_id }) => {
      renew(newRequestId());
      push('approve', String(withdraw_id));
      await cache.invalidateQueries();
    },
  });
  const needsCode = ask.error instanceof ApiError && ask.error.refusal === 'stepUpRequired';
  const resets = Number(need.allowance) > 0;
  const sum = `${exactAmount(total_amount)} ${symbol}`;
  return (
    <Card title={t('tools:batch.allow')}>
      <div className="grid gap-4">
        <p className="text-mut">{t(resets ? 'tools:batch.allowReset' : 'tools:batch.allowText', { sum })}</p>
        <dl>
          <Fact name={t('tools:batch.contract')}>
            <AddressChip address={need.spender} />
          </Fact>
          <Fact name={t('tools:batch.allowed')}>
            {exactAmount(need.allowance)} {symbol}
          </Fact>
        </dl>
        {needsCode ? (
          <StepUp onDone={() => ask.mutate()} />
        ) : (
          ask.error && <Banner tone="bad">{textOf(ask.error)}</Banner>
        )}
        <div className="flex justify-end">
          {need.order ? (
            <Button onClick={() => push('approve', String(need.order?.withdraw_id))}>
              {t('tools:batch.allowOpen')}
            </Button>
          ) : (
            <Button
              variant="primary"
              className="max-md:w-full"
              disabled={waits || needsCode}
              busy={ask.isPending}
              onClick={() => ask.mutate()}
            >
              {t(resets ? 'tools:batch.takeBack' : 'tools:batch.allowAsk', { sum })}
            </Button>
          )}
        </div>
      </div>
    </Card>
  );
}
