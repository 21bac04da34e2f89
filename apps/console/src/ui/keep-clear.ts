/** What stays at the lower edge of what scrolls lies over nothing that keys come to there: WCAG 2.4.11. A `ref` of what stays. */
export function keepClear(bar: HTMLElement | null): (() => void) | undefined {
  const box = bar?.closest<HTMLElement>('[data-scrolls]');
  if (!bar || !box) return undefined;
  const sized = new ResizeObserver(() => {
    box.style.scrollPaddingBottom = `${bar.offsetHeight}px`;
  });
  sized.observe(bar);
  return () => {
    sized.disconnect();
    box.style.scrollPaddingBottom = '';
  };
}
