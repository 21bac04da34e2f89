import type { contract, Output } from '@holdfast/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Field } from '../../ui/form.tsx';
import { Select } from '../../ui/select.tsx';
import { tierOf } from './view.ts';

export type Level = 1 | 2 | 3;
const levels = [1, 2, 3] as const;
const names = { 1: 'withdraw.fee.slow', 2: 'withdraw.fee.normal', 3: 'withdraw.fee.fast' } as const;

interface FeeChoiceProps {
  readonly label: string;
  readonly info: Pick<Output<typeof contract.withdraw.speedUpInfo>, 'tiers' | 'fee_symbol'>;
  readonly level: Level;
  readonly onLevel: (level: Level) => void;
}

/** How much more is paid at most for a transaction that waits. */
export function FeeChoice({ label, info, level, onLevel }: FeeChoiceProps): ReactNode {
  const { t } = useTranslation();
  const items = levels.flatMap((one) => {
    const tier = tierOf(info, one);
    const values = { fee: tier?.max_fee ?? '', symbol: info.fee_symbol };
    return tier ? [{ value: String(one), label: `${t(names[one])} · ${t('tx.speedUp.most', values)}` }] : [];
  });
  return (
    <Field label={label}>
      <Select
        aria-label={label}
        value={String(level)}
        items={items}
        onValueChange={(value) => onLevel(levels.find((one) => String(one) === value) ?? 2)}
      />
    </Field>
  );
}
