import type { Outcome, PolicyDocument } from '@holdfast/policy';
import { memberName } from '@holdfast/review/sentences';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { ruleName } from '../../lib/rule.ts';

/** Of one person the name says how many are needed. */
export const nodeWords = ({ threshold, eligible }: Pick<Outcome['nodes'][number], 'threshold' | 'eligible'>) =>
  threshold === 1 && eligible.length === 1 ? 'nodeOne' : 'node';

/** What rules say of a payment, as a sentence: which rule decides, and who would have to approve. */
export function useOutcomeText(): (policy: PolicyDocument, outcome: Outcome) => string {
  const { t } = useTranslation(['translation', 'strategyEngine']);
  return useCallback(
    (policy, { action, problem, rule: met, nodes }) => {
      const rule = ruleName(t, met) || t('strategyEngine:try.unnamed');
      if (problem) return t(`strategyEngine:outcome.${problem}`, { rule });
      if (action !== 'flow') return t('strategyEngine:outcome.pass', { rule });
      const people = nodes.map(({ name, threshold, eligible }) =>
        t(`strategyEngine:outcome.${nodeWords({ threshold, eligible })}`, {
          name,
          need: threshold,
          people: eligible.map((id) => memberName({ policy }, id)).join(', '),
        }),
      );
      return [t('strategyEngine:outcome.flow', { rule }), ...people].join(' · ');
    },
    [t],
  );
}
