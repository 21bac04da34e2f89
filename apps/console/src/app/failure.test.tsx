// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { setLanguage, startI18n } from '../lib/i18n.ts';
import { ErrorScreen } from './error-screen.tsx';
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

describe('the error screen', () => {
  it('says that there is a new version and asks to refresh, in both languages', async () => {
    render(<ErrorScreen />);
    expect(screen.getByRole('heading').textContent).toBe('There is a new version');
    cleanup();
    await setLanguage('zh-CN');
    render(<ErrorScreen />);
    expect(screen.getByRole('heading').textContent).toBe('系统有新的更新');
    expect(screen.getByRole('button').textContent).toBe('刷新');
  });

  it('refreshes with a time as the parameter t, keeping the rest of the address', () => {
    const replace = vi.fn();
    vi.stubGlobal('location', { href: 'http://localhost/mpc/center/todo?d=approve%3A7&t=1', replace });
    render(<ErrorScreen />);
    const before = Date.now();
    fireEvent.click(screen.getByRole('button'));
    const url = new URL(String(replace.mock.calls[0]?.[0]));
    expect(Number(url.searchParams.get('t'))).toBeGreaterThanOrEqual(before);
    expect(url.searchParams.getAll('t')).toHaveLength(1);
    expect(`${url.pathname}?d=${url.searchParams.get('d')}`).toBe('/mpc/center/todo?d=approve:7');
  });

  it('leads away from an address that breaks the page', () => {
    render(<ErrorScreen />);
    expect(screen.getByRole('link').getAttribute('href')).toBe('/mpc/wallet');
  });

  it('shows an error’s text as text, and not without end', () => {
    render(<ErrorScreen error={new Error(`<img src=x onerror=alert(1)>${'x'.repeat(10_000)}`)} />);
    expect(document.querySelector('img')).toBeNull();
    expect(screen.getByRole('alert').textContent?.length).toBeLessThan(600);
  });
});
