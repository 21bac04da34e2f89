import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

/** Who is said to be behind a payee. A word in front tells it from the label, which members have signed: anything may be said here. */
export function UnsignedName({ name }: { name: string }): ReactNode {
  const { t } = useTranslation(['translation', 'whiteAddress']);
  return (
    <span className="flex min-w-0 items-center gap-1.5 text-mut text-xs" title={t('whiteAddress:owner.unsigned')}>
      <span className="shrink-0 rounded border border-line border-dashed px-1 text-[11px] leading-3">
        {t('whiteAddress:owner.notSigned')}
      </span>{' '}
      <bdi className="truncate max-md:whitespace-normal max-md:wrap-anywhere">{name}</bdi>
    </span>
  );
}
