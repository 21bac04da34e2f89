import type { contract, Output } from '@holdfast/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api.ts';
import { usePermission } from '../../lib/permission.ts';
import { useApi } from '../../lib/query.ts';
import { type CoinName, subWalletIdOf } from '../../lib/wallets.ts';
import { Button } from '../../ui/button.tsx';
import { Banner, ErrorState, Skeleton } from '../../ui/feedback.tsx';
import { Field, TextInput } from '../../ui/form.tsx';

interface BumpRuleProps {
  readonly coin: CoinName;
  readonly subWalletId: number;
}
type Found = Output<typeof contract.withdraw.bumpRule>;

/** The rule of a sub-wallet on a network, and its form for those who may say it. */
export function BumpRule({ coin, subWalletId }: BumpRuleProps): ReactNode {
  const { t } = useTranslation();
  const may = usePermission('withdraw.rule', subWalletId);
  const [isEditing, setEditing] = useState(false);
  const place = { sub_wallet_id: subWalletIdOf(subWalletId), ...coin };
  const { data, error, refetch } = useApi('withdraw', 'bumpRule', place, { quiet: true, keep: true });
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton className="h-12 w-full" />;
  if (!data.supported) return <Banner tone="info">{t('tx.speedUp.problem.chain')}</Banner>;
  const { rule } = data;
  return (
    <section aria-label={t('tx.bump.title')} className="grid gap-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-mut">
          {rule ? t('tx.bump.rule', { minutes: rule.after_minutes, count: rule.times }) : t('tx.bump.none')}
        </p>
        {may && (
          <Button size="sm" aria-expanded={isEditing} onClick={() => setEditing(!isEditing)}>
            {t(rule ? 'tx.bump.edit' : 'tx.bump.set')}
          </Button>
        )}
      </div>
      {isEditing && <RuleForm place={place} rule={rule} onDone={() => setEditing(false)} />}
    </section>
  );
}

interface RuleFormProps {
  readonly place: Parameters<typeof api.withdraw.bumpRule>[0];
  readonly rule: Found['rule'];
  readonly onDone: () => void;
}
const isWithin = (text: string, most: number): boolean => /^[1-9]\d{0,4}$/.test(text) && Number(text) <= most;
const mostMinutes = 10_080;
const mostTimes = 10;

function useSave(place: RuleFormProps['place'], onDone: () => void) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (wanted: NonNullable<Found['rule']> | undefined) => api.withdraw.setBumpRule({ ...place, ...wanted }),
    onSuccess: async () => {
      await cache.invalidateQueries({ queryKey: ['withdraw'] });
      onDone();
    },
  });
}

function RuleForm({ place, rule, onDone }: RuleFormProps): ReactNode {
  const { t } = useTranslation();
  const [minutes, setMinutes] = useState(String(rule?.after_minutes ?? 30));
  const [times, setTimes] = useState(String(rule?.times ?? 3));
  const [tried, setTried] = useState(false);
  const save = useSave(place, onDone);
  const fault = (text: string, most: number): string | undefined =>
    tried && !isWithin(text, most) ? t('tx.bump.number', { most }) : undefined;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    if (isWithin(minutes, mostMinutes) && isWithin(times, mostTimes))
      save.mutate({ after_minutes: Number(minutes), times: Number(times) });
  };
  return (
    <form noValidate className="grid gap-3 rounded-lg border border-line p-3" onSubmit={submit}>
      <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
        <Field label={t('tx.bump.after')} aside={t('tx.bump.minutes')} error={fault(minutes, mostMinutes)}>
          <TextInput
            autoFocus
            inputMode="numeric"
            value={minutes}
            onChange={({ target }) => setMinutes(target.value.trim())}
          />
        </Field>
        <Field label={t('tx.bump.times')} error={fault(times, mostTimes)}>
          <TextInput inputMode="numeric" value={times} onChange={({ target }) => setTimes(target.value.trim())} />
        </Field>
      </div>
      <p className="text-mut text-xs">{t('tx.bump.hint')}</p>
      <div className="flex flex-wrap justify-end gap-2">
        {rule && (
          <Button disabled={save.isPending} onClick={() => save.mutate(undefined)}>
            {t('tx.bump.never')}
          </Button>
        )}
        <Button type="submit" variant="primary" busy={save.isPending}>
          {t('common.save')}
        </Button>
      </div>
    </form>
  );
}
