import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { act, cleanup, render } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, vi } from 'vitest';
import { makeRouter } from '../src/app/router.tsx';
import { setLanguage, startI18n } from '../src/lib/i18n.ts';
import { queryClient } from '../src/lib/query.ts';
import { useSession } from '../src/lib/session.ts';

/** For tests of whole screens: somebody is logged in, or nobody, and nothing is left over from the test before. */
export function inConsole({ signedIn = true } = {}): void {
  beforeAll(async () => {
    Object.assign(window, { scrollTo: () => undefined });
    await startI18n();
  });
  beforeEach(() => {
    if (signedIn) useSession.getState().signIn('token');
    else useSession.getState().signOut();
  });
  afterEach(async () => {
    cleanup();
    queryClient.clear();
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
    useSession.getState().signOut();
    await setLanguage('en-US');
  });
}

/** Opens the console at an address; its screen comes when it is loaded. */
export function visit(path: string) {
  const router = makeRouter(createMemoryHistory({ initialEntries: [path] }));
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return router;
}

/** The same, once what its screen loads first is there. */
export async function open(path: string) {
  const router = visit(path);
  await act(() => router.load());
  return router;
}
