import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api.ts';
import { Button } from '../../ui/button.tsx';
import { Field, TextInput } from '../../ui/form.tsx';
import { type OutputPlace, useRenew } from './use-output.ts';

const longest = 200;

/** Why it is frozen; nobody freezes without saying so. */
export function FreezeForm({ place, onDone }: { place: OutputPlace; onDone: () => void }): ReactNode {
  const { t } = useTranslation();
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const renew = useRenew();
  const freeze = useMutation({
    mutationFn: () => api.utxo.freeze({ ...place, reason: reason.trim() }),
    onSuccess: async () => {
      await renew();
      onDone();
    },
  });
  const isMissing = reason.trim() === '';
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    if (!isMissing) freeze.mutate();
  };
  return (
    <form noValidate className="grid grid-cols-[1fr_auto] items-start gap-2" onSubmit={submit}>
      <Field
        label={t('utxo.reason')}
        hint={t('utxo.freezeHint')}
        error={tried && isMissing ? t('utxo.reasonMissing') : undefined}
      >
        <TextInput autoFocus maxLength={longest} value={reason} onChange={({ target }) => setReason(target.value)} />
      </Field>
      <Button type="submit" variant="primary" className="mt-6" busy={freeze.isPending}>
        {t('utxo.freeze')}
      </Button>
    </form>
  );
}
