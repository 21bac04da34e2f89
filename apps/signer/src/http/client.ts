import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, isIPv6 } from 'node:net';

/** Who asks, as far as a network address tells: an IPv4 address, or an IPv6 network of 64 bits, of which one subscriber has 2^64 addresses. */
export type ClientOf = (request: Pick<IncomingMessage, 'socket' | 'headers'>) => string;

/** Proxies between a browser and a signer; what stands beyond is the client's own invention. */
const maxHops = 20;

/** IPv4 as IPv6 writes it is the IPv4 address. */
function plain(address: string): string {
  const text = address.trim().replace(/%.*$/, '');
  return /^::ffff:\d+\.\d+\.\d+\.\d+$/i.test(text) ? text.slice(7) : text;
}

function groupOf(address: string): string {
  if (!isIPv6(address)) return address;
  // The URL standard writes an IPv6 address in one way only.
  const [head = '', tail] = new URL(`http://[${address}]/`).hostname.slice(1, -1).split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = Array.from({ length: 8 - left.length - right.length }, () => '0');
  return `${[...left, ...zeros, ...right].slice(0, 4).join(':')}::/64`;
}

/** @throws Error for what is neither an address nor a network */
export function readNetworks(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    const version = isIPv6(address) ? 'ipv6' : 'ipv4';
    const most = version === 'ipv6' ? 128 : 32;
    const known = isIP(address) !== 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most));
    if (!known) throw new Error(`The trusted proxy "${network}" is neither an address nor a network.`);
    if (bits === undefined) list.addAddress(address, version);
    else list.addSubnet(address, Number(bits), version);
  }
  return list;
}

/**
 * Behind proxies: the right-most address of X-Forwarded-For that is no trusted proxy. What stands to the left of it anybody can have written. Without
 * trusted proxies it is the socket's own, whatever the header says.
 */
export function createClientOf(trustedProxies: readonly string[]): ClientOf {
  const list = readNetworks(trustedProxies);
  const isTrusted = (address: string): boolean => list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
  return ({ socket, headers }) => {
    let address = plain(socket.remoteAddress ?? '');
    if (trustedProxies.length === 0) return groupOf(address);
    const forwarded = [headers['x-forwarded-for'] ?? []].flat().join(',').split(',').slice(-maxHops).map(plain);
    while (isIP(address) !== 0 && isTrusted(address)) {
      const before = forwarded.pop();
      if (before === undefined || isIP(before) === 0) break;
      address = before;
    }
    return groupOf(address);
  };
}
