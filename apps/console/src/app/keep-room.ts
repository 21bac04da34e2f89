const key = 'holdfast.room';
/** Until then what stands there has come. */
const settledMs = 4_000;

/**
 * What comes late above a page has its room from the start, as it was the last two times that the page was open in a window this wide: so nothing moves, and what stood there
 * once, as an outage does, leaves no gap. A `ref`.
 */
export function keepRoom(bar: HTMLElement | null): (() => void) | undefined {
  if (!bar) return undefined;
  const [width, last, before] = (localStorage.getItem(key) ?? '').split(' ').map(Number);
  const known = width === innerWidth ? last : undefined;
  if (known !== undefined) bar.style.minHeight = `${Math.min(known, before ?? known)}px`;
  const timer = setTimeout(() => {
    bar.style.minHeight = '';
    localStorage.setItem(key, `${innerWidth} ${bar.offsetHeight} ${known ?? bar.offsetHeight}`);
  }, settledMs);
  return () => clearTimeout(timer);
}
