import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

/** How many blocks have been counted of those that are needed. */
export function Confirmations({ have, need }: { have: number; need: number }): ReactNode {
  const { t } = useTranslation();
  const text = t('tx.confirmations', { have, need });
  return (
    <div className="grid gap-1.5">
      <progress value={Math.min(have, need)} max={Math.max(need, 1)} aria-label={text} />
      <span className="text-mut text-xs tabular-nums">{text}</span>
    </div>
  );
}
