import type { ReactNode } from 'react';
import type { FieldProps } from './conditions/condition-form.ts';
import { conditionForms } from './conditions/index.ts';

/** Everything that has to hold for the rule to speak. */
export const ConditionFields = (props: FieldProps): ReactNode =>
  Object.entries(conditionForms).map(([name, { Field }]) => <Field key={name} {...props} />);
