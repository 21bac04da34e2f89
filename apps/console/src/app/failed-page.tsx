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

export interface Failed {
  readonly error?: unknown;
  /** It stands in the shell, in place of the screen alone, or in a drawer, which is closed to get away. */
  readonly inside?: 'screen' | 'drawer';
}
interface Said extends Failed {
  readonly title?: string;
  readonly text?: string;
  readonly act?: string;
  readonly onAct?: () => void;
}

/** What became of a page, and the two ways out. Unless told why, it says only that the page could not go on. */
export function FailedPage({ error, inside, title, text, act, onAct = refreshPage }: Said): ReactNode {
  const own = texts[currentLanguage()];
  const Place = inside ? 'div' : 'main';
  return (
    <Place className="grid min-h-full place-items-center p-6">
      <div role="alert" className="grid max-w-md justify-items-center gap-3 text-center">
        <span className="grid size-11 place-items-center rounded-full bg-accs text-acc">
          <RotateCw size={18} aria-hidden />
        </span>
        <h1 className="font-semibold text-xl">{title ?? own.title}</h1>
        <p className="text-mut">{text ?? own.text}</p>
        <div className="flex gap-2">
          <Button variant="primary" size="lg" onClick={onAct}>
            {act ?? own.refresh}
          </Button>
          {inside !== 'drawer' && (
            <a href="/mpc/wallet" className={buttonStyle({ variant: 'outline', size: 'lg' })}>
              {own.home}
            </a>
          )}
        </div>
        {error instanceof Error && (
          <p className="mono max-w-full break-words text-mut">{error.message.slice(0, longestMessage)}</p>
        )}
      </div>
    </Place>
  );
}
