import { type PolicyDocument, type RuleCase, type SimulatedTransaction, verdictOn } from '@holdfast/policy';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api.ts';
import { queryClient } from '../../lib/query.ts';
import { Button } from '../../ui/button.tsx';
import { TextInput } from '../../ui/form.tsx';

interface KeepCaseProps {
  readonly policy: PolicyDocument;
  readonly transaction: SimulatedTransaction;
}

/** What was tried, kept as a test case: later rules have to say the same of it. */
export function KeepCase({ policy, transaction }: KeepCaseProps): ReactNode {
  const { t } = useTranslation(['translation', 'strategyEngine']);
  const [name, setName] = useState('');
  const keep = useMutation({
    mutationFn: (one: RuleCase) => api.strategy.caseSave({ case: { ...one } }),
    onSuccess: () => setName(''),
    onSettled: () => queryClient.invalidateQueries(),
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const { got } = verdictOn(policy, transaction);
    if (name.trim() !== '') keep.mutate({ name: name.trim(), payment: transaction, expect: got });
  };
  return (
    <form onSubmit={submit} className="flex flex-wrap items-center gap-2 border-line border-t pt-3">
      <TextInput
        aria-label={t('strategyEngine:cases.name')}
        placeholder={t('strategyEngine:cases.name')}
        className="min-w-0 flex-1"
        maxLength={100}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <Button type="submit" busy={keep.isPending} disabled={name.trim() === ''}>
        {t('strategyEngine:cases.keep')}
      </Button>
    </form>
  );
}
