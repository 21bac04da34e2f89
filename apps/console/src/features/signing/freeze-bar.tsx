import { Snowflake } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../lib/query.ts';
import { Button } from '../../ui/button.tsx';
import { RelativeTime } from '../../ui/display.tsx';
import { useDrawers } from '../../ui/drawers.tsx';

/** On every screen while the signers sign nothing: who stopped them, why, and where to lift it. */
export default function FreezeBar(): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  const { push } = useDrawers();
  const freeze = useApi('signing', 'status', {}, { quiet: true }).data?.freeze;
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-x-3 gap-y-1 border-line border-b bg-bads px-5 py-1.5 text-bad max-md:px-3"
    >
      <Snowflake size={14} aria-hidden />
      <strong className="font-medium">{t('tools:freeze.bar')}</strong>
      {freeze && (
        <span className="min-w-0">
          <bdi>{freeze.by_name}</bdi> · <RelativeTime when={freeze.at} /> ·{' '}
          {freeze.proven ? t('tools:freeze.proven') : t('tools:freeze.said')}
          {freeze.reason !== '' && (
            <>
              {' '}
              · <bdi className="break-words">{freeze.reason}</bdi>
            </>
          )}
        </span>
      )}
      <Button size="sm" className="ml-auto" onClick={() => push('freeze')}>
        {t('tools:freeze.look')}
      </Button>
    </div>
  );
}
