import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Honest } from '../../ui/honest.tsx';
import { UnsignedName } from '../../ui/unsigned-name.tsx';
import { type Entry, typeView } from './view.ts';

/** What names a payee in a list; only what the workspace lists has a type and somebody behind it. */
export type Named = Pick<Entry, 'label'> &
  Partial<Pick<Entry, 'type' | 'owner'>> & { readonly similar: readonly unknown[] };

/** A payee's label, what kind of address it is where that is known, and who is behind it. */
export function PayeeName({ payee: { label, similar, type, owner } }: { payee: Named }): ReactNode {
  const { t } = useTranslation(['translation', 'whiteAddress']);
  const mark = type === undefined ? undefined : typeView(type).mark;
  return (
    <span className="grid min-w-0 leading-tight">
      <span className="flex min-w-0 items-center gap-1.5">
        <Honest className="truncate font-medium max-md:whitespace-normal max-md:wrap-anywhere" text={label} />
        {mark && (
          <span className="shrink-0 rounded border border-line px-1 text-[11px] text-mut leading-4">{t(mark)}</span>
        )}
        {similar.length > 0 && (
          <TriangleAlert size={13} className="shrink-0 text-warn" role="img" aria-label={t('whiteAddress:similar')} />
        )}
      </span>
      {owner && <UnsignedName name={owner.name} />}
    </span>
  );
}
