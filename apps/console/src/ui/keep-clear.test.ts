// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest';
import { keepClear } from './keep-clear.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  document.body.replaceChildren();
});

it('what comes late above the place that keys have come to does not leave that under the bar; what is in the bar stays', () => {
  let resize = (): void => undefined;
  const observed: Element[] = [];
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(told: () => void) {
        resize = told;
      }
      observe(one: Element): void {
        observed.push(one);
      }
      disconnect(): void {}
    },
  );
  document.body.innerHTML =
    '<main data-scrolls><section><button id="late"></button></section><div><button id="own"></button></div></main>';
  const [section, bar, late, own] = ['section', 'div', '#late', '#own'].map((one) =>
    document.querySelector<HTMLElement>(one),
  );
  if (!section || !bar || !late || !own) throw new Error('not drawn');
  keepClear(bar);
  expect(observed).toContain(section);
  const scrolled = vi.fn();
  late.scrollIntoView = scrolled;
  own.scrollIntoView = scrolled;
  let bottom = 690;
  vi.spyOn(bar, 'getBoundingClientRect').mockReturnValue({ top: 700 } as DOMRect);
  for (const one of [late, own])
    vi.spyOn(one, 'getBoundingClientRect').mockImplementation(() => ({ bottom }) as DOMRect);
  late.focus();
  resize();
  expect(scrolled).not.toHaveBeenCalled();
  bottom = 790;
  resize();
  expect(scrolled).toHaveBeenCalledTimes(1);
  own.focus();
  resize();
  expect(scrolled).toHaveBeenCalledTimes(1);
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
