import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

/** How many blocks have been counted of those that are needed; once there are enough nobody counts on. */
export function Confirmations({ have, need }: { have: number; need: number }): ReactNode {
  const { t } = useTranslation();
  const counted = Math.min(have, need);
  const text = t('tx.confirmations', { have: counted, need });
  return (
    <div className="grid gap-1.5">
      <progress value={counted} max={Math.max(need, 1)} aria-label={text} />
      <span className="text-mut text-xs tabular-nums">{text}</span>
    </div>
  );
}
