import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from './button.tsx';
import { NativeSelect } from './native-select.tsx';

interface PagerProps {
  readonly page: number;
  readonly pages: number;
  readonly total: number;
  /** The count stops at `total`; there may be more. */
  readonly bounded?: boolean;
  readonly onPage: (page: number) => void;
  /** What goes on where page numbers end, and what leads back before the first; each where there is something. */
  readonly beyond?: { readonly back: (() => void) | undefined; readonly on: (() => void) | undefined };
  /** How many rows a page has, where one may choose. */
  readonly size?: {
    readonly now: number;
    readonly choices: readonly number[];
    readonly onChange: (size: number) => void;
  };
}

export function Pager({ page, pages, total, bounded = false, onPage, beyond, size }: PagerProps): ReactNode {
  const { t } = useTranslation();
  const counted = total.toLocaleString('en-US');
  const [before, behind] = [
    page > 1 ? () => onPage(page - 1) : beyond?.back,
    page < pages ? () => onPage(page + 1) : beyond?.on,
  ];
  return (
    <div className="flex items-center justify-between gap-3 border-line border-t px-3 py-2 text-mut">
      <span>
        {bounded ? t('common.moreRows', { total: counted }) : t('common.rows', { count: total, total: counted })}
      </span>
      <span className="flex items-center gap-1">
        {size && (
          <NativeSelect
            label={t('common.pageSize')}
            value={String(size.now)}
            onValueChange={(value) => size.onChange(Number(value))}
            items={size.choices.map((count) => ({ value: String(count), label: t('common.perPage', { count }) }))}
          />
        )}
        <IconButton label={t('common.previous')} disabled={!before} onClick={() => before?.()}>
          <ChevronLeft aria-hidden />
        </IconButton>
        <span className="px-1 tabular-nums">{t('common.pageOf', { page, pages: Math.max(pages, 1) })}</span>
        <IconButton label={t('common.next')} disabled={!behind} onClick={() => behind?.()}>
          <ChevronRight aria-hidden />
        </IconButton>
      </span>
    </div>
  );
}
