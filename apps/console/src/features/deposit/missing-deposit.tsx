import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api.ts';
import { usePermission } from '../../lib/permission.ts';
import { notify } from '../../lib/toasts.ts';
import { Button } from '../../ui/button.tsx';
import { Field, TextInput } from '../../ui/form.tsx';
import { type RescanAsk, rescanAsk } from './rescan-view.ts';

/** A deposit that the chain has and the books have not: its blocks are looked at again. What was credited stays credited once. */
export function MissingDeposit({ chain, network }: { chain: string; network: string }): ReactNode {
  const { t } = useTranslation();
  const may = usePermission('setup.manage');
  const cache = useQueryClient();
  const [text, setText] = useState('');
  const [isWrong, setWrong] = useState(false);
  const rescan = useMutation({
    mutationFn: (ask: RescanAsk) => api.transaction.rescan({ chain_id: chain, ...ask }),
    onSuccess: async ({ blocks, found }) => {
      notify(found === 0 ? t('deposit.rescanNone', { count: blocks }) : t('deposit.rescanFound', { count: found }));
      await cache.invalidateQueries({ queryKey: ['transaction'] });
    },
  });
  if (!may) return null;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const ask = rescanAsk(text);
    setWrong(ask === undefined);
    if (ask) rescan.mutate(ask);
  };
  return (
    <details>
      <summary className="cursor-pointer font-semibold">{t('deposit.rescan')}</summary>
      <form noValidate className="mt-2 grid gap-2" onSubmit={submit}>
        <p className="text-mut">{t('deposit.rescanText', { network })}</p>
        <Field
          label={t('deposit.rescanWhere')}
          hint={t('deposit.rescanHint')}
          error={isWrong ? t('deposit.rescanWrong') : undefined}
        >
          <TextInput
            className="mono"
            maxLength={80}
            value={text}
            onChange={({ target }) => {
              setText(target.value);
              setWrong(false);
            }}
          />
        </Field>
        <Button type="submit" className="justify-self-start" busy={rescan.isPending}>
          {t('deposit.rescanStart')}
        </Button>
      </form>
    </details>
  );
}
