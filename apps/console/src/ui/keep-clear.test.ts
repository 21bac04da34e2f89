// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest';
import { keepClear } from './keep-clear.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  document.body.replaceChildren();
});

it('what scrolls leaves room for the bar at its lower edge, as high as it is now, for as long as it is there', () => {
  let resize = (): void => undefined;
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(told: () => void) {
        resize = told;
      }
      observe(): void {}
      disconnect(): void {}
    },
  );
  document.body.innerHTML = '<main data-scrolls><p></p><div></div></main>';
  const [box, bar] = [document.querySelector('main'), document.querySelector('div')];
  if (!box || !bar) throw new Error('no bar');
  const height = vi.spyOn(bar, 'offsetHeight', 'get').mockReturnValue(48);
  const stop = keepClear(bar);
  resize();
  expect(box.style.scrollPaddingBottom).toBe('48px');
  height.mockReturnValue(96);
  resize();
  expect(box.style.scrollPaddingBottom).toBe('96px');
  stop?.();
  expect(box.style.scrollPaddingBottom).toBe('');
});
