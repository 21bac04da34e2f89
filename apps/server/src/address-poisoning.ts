/** Without what all addresses of a network begin with. Those with a network's name and a 1 in front have letters of one case; in others the same may stand by chance. */
function body(address: string): string {
  const lower = address.toLowerCase();
  const isOneCase = address === lower || address === address.toUpperCase();
  return lower.replace(isOneCase ? /^(0x|[a-z]{2,4}1)/ : /^0x/, '');
}
/** Only these are one address whatever the case of their letters. */
const same = (address: string): string => (/^0x/i.test(address) ? address.toLowerCase() : address);
const shown = 4;
const looksOf = (address: string): string => `${body(address).slice(0, shown)} ${body(address).slice(-shown)}`;

/**
 * Finds among known addresses those that a person would take for a given one, first and last characters alike, but
 * that are another (address poisoning, threats T43). Looking each of a whole book up costs what reading the book does.
 */
export function addressPoisoning<K extends { readonly address: string }>(
  known: readonly K[],
): (address: string) => K[] {
  const byLooks = Map.groupBy(known, ({ address }) => looksOf(address));
  return (address) => (byLooks.get(looksOf(address)) ?? []).filter((one) => same(one.address) !== same(address));
}
