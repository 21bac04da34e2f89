import { Pencil, Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api.ts';
import { useForm } from '../../lib/form.ts';
import { usePermission } from '../../lib/permission.ts';
import { Button } from '../../ui/button.tsx';
import { BeneficiaryFields, Unsigned } from './beneficiary-fields.tsx';
import { beneficiaryFields, ownerOf, saidOf } from './entry-fields.ts';
import { useWrite } from './use-write.tsx';
import type { Entry } from './view.ts';

type Entryish = Pick<Entry, 'id' | 'owner'>;

/** Who is behind a listed payee's address: told as what members say, apart from what they signed, and changed in place. */
export function Beneficiary({ entry }: { entry: Entryish }): ReactNode {
  const { t } = useTranslation(['translation', 'whiteAddress']);
  const mayEdit = usePermission('addressBook.edit');
  const [state, turn] = useState<'first' | 'editing' | 'back'>('first');
  return (
    <section aria-label={t('whiteAddress:owner.title')} className="grid gap-2 rounded-lg border border-line p-3.5">
      <div className="flex min-h-7 items-center justify-between gap-3">
        <h3 className="font-medium">{t('whiteAddress:owner.title')}</h3>
        {mayEdit && state !== 'editing' && (
          <Button size="sm" autoFocus={state === 'back'} onClick={() => turn('editing')}>
            {entry.owner ? <Pencil aria-hidden /> : <Plus aria-hidden />}
            {t(entry.owner ? 'whiteAddress:own.edit' : 'whiteAddress:owner.add')}
          </Button>
        )}
      </div>
      {state === 'editing' ? <Editor entry={entry} onDone={() => turn('back')} /> : <Told {...entry} />}
    </section>
  );
}

function Told({ owner }: Pick<Entry, 'owner'>): ReactNode {
  const { t } = useTranslation(['translation', 'whiteAddress']);
  return (
    <>
      {owner ? (
        <div className="grid gap-0.5">
          <bdi className="break-words">{owner.name}</bdi>
          <span className="break-words text-mut">
            {t(owner.self_hosted === 1 ? 'whiteAddress:owner.selfHosted' : 'whiteAddress:owner.providedBy')}
            {owner.vasp && (
              <>
                {' · '}
                <bdi>{owner.vasp}</bdi>
              </>
            )}
          </span>
        </div>
      ) : (
        <p className="text-mut">{t('whiteAddress:owner.none')}</p>
      )}
      <Unsigned />
    </>
  );
}

function Editor({ entry, onDone }: { entry: Entryish; onDone: () => void }): ReactNode {
  const { t } = useTranslation(['translation', 'whiteAddress']);
  const labels = {
    owner: t('whiteAddress:owner.name'),
    vasp: t('whiteAddress:owner.vasp'),
    self_hosted: t('whiteAddress:owner.keeper'),
  };
  const form = useForm(beneficiaryFields, labels, saidOf(entry.owner));
  const { write, busy, panel } = useWrite(api.addressBook.ownerSave, ['addressBook'], onDone);
  return (
    <>
      <form
        noValidate
        className="grid gap-3"
        onSubmit={form.submit(() => write({ entry_id: entry.id, owner: ownerOf(form.values) }))}
      >
        <BeneficiaryFields form={form} />
        <div className="flex justify-end gap-2">
          <Button size="sm" onClick={onDone}>
            {t('common.cancel')}
          </Button>
          <Button size="sm" type="submit" variant="primary" busy={busy}>
            {t('whiteAddress:own.save')}
          </Button>
        </div>
      </form>
      {panel}
    </>
  );
}
