import { type PaymentLinks, remarkOf, saysMore, splitLink } from '../payment-link.ts';

const known = ['amount', 'memo', 'label', 'message'];

/**
 * As wallets write it, since nothing is agreed on: `tron:<address>`. Some give an amount in TRX, some in its smallest units, some in another coin: it is left open.
 * What else stands there, such as a token, may change what is asked for.
 */
export const links: PaymentLinks = {
  scheme: 'tron',
  network: 'Tron',
  read: (rest) => {
    const { path: address, query } = splitLink(rest) ?? { path: '' };
    if (!/^[0-9A-Za-z]+$/.test(address) || !query) return 'malformed';
    if (saysMore(query, known)) return 'demands';
    const memo = query.get('memo') ?? '';
    const amount = query.has('amount') ? 'unclear' : undefined;
    return { address, network: '', contract: undefined, amount, memo, remark: remarkOf(query) };
  },
};
