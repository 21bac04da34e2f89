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
  /** How many rows a page has, where one may choose. */
  readonly size?: {
    readonly now: number;
    readonly choices: readonly number[];
    readonly onChange: (size: number) => void;
  };
}

export function Pager({ page, pages, total, bounded = false, onPage, size }: PagerProps): ReactNode {
  const { t } = useTranslation();
  return (
    <div className="flex items-center justify-between gap-3 border-line border-t px-3 py-2 text-mut">
      <span>{t('common.rows', { count: total, total: `${total.toLocaleString('en-US')}${bounded ? '+' : ''}` })}</span>
      <span className="flex items-center gap-1">
        {size && (
          <NativeSelect
            label={t('common.pageSize')}
            value={String(size.now)}
            onValueChange={(value) => size.onChange(Number(value))}
            items={size.choices.map((count) => ({ value: String(count), label: t('common.perPage', { count }) }))}
          />
        )}
        <IconButton label={t('common.previous')} disabled={page <= 1} onClick={() => onPage(page - 1)}>
          <ChevronLeft aria-hidden />
        </IconButton>
        <span className="px-1 tabular-nums">{t('common.pageOf', { page, pages: Math.max(pages, 1) })}</span>
        <IconButton label={t('common.next')} disabled={page >= pages} onClick={() => onPage(page + 1)}>
          <ChevronRight aria-hidden />
        </IconButton>
      </span>
    </div>
  );
}
