import { type ReactNode, useEffect, useReducer, useState } from 'react';
import { hasDraft } from '../lib/dirty.ts';
import { currentLanguage } from '../lib/i18n.ts';
import texts from '../locales/failure.json' with { type: 'json' };
import { FailedDrawer } from './failed-drawer.tsx';
import { type Failed, FailedPage, refreshPage } from './failed-page.tsx';
import { askVersion, type Reached } from './new-version.ts';

const everyMs = 3_000;

/**
 * What the server says of its version. While it cannot be reached it is asked again, by itself and by the button; once it answers the page is loaded anew, since
 * a browser and React both remember a script that they did not get. Never over what somebody is writing: then it is only offered.
 */
function useReached(): readonly [Reached | undefined, () => void] {
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
  return [reached, again];
}

/** Why the page, or a drawer of it, could not go on. Of a server that is down, the browser's own words of what it did not get say nothing more. */
export default function Failure({ error, inside }: Failed): ReactNode {
  const [reached, again] = useReached();
  const own = texts[currentLanguage()];
  const said = reached && own[reached];
  if (inside === 'drawer' || inside === 'drawers') {
    // Below a drawer what is written is still there: a refresh is offered with what it would cost, of what was begun since this was drawn too.
    const draft = hasDraft();
    const told = draft && reached ? own.draft[reached] : (said ?? { title: own.draft.same.title });
    const act = (): void => (reached === 'down' || draft !== hasDraft() ? again() : refreshPage());
    return (
      <FailedDrawer all={inside === 'drawers'} error={reached === 'down' ? undefined : error} {...told} onAct={act} />
    );
  }
  const page = inside ? { inside } : {};
  return reached === 'down' ? (
    <FailedPage {...page} {...said} onAct={again} />
  ) : (
    <FailedPage {...page} error={error} {...said} />
  );
}
