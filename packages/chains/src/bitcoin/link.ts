import { isPlainDecimal, type PaymentLinks, remarkOf, splitLink } from '../payment-link.ts';

/**
 * BIP 21, and BIP 321 in its place: `bitcoin:<address>?amount=<BTC>&label=…&message=…`. Names of parameters are told apart without regard to case, since codes are
 * all in capitals. What is unknown is left out, but `req-…` must be understood, and none is here.
 */
export const links: PaymentLinks = {
  scheme: 'bitcoin',
  network: 'Bitcoin',
  read: (rest) => {
    const { path: address, query } = splitLink(rest, (name) => name.toLowerCase()) ?? { path: '' };
    if (!/^[0-9A-Za-z]+$/.test(address) || !query) return 'malformed';
    if ([...query.keys()].some((name) => name.startsWith('req-'))) return 'demands';
    const coins = query.get('amount');
    if (coins !== undefined && !isPlainDecimal(coins)) return 'amount';
    return {
      ...{ address, network: '', memo: '', remark: remarkOf(query) },
      ...(coins === undefined ? { contract: undefined, amount: undefined } : { contract: '', amount: { coins } }),
    };
  },
};
