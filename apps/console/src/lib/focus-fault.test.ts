// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest';
import { followFaults } from './focus-fault.ts';

let stop = (): void => undefined;
afterEach(() => {
  stop();
  document.body.replaceChildren();
  vi.restoreAllMocks();
});

it('what is at fault has the focus once a form was sent, whichever it is; a form in order keeps it where it was', () => {
  vi.spyOn(globalThis, 'requestAnimationFrame').mockImplementation((draw) => {
    draw(0);
    return 0;
  });
  stop = followFaults();
  document.body.innerHTML = '<form><input id="a"><input id="b" aria-invalid="true"><button id="send"></button></form>';
  const form = document.querySelector('form');
  const send = document.getElementById('send');
  send?.focus();
  form?.addEventListener('submit', (event) => event.preventDefault());
  form?.requestSubmit();
  expect(document.activeElement?.id).toBe('b');
  document.getElementById('b')?.removeAttribute('aria-invalid');
  send?.focus();
  form?.requestSubmit();
  expect(document.activeElement?.id).toBe('send');
});
