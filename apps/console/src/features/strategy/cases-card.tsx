import type { PolicyDocument } from '@holdfast/policy';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api.ts';
import { usePermission } from '../../lib/permission.ts';
import { queryClient } from '../../lib/query.ts';
import { Card } from '../../ui/layout.tsx';
import { CaseList } from './case-list.tsx';
import { useCases } from './use-cases.ts';

/** The kept test cases under the rules in force, or under a draft. */
export function CasesCard({ policy }: { policy: PolicyDocument }): ReactNode {
  const { t } = useTranslation(['translation', 'strategyEngine']);
  const mayEdit = usePermission('strategy.edit');
  const { cases, loaded } = useCases();
  const remove = useMutation({
    mutationFn: (name: string) => api.strategy.caseDelete({ name }),
    onSettled: () => queryClient.invalidateQueries(),
  });
  return (
    <Card title={t('strategyEngine:cases.title')}>
      {loaded && cases.length === 0 && <p className="text-mut">{t('strategyEngine:cases.empty')}</p>}
      {cases.length > 0 && (
        <CaseList
          policy={policy}
          cases={cases}
          {...(mayEdit ? { onRemove: (name: string) => remove.mutate(name) } : {})}
        />
      )}
    </Card>
  );
}
