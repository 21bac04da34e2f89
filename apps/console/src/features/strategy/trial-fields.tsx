import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { TrialProps } from './conditions/condition-form.ts';
import { conditionForms } from './conditions/index.ts';
import { NumberField } from './number-field.tsx';

/** Everything that rules ask of a transaction, for somebody to imagine one; then what signers know by themselves. */
export function TrialFields(props: TrialProps): ReactNode {
  const { t } = useTranslation(['translation', 'strategyEngine']);
  const { trial, onChange } = props;
  const own = { trial, onChange };
  return (
    <div className="grid grid-cols-2 items-start gap-3 max-md:grid-cols-1">
      {Object.entries(conditionForms).map(([name, { Trial }]) => (
        <Trial key={name} {...props} />
      ))}
      <NumberField
        label={t('strategyEngine:try.price')}
        name="price"
        hint={t('strategyEngine:try.priceHint')}
        {...own}
      />
      <NumberField
        label={t('strategyEngine:try.spent')}
        name="spent"
        hint={t('strategyEngine:try.spentHint')}
        {...own}
      />
    </div>
  );
}
