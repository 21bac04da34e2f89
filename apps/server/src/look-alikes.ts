const body = (address: string): string => address.toLowerCase().replace(/^(0x|[a-z]{2,4}1)/, '');
const shown = 4;

/** Addresses that a person would take for this one, first and last characters alike, but that are another (address poisoning, threats T43). */
export function lookAlikes(address: string, known: readonly string[]): string[] {
  const own = body(address);
  return known.filter((each) => {
    const other = body(each);
    return other !== own && other.slice(0, shown) === own.slice(0, shown) && other.slice(-shown) === own.slice(-shown);
  });
}
