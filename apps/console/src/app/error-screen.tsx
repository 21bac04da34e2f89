import { RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../ui/button.tsx';

/** Loads the page anew past every cache, by a time in its address (spec §2). */
export function refreshPage(): void {
  const url = new URL(location.href);
  url.searchParams.set('t', String(Date.now()));
  location.replace(url);
}

/** Spec §2, error screen: there is a new version (or something broke); the way out is to load it. */
export function ErrorScreen({ error }: { error?: unknown }): ReactNode {
  const { t } = useTranslation();
  return (
    <div role="alert" className="grid min-h-full place-items-center p-6">
      <div className="grid max-w-md justify-items-center gap-3 text-center">
        <span className="grid size-11 place-items-center rounded-full bg-accs text-acc">
          <RotateCw size={18} aria-hidden />
        </span>
        <h1 className="font-semibold text-xl">{t('error.updateTitle')}</h1>
        <p className="text-mut">{t('error.updateText')}</p>
        <Button variant="primary" size="lg" onClick={refreshPage}>
          {t('error.refresh')}
        </Button>
        {error instanceof Error && (
          <p className="mono max-w-full break-words text-mut">{error.message.slice(0, 300)}</p>
        )}
      </div>
    </div>
  );
}
