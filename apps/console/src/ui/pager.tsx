import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from './button.tsx';

interface PagerProps {
  readonly page: number;
  readonly pages: number;
  readonly total: number;
  /** The count stops at `total`; there may be more. */
  readonly bounded?: boolean;
  readonly onPage: (page: number) => void;
}

export function Pager({ page, pages, total, bounded = false, onPage }: PagerProps): ReactNode {
  const { t } = useTranslation();
  return (
    <div className="flex items-center justify-between gap-3 border-line border-t px-3 py-2 text-mut">
      <span>{t('common.rows', { count: total, total: `${total.toLocaleString('en-US')}${bounded ? '+' : ''}` })}</span>
      <span className="flex items-center gap-1">
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
