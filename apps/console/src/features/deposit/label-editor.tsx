import type { AddressId } from '@holdfast/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Check, Pencil, X } from 'lucide-react';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api.ts';
import { usePermission } from '../../lib/permission.ts';
import { IconButton } from '../../ui/button.tsx';
import { TextInput } from '../../ui/form.tsx';

const longest = 50;

interface LabelEditorProps {
  readonly addressId: AddressId;
  /** Where the address is. */
  readonly subWalletId: number;
  readonly label: string;
}

/** An address's name, changed in place. */
export function LabelEditor({ addressId, subWalletId, label }: LabelEditorProps): ReactNode {
  const { t } = useTranslation();
  const [draft, setDraft] = useState<string | null>(null);
  const mayEdit = usePermission('deposit.edit', subWalletId);
  const cache = useQueryClient();
  const save = useMutation({
    mutationFn: (text: string) => api.deposit.updateLabel({ address_id: addressId, label: text }),
    onSuccess: async () => {
      await cache.invalidateQueries({ queryKey: ['deposit'] });
      setDraft(null);
    },
  });
  if (draft === null)
    return (
      <span className="flex items-center gap-1 text-mut text-xs">
        <bdi className="truncate">{label === '' ? t('deposit.noLabel') : label}</bdi>
        {mayEdit && (
          <IconButton label={t('deposit.editLabel')} className="size-6 [&_svg]:size-3" onClick={() => setDraft(label)}>
            <Pencil aria-hidden />
          </IconButton>
        )}
      </span>
    );
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    save.mutate(draft);
  };
  return (
    <form className="flex items-center gap-1" onSubmit={submit}>
      <TextInput
        autoFocus
        value={draft}
        maxLength={longest}
        aria-label={t('deposit.label')}
        className="h-7 flex-1 text-xs"
        onChange={(event) => setDraft(event.target.value)}
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
