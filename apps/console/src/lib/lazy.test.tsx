// @vitest-environment jsdom
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { Component, type ReactNode, Suspense } from 'react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { startI18n, takeTextsFrom } from './i18n.ts';
import { lazyScreen } from './lazy.ts';

/** Stands for the route's error screen. */
class Boundary extends Component<{ children: ReactNode }, { text: string }> {
  override state = { text: '' };
  static getDerivedStateFromError(error: Error) {
    return { text: `caught: ${error.message}` };
  }
  override render(): ReactNode {
    return this.state.text || this.props.children;
  }
}
const raised: unknown[] = [];
const listen = (event: Event): void => void raised.push('payload' in event ? event.payload : undefined);

beforeAll(() => startI18n());
beforeEach(() => {
  raised.length = 0;
  addEventListener('vite:preloadError', listen);
  vi.spyOn(console, 'error').mockReturnValue();
});
afterEach(() => {
  removeEventListener('vite:preloadError', listen);
  vi.restoreAllMocks();
  cleanup();
});

function show(Screen: ReturnType<typeof lazyScreen>): void {
  render(
    <Boundary>
      <Suspense fallback="loading">
        <Screen />
      </Suspense>
    </Boundary>,
  );
}

it('a screen whose file is gone raises the preload-error event once and is rethrown; nothing is reloaded', async () => {
  const gone = new TypeError('Failed to fetch dynamically imported module');
  const load = vi.fn(() => Promise.reject(gone));
  const before = location.href;
  show(lazyScreen(load));
  await waitFor(() => expect(screen.getByText(`caught: ${gone.message}`)).toBeTruthy());
  expect(raised).toEqual([gone]);
  expect(load).toHaveBeenCalledOnce();
  expect(location.href).toBe(before);
});

it('the event is not raised again where the bundler has raised it', async () => {
  const gone = new TypeError('gone');
  show(
    lazyScreen(async () => {
      dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload: gone }));
      throw gone;
    }),
  );
  await waitFor(() => expect(screen.getByText('caught: gone')).toBeTruthy());
  expect(raised).toEqual([gone]);
});

it('a screen appears together with the texts of its area', async () => {
  const { default: i18next } = await import('i18next');
  takeTextsFrom({
    '../locales/en-US/tools.json': async () => ({ default: { title: 'Tools of the trade' } }),
  });
  const Screen = lazyScreen(
    async () => ({ default: () => <p>{(i18next.t as (key: string) => string)('tools:title')}</p> }),
    ['tools'],
  );
  show(Screen);
  await waitFor(() => expect(screen.getByText('Tools of the trade')).toBeTruthy());
});
