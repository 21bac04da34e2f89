import { Snowflake } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../lib/query.ts';
import { AlertBar } from '../../ui/alert-bar.tsx';
import { Button } from '../../ui/button.tsx';
import { RelativeTime } from '../../ui/display.tsx';
import { useDrawers } from '../../ui/drawers.tsx';

/** On every screen while the signers sign nothing: who stopped them, why, and where to lift it. */
export default function FreezeBar(): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  const { push } = useDrawers();
  const freeze = useApi('signing', 'status', {}, { quiet: true }).data?.freeze;
  return (
    <AlertBar
      icon={Snowflake}
      actions={
        <Button size="sm" onClick={() => push('freeze')}>
          {t('tools:freeze.look')}
        </Button>
      }
    >
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
    </AlertBar>
  );
}
