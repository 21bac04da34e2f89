/** What a payment link asks for, as it stands there: of its address, its token and its amount nothing but the spelling has been looked at. */
export interface PaymentLink {
  readonly address: string;
  /** The network's part of a chain's id; '' where the link names none. */
  readonly network: string;
  /** Token contract; '' for the chain's own coin; undefined where the link says neither a coin nor an amount. */
  readonly contract: string | undefined;
  /** In whole coins or in smallest units, as the family's links have it; undefined where the link leaves it open, `unclear` where nobody has agreed on what it counts. */
  readonly amount: { readonly coins: string } | { readonly units: string } | 'unclear' | undefined;
  /** What the payment is to tell its payee, on the chain; '' for nothing. */
  readonly memo: string;
  /** Words for whoever pays, of which nothing goes to the chain. */
  readonly remark: string;
}

/**
 * Why a link is not read. `malformed`: no link of its kind, or without an address. `amount`: none, negative, or no whole number of units. `demands`: it asks for
 * something beside a payment, so that to pay would not be what it means.
 */
export type PaymentLinkFault = 'malformed' | 'amount' | 'demands';

/** How wallets write what is to be paid, as a link. */
export interface PaymentLinks {
  /** What stands before the colon, in lower case. */
  readonly scheme: string;
  /** The network that people mean by such a link. */
  readonly network: string;
  /** The network's part of a chain's id that an amount is meant on where the link names none, though it may be paid on others; missing where addresses tell networks apart. */
  readonly mainnet?: string;
  /** @param rest all that stands behind the colon */
  read(rest: string): PaymentLink | PaymentLinkFault;
}

interface Parts {
  readonly path: string;
  readonly query: ReadonlyMap<string, string>;
}

/**
 * Path and parameters, percent-decoded (RFC 3986: a plus is a plus). @param nameOf how names of parameters are told apart
 * @returns undefined where an escape is broken, a parameter has no name or stands there twice, or a `#` cuts off what follows it
 */
export function splitLink(rest: string, nameOf = (name: string): string => name): Parts | undefined {
  if (rest.includes('#')) return undefined;
  const at = rest.indexOf('?');
  const query = new Map<string, string>();
  try {
    const path = decodeURIComponent(at < 0 ? rest : rest.slice(0, at));
    const parts = at < 0 ? [] : rest.slice(at + 1).split('&');
    for (const part of parts.filter((one) => one !== '')) {
      const [name = '', ...value] = part.split('=');
      const key = nameOf(decodeURIComponent(name));
      if (key === '' || query.has(key)) return undefined;
      query.set(key, decodeURIComponent(value.join('=')));
    }
    return { path, query };
  } catch {
    return undefined;
  }
}

/** The words of a link for whoever pays: whom it is from, and what for. */
export const remarkOf = (query: Parts['query']): string =>
  ['label', 'message']
    .map((name) => query.get(name)?.trim() ?? '')
    .filter((text) => text !== '')
    .join(': ');

/** Has the link parameters beyond these? They may change what it asks for. */
export const saysMore = (query: Parts['query'], known: readonly string[]): boolean =>
  [...query.keys()].some((name) => !known.includes(name));

export const isPlainDecimal = (text: string): boolean => /^\d+(\.\d+)?$/.test(text);
