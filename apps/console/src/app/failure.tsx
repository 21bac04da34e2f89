import { type ReactNode, useEffect, useReducer, useState } from 'react';
import { hasDraft } from '../lib/dirty.ts';
import { currentLanguage } from '../lib/i18n.ts';
import texts from '../locales/failure.json' with { type: 'json' };
import { type Failed, FailedPage, refreshPage } from './failed-page.tsx';
import { askVersion, type Reached } from './new-version.ts';

const everyMs = 3_000;

/**
 * Why the page could not go on, by what the server says of its version. While it cannot be reached it is asked again, by itself and by the button; once it answers the
 * page is loaded anew, since a browser and React both remember a script that they did not get. Never over what somebody is writing: then it is only offered.
 */
export default function Failure({ error, inside = false }: Failed): ReactNode {
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
  const said = reached && texts[currentLanguage()][reached];
  // Of a server that is down, the browser's own words of what it did not get say nothing more.
  return reached === 'down' ? (
    <FailedPage inside={inside} {...said} onAct={again} />
  ) : (
    <FailedPage inside={inside} error={error} {...said} />
  );
}
