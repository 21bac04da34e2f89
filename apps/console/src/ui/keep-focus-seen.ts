/**
 * Answers come late and grow what stands above: whoever has come to a field still sees it then. Who scrolled away from it is left where they are.
 * A `ref` of the content of what scrolls.
 */
export function keepFocusSeen(content: HTMLElement | null): (() => void) | undefined {
  const box = content?.parentElement;
  if (!box) return undefined;
  let seen: Element | null = null;
  const look = (): void => {
    const at = document.activeElement;
    const { top, bottom } = box.getBoundingClientRect();
    const place = at?.getBoundingClientRect();
    seen = place && content.contains(at) && place.top < bottom && place.bottom > top ? at : null;
  };
  const grown = new ResizeObserver(() => {
    if (seen === document.activeElement) seen?.scrollIntoView({ block: 'nearest' });
    look();
  });
  grown.observe(content);
  for (const event of ['focusin', 'scroll']) box.addEventListener(event, look);
  return () => grown.disconnect();
}
