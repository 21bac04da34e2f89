// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { setLanguage, startI18n } from '../lib/i18n.ts';
import { ErrorScreen } from './error-screen.tsx';
import { askVersion } from './new-version.ts';
import { watchWindow } from './window-errors.ts';

const show = vi.fn();
let place: HTMLElement;
let stop: () => void;

beforeEach(async () => {
  await startI18n();
  show.mockReset();
  place = document.body.appendChild(document.createElement('div'));
  place.append(document.createElement('p'));
  stop = watchWindow(place, show);
});
afterEach(async () => {
  stop();
  place.remove();
  cleanup();
  vi.unstubAllGlobals();
  await setLanguage('en-US');
});

const raise = (init: ErrorEventInit): boolean => dispatchEvent(new ErrorEvent('error', { ...init, cancelable: true }));
async function reject(reason: unknown): Promise<void> {
  dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason }));
  await new Promise((done) => setTimeout(done, 1));
}

describe('the page is replaced by the fallback', () => {
  it('after an uncaught error of our own', () => {
    const error = new Error('boom');
    raise({ error, filename: `${location.origin}/mpc/assets/index.js` });
    expect(show).toHaveBeenCalledExactlyOnceWith(error);
  });

  it('after whatever else is thrown, by whomever', () => {
    for (const thrown of ['text', 0, false]) raise({ error: thrown, filename: location.href });
    raise({ error: 'theirs', filename: 'chrome-extension://abc/x.js' });
    raise({ error: null, message: 'Uncaught null' });
    raise({ message: 'Script error.' });
    expect(show.mock.calls.flat()).toEqual(['text', 0, false, 'theirs', 'Uncaught null', 'Script error.']);
  });

  it('not after a notice of the browser, in which there is no error', () => {
    raise({ message: 'ResizeObserver loop completed with undelivered notifications.' });
    raise({ message: 'ResizeObserver loop limit exceeded' });
    expect(show).not.toHaveBeenCalled();
  });

  it('not after a rejection in the background, but after one that left nothing on the page', async () => {
    await reject(new Error('poll'));
    expect(show).not.toHaveBeenCalled();
    place.replaceChildren();
    const error = new Error('render');
    await reject(error);
    expect(show).toHaveBeenCalledExactlyOnceWith(error);
  });
});

/** What the server says at `/version`; undefined while it is down. */
let version: string | undefined;
const replace = vi.fn();
const at = 'http://localhost/mpc/center/todo?d=approve%3A7&t=1';
const heading = (): string | null => screen.getByRole('heading').textContent;
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
async function showFailure(error?: Error): Promise<void> {
  render(<ErrorScreen error={error} />);
  await pass(10);
}
const gone = new TypeError('Failed to fetch dynamically imported module');

describe('the error screen', () => {
  beforeAll(async () => {
    await import('./failure.tsx');
  });
  beforeEach(async () => {
    vi.useFakeTimers();
    replace.mockReset();
    vi.stubGlobal('location', {
      href: at,
      hostname: 'localhost',
      protocol: 'http:',
      pathname: '/mpc/center/todo',
      replace,
    });
    vi.stubGlobal('fetch', async () => {
      if (version === undefined) throw new TypeError('Failed to fetch');
      return new Response(JSON.stringify({ version }));
    });
    version = '1.0.0';
    await askVersion();
  });
  afterEach(() => void vi.useRealTimers());

  it('where the server runs another version: says so and asks to refresh, in both languages', async () => {
    version = '1.1.0';
    await showFailure(gone);
    expect(heading()).toBe('There is a new version');
    expect(screen.getByText(gone.message)).toBeTruthy();
    cleanup();
    await setLanguage('zh-CN');
    await showFailure(gone);
    expect(heading()).toBe('系统有新的更新');
    expect(screen.getByRole('button').textContent).toBe('刷新');
    expect(replace).not.toHaveBeenCalled();
  });

  it('where the server is down: says so, tries by itself until it answers, and loads the page then', async () => {
    version = undefined;
    await showFailure(gone);
    expect(heading()).toBe('The server cannot be reached');
    expect(screen.getByRole('alert').textContent).not.toMatch(/new version|Failed to fetch/);
    await pass(60_000);
    expect(heading()).toBe('The server cannot be reached');
    expect(replace).not.toHaveBeenCalled();
    version = '1.0.0';
    await pass(4_000);
    expect(replace).toHaveBeenCalledOnce();
  });

  it('where the server is down: the button tries at once', async () => {
    version = undefined;
    await showFailure(gone);
    version = '1.1.0';
    fireEvent.click(screen.getByRole('button'));
    await pass(10);
    expect(replace).toHaveBeenCalledOnce();
  });

  it('where the server is down: never loads the page over what somebody is writing', async () => {
    const form = document.body.appendChild(document.createElement('form'));
    version = undefined;
    await showFailure(gone);
    fireEvent.input(form.appendChild(document.createElement('input')), { target: { value: 'draft' } });
    version = '1.0.0';
    await pass(4_000);
    expect(replace).not.toHaveBeenCalled();
    expect(screen.getByRole('button').textContent).toBe('Try again');
    form.remove();
  });

  it('where the server runs the same version: offers to try again, which loads the page', async () => {
    await showFailure(gone);
    expect(heading()).toBe('This page could not go on');
    expect(replace).not.toHaveBeenCalled();
    const before = Date.now();
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    const url = new URL(String(replace.mock.calls[0]?.[0]));
    expect(Number(url.searchParams.get('t'))).toBeGreaterThanOrEqual(before);
    expect(url.searchParams.getAll('t')).toHaveLength(1);
    expect(`${url.pathname}?d=${url.searchParams.get('d')}`).toBe('/mpc/center/todo?d=approve:7');
  });

  it('says what it can until the server has answered', () => {
    render(<ErrorScreen error={gone} />);
    expect(heading()).toBe('This page could not go on');
    expect(screen.getByRole('button')).toBeTruthy();
  });

  it('leads away from an address that breaks the page', async () => {
    for (version of [undefined, '1.0.0', '1.1.0']) {
      await showFailure();
      expect(screen.getByRole('link').getAttribute('href')).toBe('/mpc/wallet');
      cleanup();
    }
  });

  it('shows an error’s text as text, and not without end', async () => {
    await showFailure(new Error(`<img src=x onerror=alert(1)>${'x'.repeat(10_000)}`));
    expect(document.querySelector('img')).toBeNull();
    expect(screen.getByRole('alert').textContent?.length).toBeLessThan(600);
  });
});
