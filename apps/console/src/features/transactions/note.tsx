import { mostTags, noteMax } from '@holdfast/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { PencilLine } from 'lucide-react';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api.ts';
import { usePermission } from '../../lib/permission.ts';
import { Button } from '../../ui/button.tsx';
import { Field, Textarea, TextInput } from '../../ui/form.tsx';
import { Honest } from '../../ui/honest.tsx';
import { Tags } from './tags.tsx';
import { areTags, type Transaction, tagsIn } from './view.ts';

/** What members note about it for each other, which can be changed at any time; nobody signs it. */
export function Note({ transaction }: { transaction: Transaction }): ReactNode {
  const { t } = useTranslation();
  const [editing, setEditing] = useState(false);
  const mayEdit = usePermission('transaction.note');
  const { note, tags } = transaction;
  const empty = note === '' && tags.length === 0;
  if (empty && !mayEdit) return null;
  return (
    <section aria-label={t('tx.note.title')} className="grid gap-2">
      <div className="flex items-center justify-between gap-2">
        <h3 className="font-semibold">{t('tx.note.title')}</h3>
        {mayEdit && !editing && (
          <Button size="sm" variant="ghost" onClick={() => setEditing(true)}>
            <PencilLine aria-hidden />
            {t(empty ? 'tx.note.add' : 'tx.note.edit')}
          </Button>
        )}
      </div>
      {editing ? (
        <NoteForm transaction={transaction} onDone={() => setEditing(false)} />
      ) : (
        !empty && (
          <div className="grid gap-1.5 rounded-lg border border-line px-3.5 py-2.5">
            {note !== '' && <Honest className="break-words" text={note} />}
            {tags.length > 0 && (
              <span className="flex flex-wrap gap-1">
                <Tags tags={tags} />
              </span>
            )}
          </div>
        )
      )}
    </section>
  );
}

function NoteForm({ transaction, onDone }: { transaction: Transaction; onDone: () => void }): ReactNode {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const { id, type } = transaction;
  const [note, setNote] = useState(transaction.note);
  const [text, setText] = useState(transaction.tags.join(', '));
  const tags = tagsIn(text);
  const fault = areTags(tags) ? undefined : t('tx.note.tagsFault', { most: mostTags });
  const save = useMutation({
    mutationFn: () => api.transaction.saveNote({ id, type, note: note.trim(), tags }),
    onSuccess: async () => {
      await cache.invalidateQueries({ queryKey: ['transaction'] });
      onDone();
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (fault === undefined) save.mutate();
  };
  return (
    <form noValidate className="grid gap-3" onSubmit={submit}>
      <Field label={t('tx.note.text')} aside={`${note.length}/${noteMax}`}>
        <Textarea
          value={note}
          maxLength={noteMax}
          onChange={({ target }) => setNote(target.value.replace(/\s/g, ' '))}
        />
      </Field>
      <Field label={t('tx.note.tags')} error={fault} hint={t('tx.note.tagsHint')}>
        <TextInput value={text} onChange={({ target }) => setText(target.value)} />
      </Field>
      <div className="flex justify-end gap-2">
        <Button onClick={onDone}>{t('common.cancel')}</Button>
        <Button type="submit" variant="primary" busy={save.isPending}>
          {t('common.save')}
        </Button>
      </div>
    </form>
  );
}
