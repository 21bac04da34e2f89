/** Search parameters of any page: open drawers, and whatever the page reads for itself. */
interface CommonSearch {
  readonly d?: string | undefined;
}

/** As the router types it for every page; what is no text `soundSearch` has left out already. */
export const commonSearch = ({ d }: Readonly<Record<string, unknown>>): CommonSearch =>
  typeof d === 'string' ? { d } : {};

/** More than any screen of ours writes into one parameter. */
const longest = 4_000;
const most = 30;

/**
 * What anybody may have written after the `?`. What no screen can want (too long, too much, a prototype's name, the time that defeats caches) is left
 * out here; each screen reads the rest with its own reader. Never an error: a hostile link is a link to the page.
 */
export function soundSearch(search: Readonly<Record<string, unknown>>): CommonSearch & Record<string, unknown> {
  const sound = Object.entries(search)
    .filter(([name, value]) => name !== 't' && name !== '__proto__' && sized(name) && sized(value))
    .slice(0, most);
  const { d, ...rest } = Object.fromEntries(sound);
  return typeof d === 'string' && d !== '' ? { ...rest, d } : rest;
}

function sized(value: unknown): boolean {
  if (typeof value === 'string') return value.length <= longest;
  return typeof value !== 'object' || (JSON.stringify(value) ?? '').length <= longest;
}
