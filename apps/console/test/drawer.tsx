import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { render } from '@testing-library/react';
import type { ReactElement } from 'react';
import { queryClient } from '../src/lib/query.ts';
import { DrawersProvider } from '../src/ui/drawers.tsx';
import { noDrawers } from './no-drawers.ts';

export { noDrawers } from './no-drawers.ts';

/** What is in a drawer, by itself: it has data and an address, and comes a moment later. */
export function showDrawer(drawer: ReactElement, drawers = noDrawers) {
  const root = createRootRoute({
    component: () => (
      <QueryClientProvider client={queryClient}>
        <DrawersProvider value={drawers}>{drawer}</DrawersProvider>
      </QueryClientProvider>
    ),
  });
  const router = createRouter({ routeTree: root, history: createMemoryHistory({ initialEntries: ['/'] }) });
  return render(<RouterProvider router={router as never} />);
}
