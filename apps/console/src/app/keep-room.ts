const key = 'holdfast.room';
/** Until then what stands there has come. */
const settledMs = 4_000;

/** What comes late above a page has its room from the start, as it was when the page was last open in a window this wide: so nothing moves. A `ref`. */
export function keepRoom(bar: HTMLElement | null): (() => void) | undefined {
  if (!bar) return undefined;
  const [width, height = ''] = (localStorage.getItem(key) ?? '').split(' ');
  if (width === String(innerWidth)) bar.style.minHeight = height;
  const timer = setTimeout(() => {
    bar.style.minHeight = '';
    localStorage.setItem(key, `${innerWidth} ${bar.offsetHeight}px`);
  }, settledMs);
  return () => clearTimeout(timer);
}
