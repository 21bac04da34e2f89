import { type PaymentLinks, saysMore, splitLink } from '../payment-link.ts';

/** The others make another message (`bin`, `init`) or end the link (`exp`). */
const known = ['amount', 'text', 'jetton'];

/**
 * `ton://transfer/<address>?amount=<nanotons>&text=<comment>&jetton=<master>`, as TON's documentation has it (deep links). With a jetton the amount is in its
 * smallest units.
 */
export const links: PaymentLinks = {
  scheme: 'ton',
  network: 'TON',
  read: (rest) => {
    const { path, query } = splitLink(rest) ?? { path: '' };
    const [, address] = /^\/\/transfer\/(-?\d{1,10}:[0-9a-fA-F]+|[0-9A-Za-z_+/-]+)$/.exec(path) ?? [];
    if (address === undefined || !query) return 'malformed';
    if (saysMore(query, known)) return 'demands';
    const [units, jetton] = [query.get('amount'), query.get('jetton')];
    if (jetton === '') return 'malformed';
    if (units !== undefined && !/^\d+$/.test(units)) return 'amount';
    return {
      ...{ address, network: '', memo: query.get('text') ?? '', remark: '' },
      contract: jetton ?? (units === undefined ? undefined : ''),
      amount: units === undefined ? undefined : { units },
    };
  },
};
