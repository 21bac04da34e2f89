import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../button.tsx';
import { keepClear } from '../keep-clear.ts';

interface SelectionBarProps {
  readonly count: number;
  /** Of how many. */
  readonly total: number;
  /** What they come to, one text an asset. */
  readonly sums: readonly string[];
  readonly onClear: () => void;
  /** What can be done with them. */
  readonly children: ReactNode;
}

const sumsShown = 4;

/** How many rows are ticked, what they come to, and what can be done with them; stays in sight while the rows scroll. */
export function SelectionBar({ count, total, sums, onClear, children }: SelectionBarProps): ReactNode {
  const { t } = useTranslation();
  return (
    <div
      ref={keepClear}
      role="status"
      className="sticky bottom-0 z-10 flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-t bg-raise px-3 py-2 shadow-lg"
    >
      <IconButton label={t('common.clear')} onClick={onClear}>
        <X aria-hidden />
      </IconButton>
      <span className="font-medium tabular-nums">
        {t('table.selected', { count, selected: count.toLocaleString('en-US'), total: total.toLocaleString('en-US') })}
      </span>
      {sums.slice(0, sumsShown).map((sum) => (
        <span key={sum} className="text-mut tabular-nums">
          {sum}
        </span>
      ))}
      {sums.length > sumsShown && <span className="text-mut">+{sums.length - sumsShown}</span>}
      <span className="ml-auto flex flex-wrap items-center gap-2">{children}</span>
    </div>
  );
}
