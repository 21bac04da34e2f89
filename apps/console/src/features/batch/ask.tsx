import { ApiError } from '@holdfast/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { ArrowUpRight } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { exactAmount } from '../../lib/amount.ts';
import { api } from '../../lib/api.ts';
import { newRequestId } from '../../lib/request-id.ts';
import { Button } from '../../ui/button.tsx';
import { Banner, useErrorText } from '../../ui/feedback.tsx';
import { Checkbox, Field, Textarea } from '../../ui/form.tsx';
import { Card } from '../../ui/layout.tsx';
import { NoAnswer } from '../../ui/no-answer.tsx';
import { StepUp } from '../../ui/step-up.tsx';
import { recordsPath } from './search.ts';
import type { Detail, Findings } from './view.ts';

const remarkMax = 200;
interface AskProps {
  readonly draft: Detail;
  readonly findings: Findings;
  readonly busy: boolean;
  /** Rows with something to mend. */
  readonly faulty: number;
}

/** The way to one approval over exactly these rows. Tried again without an answer it asks for the same order, never for a second one. */
export function Ask({ draft, findings, busy, faulty }: AskProps): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  const [requestId] = useState(newRequestId);
  const [remark, setRemark] = useState('');
  const [looked, setLooked] = useState(0);
  const cache = useQueryClient();
  const navigate = useNavigate();
  const textOf = useErrorText();
  const { batch_id, version, symbol, total_amount, row_count } = draft;
  const done = async (id: number): Promise<void> => {
    await navigate({ to: `/mpc/${recordsPath}`, search: { d: `batch:${batch_id}~approve:${id}` } });
    await cache.invalidateQueries();
  };
  const ask = useMutation({
    meta: { quiet: true },
    mutationFn: (request_id: string) =>
      api.batch.submit({
        batch_id,
        version,
        request_id,
        remark: remark.trim(),
        ...(findings.fee ? { max_fee: findings.fee.max_fee } : {}),
      }),
    onSuccess: ({ withdraw_id }) => done(withdraw_id),
  });
  const submit = (): void => ask.mutate(`${requestId}.${version}`);
  const needsCode = ask.error instanceof ApiError && ask.error.refusal === 'stepUpRequired';
  const open = findings.unseen.length > 0 || findings.problem.code !== 0;
  const amount = `${exactAmount(total_amount)} ${symbol}`;
  return (
    <Card>
      <div className="grid gap-4">
        <Field label={t('common.remark')} aside={`${remark.length}/${remarkMax}`}>
          <Textarea maxLength={remarkMax} value={remark} onChange={({ target }) => setRemark(target.value)} />
        </Field>
        {faulty > 0 && <Banner tone="warn">{t('tools:batch.toMend', { count: faulty })}</Banner>}
        {findings.unseen.length > 0 && (
          <Banner tone="warn">{t('tools:batch.toLook', { count: findings.unseen.length })}</Banner>
        )}
        {faulty === 0 && (
          <Checkbox
            label={t('tools:batch.acknowledge', { count: row_count, amount })}
            checked={looked === version}
            disabled={open || busy}
            onChange={({ target }) => setLooked(target.checked ? version : 0)}
          />
        )}
        {needsCode ? (
          <StepUp onDone={submit} />
        ) : (
          <>
            {ask.error instanceof ApiError && <Banner tone="bad">{textOf(ask.error)}</Banner>}
            <NoAnswer
              error={ask.error}
              look={ask.variables === undefined ? undefined : { requestId: ask.variables, onFound: done }}
            />
          </>
        )}
        {/* What it would come to is known once every row is sound. */}
        {faulty === 0 && (
          <div className="flex justify-end">
            <Button
              variant="primary"
              size="lg"
              className="max-md:w-full"
              disabled={open || looked !== version || needsCode || busy}
              busy={ask.isPending}
              onClick={submit}
            >
              <ArrowUpRight aria-hidden />
              {t('tools:batch.ask', { amount, count: row_count })}
            </Button>
          </div>
        )}
      </div>
    </Card>
  );
}
