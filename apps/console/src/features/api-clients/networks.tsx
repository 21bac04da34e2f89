import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

/** From where the server listens to an API client; of a long list the first ones. */
export function Networks({ list, most = list.length }: { list: readonly string[]; most?: number }): ReactNode {
  const { t } = useTranslation(['translation', 'apiPage']);
  if (list.length === 0) return <span className="text-warn">{t('apiPage:anywhere')}</span>;
  const more = list.length - most;
  return (
    <span className="grid leading-tight" title={list.join('\n')}>
      {list.slice(0, most).map((one) => (
        <span key={one} className="mono text-[13px]">
          {one}
        </span>
      ))}
      {more > 0 && <span className="text-mut text-xs">{t('apiPage:more', { count: more })}</span>}
    </span>
  );
}
