// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { startI18n } from '../lib/i18n.ts';
import ShortcutHelp from './shortcut-help.tsx';
import { activeShortcuts, useShortcuts } from './shortcuts.ts';

const run = vi.fn();
function Screen({ children }: { children?: React.ReactNode }) {
  useShortcuts([{ key: 'j', text: 'Next item', run }]);
  return (
    <>
      <input aria-label="field" />
      {children}
    </>
  );
}

beforeAll(startI18n);
afterEach(() => {
  cleanup();
  run.mockReset();
});

it('a screen’s key works while the screen is shown', () => {
  const { unmount } = render(<Screen />);
  fireEvent.keyDown(document.body, { key: 'j' });
  expect(run).toHaveBeenCalledOnce();
  unmount();
  fireEvent.keyDown(document.body, { key: 'j' });
  expect(run).toHaveBeenCalledOnce();
  expect(activeShortcuts()).toEqual([]);
});

it('but neither in a field, nor with the browser’s own keys, nor behind a dialog', () => {
  const { rerender } = render(<Screen />);
  fireEvent.keyDown(screen.getByLabelText('field'), { key: 'j' });
  for (const held of [{ ctrlKey: true }, { metaKey: true }, { altKey: true }])
    fireEvent.keyDown(document.body, { key: 'j', ...held });
  rerender(
    <Screen>
      <div role="dialog" aria-label="over" />
    </Screen>,
  );
  fireEvent.keyDown(document.body, { key: 'j' });
  expect(run).not.toHaveBeenCalled();
});

it('and not for a key that something else has answered to, as a row of a list does', () => {
  render(<Screen />);
  screen
    .getByLabelText('field')
    .parentElement?.addEventListener('keydown', (event) => event.preventDefault(), { once: true });
  fireEvent.keyDown(screen.getByLabelText('field').parentElement ?? document.body, { key: 'j' });
  expect(run).not.toHaveBeenCalled();
});

it('the help lists what this screen answers to, and what works everywhere', () => {
  const { rerender } = render(<Screen />);
  rerender(
    <Screen>
      <ShortcutHelp paletteKeys="Ctrl K" onClose={() => undefined} />
    </Screen>,
  );
  const lines = [...screen.getByRole('dialog').querySelectorAll('dl > div')].map((line) => line.textContent);
  expect(lines).toEqual(['Next itemJ', 'Search or jump toCtrlK', 'Keyboard shortcuts?', 'Close what is on topEsc']);
});
