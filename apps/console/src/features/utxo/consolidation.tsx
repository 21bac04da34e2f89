import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api.ts';
import { carryChosen } from '../../lib/chosen-outputs.ts';
import { usePermission } from '../../lib/permission.ts';
import { type CoinName, coinKey, subWalletIdOf } from '../../lib/wallets.ts';
import { Button } from '../../ui/button.tsx';
import { useDrawers } from '../../ui/drawers.tsx';
import { Banner } from '../../ui/feedback.tsx';
import { Field, TextInput } from '../../ui/form.tsx';
import { useRenew } from './use-output.ts';
import { choiceOf, type Found } from './view.ts';

interface ConsolidationProps {
  readonly found: Found;
  readonly coin: CoinName;
  readonly subWalletId: number;
}

/** When outputs are to be joined, as members said it; and, when it is so, the payment that joins them, which is asked for like any other. */
export function Consolidation(props: ConsolidationProps): ReactNode {
  const { found, subWalletId } = props;
  const { t } = useTranslation();
  const may = usePermission('wallet.edit', subWalletId);
  const [isEditing, setEditing] = useState(false);
  const { consolidation: rule, fee_unit: unit } = found;
  if (!rule && !may) return null;
  return (
    <section aria-label={t('utxo.consolidation')} className="grid gap-2">
      {rule?.due && <Due {...props} rule={rule} />}
      <div className="flex flex-wrap items-center justify-between gap-2 text-xs">
        <p className="text-mut">
          {rule
            ? t('utxo.consolidation.rule', { rate: `${rule.most_rate} ${unit}`, count: rule.more_than })
            : t('utxo.consolidation.none')}
        </p>
        {may && (
          <Button size="sm" aria-expanded={isEditing} onClick={() => setEditing(!isEditing)}>
            {t(rule ? 'utxo.consolidation.edit' : 'utxo.consolidation.set')}
          </Button>
        )}
      </div>
      {isEditing && <RuleForm {...props} onDone={() => setEditing(false)} />}
    </section>
  );
}

type Rule = NonNullable<Found['consolidation']>;

function Due({ coin, subWalletId, rule, found }: ConsolidationProps & { readonly rule: Rule }): ReactNode {
  const { t } = useTranslation();
  const drawers = useDrawers();
  const mayPay = usePermission('withdraw.create', subWalletId);
  const { outputs, rate } = rule;
  const join = (): void => {
    carryChosen([subWalletId, coinKey(coin)], outputs.map(choiceOf));
    drawers.push('withdraw', coinKey(coin), String(subWalletId), 'gather');
  };
  const addresses = new Set(outputs.map(({ address }) => address)).size;
  return (
    <Banner tone="info" title={t('utxo.consolidation.due', { rate: `${rate} ${found.fee_unit}` })}>
      <p>
        {t('utxo.consolidation.dueText', { count: outputs.length })}
        {addresses > 1 && ` ${t('withdraw.outputs.joins', { count: addresses })}`}
      </p>
      {mayPay && <Button onClick={join}>{t('utxo.consolidation.join', { count: outputs.length })}</Button>}
    </Banner>
  );
}

const isRate = (text: string): boolean => /^(0|[1-9]\d{0,5})(\.\d{1,3})?$/.test(text);
const isCount = (text: string): boolean => /^[1-9]\d{0,4}$/.test(text);

function RuleForm({
  found,
  coin,
  subWalletId,
  onDone,
}: ConsolidationProps & { readonly onDone: () => void }): ReactNode {
  const { t } = useTranslation();
  const { consolidation: rule, fee_unit: unit } = found;
  const [rate, setRate] = useState(rule?.most_rate ?? '');
  const [many, setMany] = useState(String(rule?.more_than ?? 10));
  const [tried, setTried] = useState(false);
  const renew = useRenew();
  const place = { sub_wallet_id: subWalletIdOf(subWalletId), ...coin };
  const save = useMutation({
    mutationFn: (wanted: { most_rate: string; more_than: number } | undefined) =>
      api.utxo.setConsolidation({ ...place, ...wanted }),
    onSuccess: async () => {
      await renew();
      onDone();
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    if (isRate(rate) && isCount(many)) save.mutate({ most_rate: rate, more_than: Number(many) });
  };
  const fault = (isFine: boolean): string | undefined =>
    tried && !isFine ? t('utxo.consolidation.numberMissing') : undefined;
  return (
    <form noValidate className="grid gap-3 rounded-lg border border-line p-3" onSubmit={submit}>
      <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
        <Field label={t('utxo.consolidation.mostRate')} aside={unit} error={fault(isRate(rate))}>
          <TextInput
            autoFocus
            inputMode="decimal"
            value={rate}
            onChange={({ target }) => setRate(target.value.trim())}
          />
        </Field>
        <Field label={t('utxo.consolidation.moreThan')} error={fault(isCount(many))}>
          <TextInput inputMode="numeric" value={many} onChange={({ target }) => setMany(target.value.trim())} />
        </Field>
      </div>
      <p className="text-mut text-xs">{t('utxo.consolidation.hint')}</p>
      <div className="flex flex-wrap justify-end gap-2">
        {rule && (
          <Button disabled={save.isPending} onClick={() => save.mutate(undefined)}>
            {t('utxo.consolidation.never')}
          </Button>
        )}
        <Button type="submit" variant="primary" busy={save.isPending}>
          {t('common.save')}
        </Button>
      </div>
    </form>
  );
}
