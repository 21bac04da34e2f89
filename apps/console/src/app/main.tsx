import './app.css';
import { CSPProvider } from '@base-ui/react/csp-provider';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { startFirstI18n } from '../lib/i18n.ts';
import { followPreferences } from '../lib/preferences.ts';
import { queryClient } from '../lib/query.ts';
import { prepareTimes } from '../lib/time.ts';
import { beginScreen } from './areas.ts';
import { ErrorScreen } from './error-screen.tsx';
import { connectEffects, makeRouter } from './router.tsx';
import { watchWindow } from './window-errors.ts';

const place = document.getElementById('root');
if (!place) throw new Error('the page has no root');
const root = createRoot(place, {
  onUncaughtError: (error) => {
    console.error(error);
    queueMicrotask(() => showFailure(error));
  },
});
const showFailure = (error: unknown): void => root.render(<ErrorScreen error={error} />);
watchWindow(place, showFailure);
followPreferences();

/** What each step takes a phone is seen as one long wait, unless the browser has its turn between them. By a message: timers of a tab in the background wait a second each. */
const nextTask = (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => resolve();
    port2.postMessage(0);
  });

try {
  await nextTask();
  beginScreen(location.pathname);
  await nextTask();
  await startFirstI18n();
  const router = makeRouter();
  connectEffects(router);
  startTransition(() =>
    root.render(
      <StrictMode>
        <CSPProvider disableStyleElements>
          <QueryClientProvider client={queryClient}>
            <RouterProvider router={router} />
          </QueryClientProvider>
        </CSPProvider>
      </StrictMode>,
    ),
  );
  await nextTask();
  prepareTimes();
} catch (error) {
  console.error(error);
  showFailure(error);
}
