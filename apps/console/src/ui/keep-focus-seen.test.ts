// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest';
import { keepFocusSeen } from './keep-focus-seen.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  document.body.replaceChildren();
});

const placed = (element: Element, top: number, bottom: number): void => {
  element.getBoundingClientRect = () => ({ top, bottom }) as DOMRect;
};

/** A form that scrolls in 400 pixels, and what tells it that it has grown. */
function form() {
  let grow = (): void => undefined;
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(told: () => void) {
        grow = told;
      }
      observe(): void {}
      disconnect(): void {}
    },
  );
  document.body.innerHTML = '<div id="box"><div id="content"><input id="remark"></div></div>';
  const [box, content, remark] = ['box', 'content', 'remark'].map((id) => document.getElementById(id));
  if (!box || !content || !remark) throw new Error('no form');
  placed(box, 0, 400);
  remark.scrollIntoView = vi.fn();
  const stop = keepFocusSeen(content);
  return { box, remark, stop, grow: () => grow() };
}

it('what has the focus is brought back into view when something above it has grown late', () => {
  const { remark, grow } = form();
  placed(remark, 350, 390);
  remark.focus();
  placed(remark, 450, 490);
  grow();
  expect(remark.scrollIntoView).toHaveBeenCalledExactlyOnceWith({ block: 'nearest' });
});

it('whoever scrolled away from it is left where they are', () => {
  const { box, remark, grow } = form();
  placed(remark, 350, 390);
  remark.focus();
  placed(remark, -90, -50);
  box.dispatchEvent(new Event('scroll'));
  grow();
  expect(remark.scrollIntoView).not.toHaveBeenCalled();
});
