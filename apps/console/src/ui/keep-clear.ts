/** What stays at the lower edge of what scrolls lies over nothing that keys come to there: WCAG 2.4.11. A `ref` of what stays. */
export function keepClear(bar: HTMLElement | null): (() => void) | undefined {
  const box = bar?.closest<HTMLElement>('[data-scrolls]');
  if (!bar || !box) return undefined;
  const sized = new ResizeObserver(() => {
    box.style.scrollPaddingBottom = `${bar.offsetHeight}px`;
    bringOut(bar, box);
  });
  for (const one of [bar, ...box.children]) sized.observe(one);
  return () => {
    sized.disconnect();
    box.style.scrollPaddingBottom = '';
  };
}

/** What comes late above what keys have come to pushes it under the bar: it comes out again. What a pointer has chosen stays where it is. */
function bringOut(bar: HTMLElement, box: HTMLElement): void {
  const focused = box.querySelector(':focus-visible');
  if (!focused || bar.contains(focused)) return;
  if (focused.getBoundingClientRect().bottom > bar.getBoundingClientRect().top)
    focused.scrollIntoView({ block: 'nearest' });
}
