import { useMutation } from '@tanstack/react-query';
import { Check, Pencil, X } from 'lucide-react';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api.ts';
import { IconButton } from '../../ui/button.tsx';
import { TextInput } from '../../ui/form.tsx';
import { type OutputPlace, useRenew } from './use-output.ts';

const longest = 50;

interface OutputLabelProps {
  readonly place: OutputPlace;
  readonly label: string;
  readonly may: boolean;
}

/** An output's name, changed in place. */
export function OutputLabel({ place, label, may }: OutputLabelProps): ReactNode {
  const { t } = useTranslation();
  const [draft, setDraft] = useState<string | null>(null);
  const renew = useRenew();
  const save = useMutation({
    mutationFn: (text: string) => api.utxo.label({ ...place, label: text }),
    onSuccess: async () => {
      await renew();
      setDraft(null);
    },
  });
  if (draft === null)
    return label === '' && !may ? null : (
      <span className="flex items-center gap-1 text-xs">
        <bdi className={label === '' ? 'text-mut' : undefined}>{label === '' ? t('utxo.noLabel') : label}</bdi>
        {may && (
          <IconButton label={t('utxo.editLabel')} className="size-6 [&_svg]:size-3" onClick={() => setDraft(label)}>
            <Pencil aria-hidden />
          </IconButton>
        )}
      </span>
    );
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    save.mutate(draft.trim());
  };
  return (
    <form className="flex items-center gap-1" onSubmit={submit}>
      <TextInput
        autoFocus
        value={draft}
        maxLength={longest}
        aria-label={t('utxo.label')}
        className="h-7 flex-1 text-xs"
        onChange={({ target }) => setDraft(target.value)}
      />
      <IconButton label={t('common.save')} type="submit" busy={save.isPending}>
        <Check aria-hidden />
      </IconButton>
      <IconButton label={t('common.cancel')} onClick={() => setDraft(null)}>
        <X aria-hidden />
      </IconButton>
    </form>
  );
}
