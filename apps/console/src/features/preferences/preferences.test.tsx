// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { requestHeaders } from '../../lib/api.ts';
import { setLanguage, startI18n } from '../../lib/i18n.ts';
import { followPreferences, usePreferences } from '../../lib/preferences.ts';
import { absoluteTime, clockTime, shortDate } from '../../lib/time.ts';
import PreferencesDrawer from './preferences.drawer.tsx';

let dark = false;
const listeners: (() => void)[] = [];
function device(isDark: boolean): void {
  dark = isDark;
  for (const listener of listeners) listener();
}
const choose = (label: string, value: string): void =>
  void fireEvent.change(screen.getByLabelText(label), { target: { value } });
const page = () => document.documentElement.dataset;
const moment = new Date(Date.UTC(2026, 10, 21, 23, 30));

beforeAll(async () => {
  vi.stubGlobal('matchMedia', () => ({
    get matches() {
      return dark;
    },
    addEventListener: (_name: string, listener: () => void) => listeners.push(listener),
  }));
  await startI18n();
  followPreferences();
});
beforeEach(() => usePreferences.setState({ theme: 'system', density: 'normal', timeZone: '' }));
afterEach(async () => {
  cleanup();
  device(false);
  await setLanguage('en-US');
});

describe('what somebody prefers holds at once and is kept', () => {
  it('the theme: as the device, light or dark', () => {
    render(<PreferencesDrawer />);
    expect(page().theme).toBe('light');
    device(true);
    expect(page().theme).toBe('dark');
    choose('Theme', 'light');
    expect(page().theme).toBe('light');
    choose('Theme', 'dark');
    device(false);
    expect(page().theme).toBe('dark');
    expect(localStorage.getItem('holdfast.preferences')).toContain('"theme":"dark"');
  });

  it('the switch goes to the other of the two that are shown', () => {
    device(true);
    usePreferences.getState().toggleTheme();
    expect(usePreferences.getState().theme).toBe('light');
    expect(page().theme).toBe('light');
  });

  it('the height of rows', () => {
    render(<PreferencesDrawer />);
    choose('Row height', 'compact');
    expect(page().density).toBe('compact');
  });

  it('the time zone: in every time that is shown, and in what the server is told', () => {
    render(<PreferencesDrawer />);
    choose('Time zone', 'Asia/Shanghai');
    expect([clockTime(moment), shortDate(moment)]).toEqual(['07:30', 'Nov 22']);
    expect(absoluteTime(moment)).toContain('7:30');
    expect(absoluteTime(moment)).toContain('GMT+8');
    expect(requestHeaders()).toMatchObject({ timezone: 'Asia/Shanghai' });
    choose('Time zone', 'America/Los_Angeles');
    expect([clockTime(moment), shortDate(moment)]).toEqual(['15:30', 'Nov 21']);
  });

  it('the language, in which the drawer then speaks', async () => {
    const view = render(<PreferencesDrawer />);
    choose('Language', 'zh-CN');
    await waitFor(() => expect(document.cookie).toContain('lan=zh_CN'));
    await act(async () => view.rerender(<PreferencesDrawer />));
    expect(screen.getByLabelText('时区')).toBeTruthy();
  });
});
