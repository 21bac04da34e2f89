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
  /** It stands in the shell, in place of the screen alone; or in that of what is in a drawer, or of all drawers. */
  readonly inside?: true | 'drawer' | 'drawers';
}
interface Said extends Failed {
  readonly title?: string;
  readonly text?: string;
  readonly act?: string;
  readonly onAct?: () => void;
}

/** What became of a page, and the two ways out. Unless told why, it says only that the page could not go on. */
export function FailedPage({ error, inside, onAct = refreshPage, ...said }: Said): ReactNode {
  const { title, text, act, home } = { ...texts[currentLanguage()], ...said };
  const Place = inside ? 'div' : 'main';
  return (
    <Place className="grid min-h-full place-items-center p-6">
      <div role="alert" className="grid max-w-md justify-items-center gap-3 text-center">
        <span className="grid size-11 place-items-center rounded-full bg-accs text-acc">
          <RotateCw size={18} aria-hidden />
        </span>
        <h1 className="font-semibold text-xl">{title}</h1>
        <p className="text-mut">{text}</p>
        <div className="flex gap-2">
          <Button variant="primary" size="lg" onClick={onAct}>
            {act}
          </Button>
          <a href="/mpc/wallet" className={buttonStyle({ variant: 'outline', size: 'lg' })}>
            {home}
          </a>
        </div>
        {error instanceof Error && (
          <p className="mono max-w-full break-words text-mut">{error.message.slice(0, longestMessage)}</p>
        )}
      </div>
    </Place>
  );
}
