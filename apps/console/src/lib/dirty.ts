/** Drawers and forms in which somebody wrote something, and fields that stand in neither. */
const touched = new Set<Element>();

addEventListener(
  'input',
  ({ target }) => {
    const place =
      target instanceof Element ? (target.closest('[role="dialog"]') ?? target.closest('form') ?? target) : null;
    if (place) touched.add(place);
  },
  { capture: true },
);

/** Would loading the page anew lose what somebody is writing? It counts until it is closed. */
export function hasDraft(): boolean {
  for (const place of touched) if (!place.isConnected) touched.delete(place);
  return touched.size > 0;
}
