import type { RuleType } from '@holdfast/policy';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { ruleTypes } from './search.ts';

interface TypeSwitchProps {
  readonly label: string;
  readonly value: RuleType;
  readonly onChange: (type: RuleType) => void;
}

/** What a rule, or a transaction, is about: one of three, side by side. */
export function TypeSwitch({ label, value, onChange }: TypeSwitchProps): ReactNode {
  const { t } = useTranslation(['translation', 'strategyEngine']);
  const name = useId();
  return (
    <fieldset className="grid min-w-0 gap-1.5">
      <legend className="mb-1.5 font-medium">{label}</legend>
      <div className="flex w-fit max-w-full rounded-lg border border-line bg-bg p-0.5">
        {ruleTypes.map((type) => (
          <label
            key={type}
            className="cursor-pointer rounded-md border border-transparent px-3 py-1 text-mut has-checked:border-line has-checked:bg-raise has-checked:font-medium has-checked:text-fg has-focus-visible:outline-2 has-focus-visible:outline-acc"
          >
            <input
              type="radio"
              name={name}
              className="sr-only"
              checked={value === type}
              onChange={() => onChange(type)}
            />
            {t(`strategyEngine:type.${type}`)}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
