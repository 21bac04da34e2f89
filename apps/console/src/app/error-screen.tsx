import { RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { currentLanguage } from '../lib/i18n.ts';
import texts from '../locales/errors.json' with { type: 'json' };
import { Button, buttonStyle } from '../ui/button.tsx';

/** Loads the page anew past every cache, by a time in its address (spec §2). */
export function refreshPage(): void {
  const url = new URL(location.href);
  url.searchParams.set('t', String(Date.now()));
  location.replace(url);
}

const longestMessage = 300;

/**
 * Spec §2, error screen: there is a new version (or something broke); the way out is to load it, or to leave an address that breaks the page for a sound
 * one. It has its texts with it, since the files of texts may be what is missing.
 */
export function ErrorScreen({ error }: { error?: unknown }): ReactNode {
  const { title, text, refresh, home } = texts[currentLanguage()];
  return (
    <main className="grid min-h-full place-items-center p-6">
      <div role="alert" className="grid max-w-md justify-items-center gap-3 text-center">
        <span className="grid size-11 place-items-center rounded-full bg-accs text-acc">
          <RotateCw size={18} aria-hidden />
        </span>
        <h1 className="font-semibold text-xl">{title}</h1>
        <p className="text-mut">{text}</p>
        <div className="flex gap-2">
          <Button variant="primary" size="lg" onClick={refreshPage}>
            {refresh}
          </Button>
          <a href="/mpc/wallet" className={buttonStyle({ variant: 'outline', size: 'lg' })}>
            {home}
          </a>
        </div>
        {error instanceof Error && (
          <p className="mono max-w-full break-words text-mut">{error.message.slice(0, longestMessage)}</p>
        )}
      </div>
    </main>
  );
}
