// @vitest-environment jsdom
import { onlineManager, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startI18n } from '../lib/i18n.ts';
import { lateAt, useLive } from '../lib/live.ts';
import { queryClient } from '../lib/query.ts';
import { DrawersProvider } from '../ui/drawers.tsx';
import * as failedPage from './failed-page.tsx';
import Notices from './notices.tsx';

const minute = 60_000;
const none = (): void => undefined;
let version: unknown;
const refresh = vi.spyOn(failedPage, 'refreshPage');

beforeAll(() => startI18n());
beforeEach(() => {
  vi.useFakeTimers({ now: 1_800_000_000_000 });
  version = { name: 'holdfast-server', version: '1.0.0' };
  refresh.mockReset().mockReturnValue();
  vi.stubGlobal('fetch', async (url: string) => {
    if (url === '/version') return new Response(typeof version === 'string' ? version : JSON.stringify(version));
    // Nobody answers what else is asked for, and nobody waits for it.
    lateAt.clear();
    return await new Promise<Response>(() => undefined);
  });
  useLive.setState({ connected: true, since: Date.now(), answeredAt: Date.now(), failedAt: 0 });
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  onlineManager.setOnline(true);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function show(): Promise<void> {
  render(
    <QueryClientProvider client={queryClient}>
      <DrawersProvider value={{ stack: [], push: none, pop: none, replace: none, close: none }}>
        <Notices />
      </DrawersProvider>
    </QueryClientProvider>,
  );
  await act(() => vi.advanceTimersByTimeAsync(10));
}
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const said = (): string => document.body.textContent ?? '';

describe('the shell says how the server is reached', () => {
  it('nothing while all is well', async () => {
    await show();
    await pass(minute);
    expect(said()).toBe('');
  });

  it('offline: with the age of what is shown', async () => {
    await show();
    await pass(2 * minute);
    act(() => onlineManager.setOnline(false));
    expect(said()).toBe('You are offline. What is shown was updated 2 min. ago.');
    act(() => onlineManager.setOnline(true));
    expect(said()).toBe('');
  });

  it('server down: with the age of what is shown, until it answers again', async () => {
    await show();
    await pass(3 * minute);
    act(() => useLive.setState({ failedAt: Date.now() }));
    expect(said()).toBe('The server cannot be reached; trying again. What is shown was updated 3 min. ago.');
    act(() => useLive.setState({ answeredAt: Date.now() + 1 }));
    expect(said()).toBe('');
  });

  it('an answer that is late: from then until it comes', async () => {
    await show();
    await pass(2_000);
    const { signal } = new AbortController();
    lateAt.set(signal, Date.now() + 4_000);
    await pass(3_000);
    expect(said()).toBe('');
    await pass(3_000);
    expect(said()).toBe('Still waiting for an answer.');
    lateAt.delete(signal);
    await pass(2_000);
    expect(said()).toBe('');
  });

  it('no live events: only when they stay away', async () => {
    await show();
    act(() => useLive.setState({ connected: false, since: Date.now() }));
    await pass(5_000);
    expect(said()).toBe('');
    await pass(minute);
    expect(said()).toContain('No live connection');
  });
});

describe('the bell', () => {
  it('hangs in the header with the first screen, not a second after it', async () => {
    const place = document.body.appendChild(document.createElement('span'));
    place.id = 'bell';
    await import('../features/notice/bell.tsx');
    await show();
    expect(screen.getByRole('button', { name: 'Notices, 0 unread' })).toBeTruthy();
    place.remove();
  });
});

describe('a new version', () => {
  const appears = async (): Promise<void> => {
    await show();
    version = { name: 'holdfast-server', version: '1.1.0' };
    await pass(10 * minute);
  };

  it('is offered quietly when the server has another than this page began with', async () => {
    await appears();
    expect(said()).toContain('A new version is installed.');
    expect(refresh).not.toHaveBeenCalled();
    fireEvent.click(screen.getByRole('button'));
    expect(refresh).toHaveBeenCalledOnce();
  });

  it('never loads the page anew while a form is being written', async () => {
    await appears();
    const form = document.body.appendChild(document.createElement('form'));
    const input = form.appendChild(document.createElement('input'));
    fireEvent.input(input, { target: { value: 'draft' } });
    fireEvent.click(screen.getByRole('button'));
    expect(refresh).not.toHaveBeenCalled();
    expect(said()).toContain('Finish or close what you are writing first.');
    form.remove();
    fireEvent.click(screen.getByRole('button'));
    expect(refresh).toHaveBeenCalledOnce();
  });

  it('a drawer counts until it is closed, even when its form is gone', async () => {
    await appears();
    const drawer = document.body.appendChild(document.createElement('div'));
    drawer.setAttribute('role', 'dialog');
    const form = drawer.appendChild(document.createElement('form'));
    fireEvent.input(form.appendChild(document.createElement('input')), { target: { value: 'draft' } });
    form.remove();
    fireEvent.click(screen.getByRole('button'));
    expect(refresh).not.toHaveBeenCalled();
    drawer.remove();
  });

  const partGone = async (): Promise<void> => {
    act(() => void dispatchEvent(new Event('vite:preloadError')));
    await pass(10);
  };

  it('is offered at once when a part of the page is gone', async () => {
    await show();
    version = { name: 'holdfast-server', version: '1.1.0' };
    await partGone();
    expect(said()).toContain('A new version is installed.');
    expect(refresh).not.toHaveBeenCalled();
  });

  it('is not told of a part that could not be had because the server is down, nor once it is back', async () => {
    await show();
    version = '502 Bad Gateway';
    await partGone();
    version = { name: 'holdfast-server', version: '1.0.0' };
    await partGone();
    expect(said()).toBe('');
  });

  it('is not seen in an answer that is none', async () => {
    await show();
    for (version of ['<html>', null, [], { version: 7 }, {}]) await pass(10 * minute);
    expect(said()).toBe('');
  });
});
