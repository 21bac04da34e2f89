import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { hasDraft } from '../lib/dirty.ts';
import { useApi } from '../lib/query.ts';
import { useReach } from '../lib/reach.ts';
import { Button } from '../ui/button.tsx';
import { notices } from './areas.ts';
import { refreshPage } from './failed-page.tsx';
import { useNewVersion } from './new-version.ts';

/** A freeze is seen by everybody soon; it is in force before that. */
const freezeMs = 4_000;
/** What happened while nobody looked is asked for when the screen itself is there. */
const laterMs = 1_000;

function useLater(): boolean {
  const [later, setLater] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => {
      setLater(true);
      void import('./ahead.ts').catch(() => undefined);
    }, laterMs);
    return () => clearTimeout(timer);
  }, []);
  return later;
}

/** Quiet: it only offers. While somebody is writing it says what would be lost, and loads nothing. */
function NewVersion(): ReactNode {
  const { t } = useTranslation();
  const [draft, setDraft] = useState(false);
  const refresh = (): void => {
    if (hasDraft()) setDraft(true);
    else refreshPage();
  };
  return (
    <div className="flex flex-wrap items-center gap-2 border-line border-b bg-accs px-5 py-1 text-acc text-xs max-md:px-3">
      <span role="status">{draft ? t('notice.draft') : t('notice.version')}</span>
      <Button size="sm" variant="ghost" className="text-acc underline" onClick={refresh}>
        {t('common.refresh')}
      </Button>
    </div>
  );
}

/** What everybody should keep in mind while it is so: how this installation stands, how the server is reached, a new version. */
export default function Notices(): ReactNode {
  const { t } = useTranslation();
  const user = useApi('user', 'info', {}, { quiet: true }).data;
  const signing = useApi('signing', 'status', {}, { quiet: true, refetchInterval: freezeMs }).data;
  const isNew = useNewVersion();
  const reach = useReach();
  const later = useLater();
  const texts = [user?.single_host ? t('notice.singleHost') : '', user?.solo_mode ? t('notice.solo') : ''];
  const shown = texts.filter((text) => text !== '');
  return (
    <>
      {reach !== '' && (
        <div role="status" className="border-line border-b bg-bads px-5 py-1.5 font-medium text-bad max-md:px-3">
          {reach}
        </div>
      )}
      {notices.map(({ key, when, Bar }) => {
        const asked = typeof when === 'function' && signing !== undefined && when(signing);
        return (
          (when === 'now' || (when === 'later' && later) || asked) && (
            <Suspense key={key}>
              <Bar />
            </Suspense>
          )
        );
      })}
      {isNew && <NewVersion />}
      {shown.length > 0 && (
        <div role="status" className="border-line border-b bg-warns px-5 py-1.5 text-warn text-xs max-md:px-3">
          {shown.join(' · ')}
        </div>
      )}
    </>
  );
}
