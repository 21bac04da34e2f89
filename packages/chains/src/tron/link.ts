import { isPlainDecimal, type PaymentLinks, remarkOf, saysMore, splitLink } from '../payment-link.ts';

const known = ['amount', 'memo', 'label', 'message'];

/** As wallets write it, since nothing is agreed on: `tron:<address>?amount=<TRX>`. What else stands there, such as a token, may change what is asked for. */
export const links: PaymentLinks = {
  scheme: 'tron',
  network: 'Tron',
  read: (rest) => {
    const { path: address, query } = splitLink(rest) ?? { path: '' };
    if (!/^[0-9A-Za-z]+$/.test(address) || !query) return 'malformed';
    if (saysMore(query, known)) return 'demands';
    const coins = query.get('amount');
    if (coins !== undefined && !isPlainDecimal(coins)) return 'amount';
    return {
      ...{ address, network: '', memo: query.get('memo') ?? '', remark: remarkOf(query) },
      ...(coins === undefined ? { contract: undefined, amount: undefined } : { contract: '', amount: { coins } }),
    };
  },
};
