import { type ReactNode, useEffect, useReducer, useState } from 'react';
import { hasDraft } from '../lib/dirty.ts';
import { currentLanguage } from '../lib/i18n.ts';
import texts from '../locales/failure.json' with { type: 'json' };
import { type Failed, FailedPage, refreshPage } from './failed-page.tsx';
import { askVersion, type Reached } from './new-version.ts';

const everyMs = 3_000;

/**
 * Why the page could not go on, by what the server says of its version. While it cannot be reached it is asked again, by itself and by the button; once it answers the
 * page is loaded anew, since a browser and React both remember a script that they did not get. Never over what somebody is writing: then it is only offered, and
 * beside a drawer that failed, below which that is still there, with what it would cost.
 */
export default function Failure({ error, ...place }: Failed): ReactNode {
  const [round, again] = useReducer((old: number) => old + 1, 0);
  const [reached, setReached] = useState<Reached>();
  useEffect(() => {
    let left = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    void askVersion().then((now) => {
      if (left) return;
      if (now === 'down') timer = setTimeout(again, everyMs);
      else if (round > 0 && !hasDraft()) return refreshPage();
      setReached(now);
    });
    return () => {
      left = true;
      clearTimeout(timer);
    };
  }, [round]);
  const own = texts[currentLanguage()];
  const keeps = (): boolean => place.inside === 'drawer' && hasDraft();
  const kept = keeps();
  if (reached === 'down')
    // The browser's own words of what it did not get say nothing more.
    return <FailedPage {...place} {...own[kept ? 'downKept' : 'down']} onAct={again} />;
  const said = reached && own[kept ? 'kept' : reached];
  // What was begun since this was drawn is told of first.
  return <FailedPage {...place} error={error} {...said} onAct={() => (keeps() && !kept ? again() : refreshPage())} />;
}
