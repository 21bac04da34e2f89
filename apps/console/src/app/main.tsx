import './app.css';
import { CSPProvider } from '@base-ui/react/csp-provider';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { startI18n } from '../lib/i18n.ts';
import { followPreferences } from '../lib/preferences.ts';
import { queryClient } from '../lib/query.ts';
import { ErrorScreen } from './error-screen.tsx';
import { connectEffects, makeRouter } from './router.tsx';

followPreferences();

const router = makeRouter();
connectEffects(router);

const place = document.getElementById('root');
if (!place) throw new Error('the page has no root');
await startI18n();
const root = createRoot(place, {
  onUncaughtError: (error) => {
    console.error(error);
    createRoot(place).render(<ErrorScreen error={error} />);
  },
});
root.render(
  <StrictMode>
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </CSPProvider>
  </StrictMode>,
);
