import { lookup } from 'node:dns/promises';
import { BlockList, isIP, isIPv6 } from 'node:net';

/** Why a call to the outside is not made. */
export class OutgoingRefused extends Error {}

/** Addresses that are nobody's on the internet: our own machines and networks, and ways to reach those by another name. */
const inside = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  inside.addSubnet(network, prefix, 'ipv4');
/** Teredo, benchmarks and ORCHIDs, documentation, 6to4: within what is global, and yet no host of its own. */
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  inside.addSubnet(network, prefix, 'ipv6');
const global = new BlockList();
global.addSubnet('2000::', 3, 'ipv6');

const familyOf = (address: string) => (isIPv6(address) ? 'ipv6' : 'ipv4');
const isOutside = (address: string): boolean =>
  !inside.check(address, familyOf(address)) && (!isIPv6(address) || global.check(address, 'ipv6'));

/** Reads addresses and networks such as `10.1.2.3` or `10.0.0.0/8`. @throws Error for anything else */
export function readNetworks(list: readonly string[]): BlockList {
  const networks = new BlockList();
  for (const text of list) {
    const [address = '', prefix] = text.split('/');
    if (!isIP(address) || (prefix !== undefined && !/^\d{1,3}$/.test(prefix)))
      throw new Error(`${text} is no address or network`);
    if (prefix === undefined) networks.addAddress(address, familyOf(address));
    else networks.addSubnet(address, Number(prefix), familyOf(address));
  }
  return networks;
}

async function resolve(name: string, signal?: AbortSignal): Promise<{ readonly address: string }[]> {
  const late = new Promise<never>((_, fail) =>
    signal?.addEventListener('abort', () => fail(signal.reason), { once: true }),
  );
  return Promise.race([lookup(name, { all: true }), late]);
}

/** Where a call goes: the one address that its host's name was resolved to, and whether the operator has named it. */
export interface Destination {
  readonly address: string;
  readonly named: boolean;
}

/**
 * Resolves a host once. The call is made to what is returned here, so a name that resolves to something else a moment later leads nowhere else.
 * @param signal ends the wait for the answer, which the system's resolver does not
 * @throws OutgoingRefused where any of its addresses is inside and not named by the operator
 */
export async function destinationOf(host: string, allowed: BlockList, signal?: AbortSignal): Promise<Destination> {
  const bare = host.replace(/^\[|\]$/g, '');
  const found = isIP(bare) ? [{ address: bare }] : await resolve(bare, signal);
  const named = ({ address }: { address: string }) => allowed.check(address, familyOf(address));
  const [first] = found;
  if (!first) throw new OutgoingRefused('the host has no address');
  for (const one of found)
    if (!isOutside(one.address) && !named(one)) throw new OutgoingRefused('the host is inside a private network');
  return { address: first.address, named: named(first) };
}
